import { type Either, left, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import { strictObject } from "../codec/closed.ts";
import { describe } from "../codec/own-type.ts";
import { type Answer, type Command, type CommandError, value } from "../host/channel/command.ts";
import { planCodec } from "../plan/plan-codecs.ts";
import { withMonotonicTimes } from "../plan/saved-at.ts";
import { findRevision, type PlanState, storedPlans } from "../plan/state.ts";
import { type StoredPlan, summarize } from "../plan/stored-plan.ts";
import { summaryCodec } from "../plan/summary.ts";
import { detailsCodec, timeCodec } from "./answers.ts";
import { domainCommand, type CommandDependencies } from "../plan/commands/domain-command.ts";

/** Every stored plan, oldest first, the current one last, with times by which each can be found. */
const toldPlans = (state: PlanState): readonly StoredPlan[] =>
  withMonotonicTimes(storedPlans(state));

/** `history/list`: what is kept of earlier plans, newest first. */
export const historyList = (integration: CommandDependencies): Command =>
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
export const historyTimes = (integration: CommandDependencies): Command =>
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
export const historyDetails = (integration: CommandDependencies): Command =>
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
export const historyGet = (integration: CommandDependencies): Command =>
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
