import { isLeft } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { integer } from "../../model/codec.ts";
import { strictObject } from "../../codec/closed.ts";
import { describe } from "../../codec/own-type.ts";
import { type Answer, type Command, value } from "../../host/channel/command.ts";
import { authorOf } from "../author.ts";
import { draftCodec } from "../draft.ts";
import { planCodec } from "../plan-codecs.ts";
import { readPlan } from "../read-plan.ts";
import type { PlanState, Save } from "../state.ts";
import type { JsonText } from "../../raw-json/json-text.ts";
import { savedCodec } from "../../floorplan/answers.ts";
import { type CommandDependencies, domainCommand } from "./domain-command.ts";

const emptyPlan: JsonText = [Buffer.from("{}")];

/** The current plan as JSON text: the stored bytes themselves, or an empty object before the first save. */
const currentJson = (state: PlanState): JsonText => state.current?.json ?? emptyPlan;

/** `plan/get`: the stored plan, or an empty object before the first save. */
export const planGet = (integration: CommandDependencies): Command =>
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
export const planSubscribe = (integration: CommandDependencies): Command =>
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
export const planSave = (integration: CommandDependencies): Command =>
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
