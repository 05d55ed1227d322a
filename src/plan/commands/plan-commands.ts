import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../../model/codec.ts";
import {
  type Answer,
  type Command,
  type CommandError,
  value,
} from "../../server/websocket/command.ts";
import {
  authorOf,
  detailsCodec,
  planCodec,
  savedCodec,
  summaryCodec,
  timeCodec,
} from "../plan-codecs.ts";
import { draftCodec, type StoredPlan, summarize, withMonotonicTimes } from "../stored-plan.ts";
import { readPlan } from "../read-plan.ts";
import { findRevision, type PlanState, type Save, storedPlans } from "../state.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import { type CommandDependencies, domainCommand } from "./domain-command.ts";
import { yamlDump, yamlParse } from "./yaml-commands.ts";

const emptyPlan: JsonText = [Buffer.from("{}")];

/** The current plan as JSON text: the stored bytes themselves, or an empty object before the first save. */
const currentJson = (state: PlanState): JsonText => state.current?.json ?? emptyPlan;

/** `plan/get`: the stored plan, or an empty object before the first save. */
const planGet = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "plan/get",
    admin: false,
    about: {
      summary: "gets the stored plan, `{}` before the first save",
      result: planCodec,
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, actor) =>
      actor.read((state): Answer<never> => ({ kind: "json", json: currentJson(state) })),
  });

/**
 * `plan/subscribe`: the plan as an event at once, and again after every save.
 * The first event and the subscription happen in one turn of the actor, so
 * that no revision falls between them.
 */
const planSubscribe = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "plan/subscribe",
    admin: false,
    about: {
      summary: "sends the plan as an event at once and after every save",
      result: t.null,
      event: planCodec,
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, actor, call) => {
      const stream = call.openStream();
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith } = stream.right;
      return actor.read((state) => {
        emit(currentJson(state));
        endsWith(actor.hub.subscribe((plan) => emit(plan.json)));
        return value(null);
      });
    },
  });

/** `plan/save`: replaces the plan; with `rev`, only while that is the stored revision. */
const planSave = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "plan/save",
    admin: true,
    about: {
      summary:
        "replaces the plan; with `rev` only while that is the stored revision, else whatever is there",
      result: savedCodec,
      errors: ["conflict", "outcome_unknown", "overloaded"],
    },
    fields: strictObject(
      { plan: draftCodec },
      {
        rev: describe("the revision that the plan is based on; 0: nothing is stored yet", integer),
      },
    ),
    readers: { plan: readPlan(integration.limits) },
    run: ({ plan, rev }, actor, call) => {
      const { user, note } = call;
      const command = `${integration.domain}/plan/save`;
      const save: Save = { draft: plan, guard: rev, by: authorOf(user) };
      return pipe(
        integration.checkSave(save, call, actor.save(save)),
        TE.map((saved) => {
          note("saved", { rev: saved });
          return value({ ok: true, rev: saved });
        }),
        TE.mapLeft((error) => {
          if ("code" in error) note("refused", { command, reason: "without the right to control" });
          else if (error.kind === "conflict") note("conflict", { rev: error.current });
          return error;
        }),
      );
    },
  });

/** Every stored plan, oldest first, the current one last, with times by which each can be found. */
const toldPlans = (state: PlanState): readonly StoredPlan[] =>
  withMonotonicTimes(storedPlans(state));

/** `history/list`: what is kept of earlier plans, newest first. */
const historyList = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "history/list",
    admin: true,
    about: {
      summary: "lists the earlier plans that are kept, newest first, at most 20",
      result: t.readonlyArray(summaryCodec),
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, actor) =>
      actor.read((state) => value(toldPlans(state).slice(0, -1).map(summarize).toReversed())),
  });

/** `history/times`: when each stored plan was saved, oldest first, the current one last, so that one can tell which was there at a moment. */
const historyTimes = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "history/times",
    admin: true,
    about: {
      summary: "tells when each stored plan was saved, oldest first, the current one last",
      result: t.readonlyArray(timeCodec),
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, actor) =>
      actor.read((state) =>
        value(toldPlans(state).map(({ rev, saved_at }) => ({ rev, saved_at }))),
      ),
  });

/** `history/details`: what is told of each stored plan and, where that is known, who saved it; newest first, the current one included. */
const historyDetails = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "history/details",
    admin: true,
    about: {
      summary: "lists the stored plans with who saved each, newest first, the current one included",
      result: t.readonlyArray(detailsCodec),
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, actor) =>
      actor.read((state) =>
        value(
          toldPlans(state)
            .map((plan) => Object.assign(summarize(plan), { by: plan.by }))
            .toReversed(),
        ),
      ),
  });

/** `history/get`: the stored plan of one revision, the current one or one of the history. */
const historyGet = (integration: CommandDependencies): Command =>
  domainCommand(integration, {
    name: "history/get",
    admin: true,
    about: {
      summary: "gets the plan of a revision, the current one or one of the history",
      result: planCodec,
      errors: ["not_found"],
    },
    fields: strictObject({ rev: describe("the revision of a stored plan", integer) }, {}),
    run: ({ rev }, actor) =>
      pipe(
        actor.read((state): Either<CommandError, Answer<never>> => {
          const plan = findRevision(state, rev);
          return plan === undefined
            ? left({ code: "not_found", message: `no stored plan has the revision ${rev}` })
            : right({ kind: "json", json: plan.json });
        }),
        TE.chainEitherKW((found) => found),
      ),
  });

/** Every websocket command of the integration. */
export const floorplanCommands = (integration: CommandDependencies): readonly Command[] =>
  [
    planGet,
    planSubscribe,
    planSave,
    historyList,
    historyGet,
    historyTimes,
    historyDetails,
    yamlParse,
    yamlDump,
  ].map((make) => make(integration));
