import { type Either, left, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../../model/codec.ts";
import {
  type Answer,
  type Call,
  type Command,
  type CommandDefinition,
  type CommandError,
  value,
} from "../../server/websocket/command.ts";
import type { PlanActor } from "../actor.ts";
import { draftCodec } from "../draft.ts";
import type { ChangeLimits } from "../changes/read-patch.ts";
import type { SaveCheck } from "../bindings/save-check.ts";
import {
  authorOf,
  detailsCodec,
  planCodec,
  savedCodec,
  summaryCodec,
  timeCodec,
} from "../plan-codecs.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import { readPlan } from "../read-plan.ts";
import { findRevision, type PlanState, type Save, type SaveError, storedPlans } from "../state.ts";
import { type StoredPlan, summarize, withMonotonicTimes } from "../stored-plan.ts";
import { planCommand, type PlanCommandHost, planCommandShape } from "./plan-command.ts";

/** Dependencies of the plan's commands. */
export interface CommandDependencies extends PlanCommandHost {
  readonly limits: ChangeLimits;
  /** Checks the saves of users without the right to control; undefined if all may save anything. */
  readonly checkSave: SaveCheck | undefined;
  /** Why one home of many may not save for now; undefined if it may, and then the save counts. */
  readonly admitSave?: (() => string | undefined) | undefined;
}

const emptyPlan: JsonText = [Buffer.from("{}")];

/** The stored bytes themselves, or an empty object before the first save. */
export const currentJson = (state: PlanState): JsonText => state.current?.json ?? emptyPlan;

const planGetShape = planCommandShape({
  name: "plan/get",
  admin: false,
  about: {
    summary: "gets the stored plan, `{}` before the first save",
    result: planCodec,
    errors: [],
  },
  fields: strictObject({}, {}),
});

/** `plan/get`: the stored plan. */
const planGet = (dependencies: CommandDependencies): Command =>
  planCommand(dependencies, {
    ...planGetShape,
    run: (_fields, actor) =>
      actor.read((state): Answer<never> => ({ kind: "json", json: currentJson(state) })),
  });

const withoutControl = "without the right to control";

/** Makes a save or a change for the user of a call, after the check of users without the right to control. */
export const saveFor = (
  { checkSave, admitSave, domain }: Pick<CommandDependencies, "checkSave" | "admitSave" | "domain">,
  name: string,
  save: Omit<Save, "by">,
  actor: PlanActor,
  call: Call,
): TE.TaskEither<CommandError | SaveError, Answer<t.TypeOf<typeof savedCodec>>> => {
  const refused = admitSave?.();
  if (refused !== undefined) return TE.left({ code: "overloaded", message: refused });
  const { user, note } = call;
  const own: Save = { ...save, by: authorOf(user) };
  const made = actor.save(own);
  return pipe(
    checkSave?.(own, call, made) ?? made,
    TE.map((saved) => {
      note("saved", { rev: saved });
      return value({ ok: true, rev: saved });
    }),
    TE.mapLeft((error) => {
      if ("code" in error)
        note("refused", { command: `${domain}/${name}`, reason: withoutControl });
      else if (error.kind === "conflict") note("conflict", { rev: error.current });
      return error;
    }),
  );
};

const planSaveShape = planCommandShape({
  name: "plan/save",
  admin: true,
  about: {
    summary: "replaces the plan; with `rev` only while that is the stored revision",
    result: savedCodec,
    errors: ["conflict", "outcome_unknown", "overloaded"],
  },
  fields: strictObject(
    { plan: draftCodec },
    {
      rev: describe("the revision that the plan is based on; 0 if nothing is stored yet", integer),
    },
  ),
});

/** `plan/save`: replaces the plan; with `rev`, only while that is the stored revision. */
const planSave = (dependencies: CommandDependencies): Command =>
  planCommand(dependencies, {
    ...planSaveShape,
    readers: { plan: readPlan(dependencies.limits) },
    run: ({ plan, rev }, actor, call) =>
      saveFor(dependencies, "plan/save", { content: plan, guard: rev }, actor, call),
  });

type ListedPlan = t.TypeOf<typeof detailsCodec>;

/** A stored plan in the lists of histories. */
const detailsOf = (plan: StoredPlan): ListedPlan => ({
  ...summarize(plan),
  by: plan.by,
});

/**
 * Every stored plan, oldest first, the current one last, with times that never go backwards, so that each can be
 * found by its time.
 */
const listedPlans = (state: PlanState): readonly ListedPlan[] =>
  withMonotonicTimes(storedPlans(state).map(detailsOf));

/** A command for administrators that reads the stored plans. */
const historyCommand = <Result>(
  name: string,
  about: Pick<CommandDefinition<unknown, Result>["about"], "summary" | "result">,
  read: (plans: readonly ListedPlan[]) => Result,
): ((dependencies: CommandDependencies) => Command) => {
  const shape = planCommandShape({
    name,
    admin: true,
    about: { ...about, errors: [] },
    fields: strictObject({}, {}),
  });
  return (dependencies) =>
    planCommand(dependencies, {
      ...shape,
      run: (_fields, actor) =>
        actor.read((state): Answer<Result> => value(read(listedPlans(state)))),
    });
};

/** `history/list`: earlier plans, newest first. */
const historyList = historyCommand(
  "history/list",
  {
    summary: "lists the earlier plans that are kept, newest first, at most 20",
    result: t.readonlyArray(summaryCodec),
  },
  (plans) => plans.slice(0, -1).map(summarize).toReversed(),
);

/**
 * `history/times`: when each stored plan was saved, oldest first, the current one last, to find the plan at a moment.
 */
const historyTimes = historyCommand(
  "history/times",
  {
    summary: "gets the time of each stored plan, oldest first, the current one last",
    result: t.readonlyArray(timeCodec),
  },
  (plans) => plans.map(({ rev, saved_at }) => ({ rev, saved_at })),
);

/** `history/details`: every stored plan and who saved it, if known; newest first, the current one included. */
const historyDetails = historyCommand(
  "history/details",
  {
    summary: "lists the stored plans with who saved each, newest first, the current one included",
    result: t.readonlyArray(detailsCodec),
  },
  (plans) => plans.toReversed(),
);

const historyGetShape = planCommandShape({
  name: "history/get",
  admin: true,
  about: {
    summary: "gets the plan of a revision, the current one or one of the history",
    result: planCodec,
    errors: ["not_found"],
  },
  fields: strictObject({ rev: describe("the revision of a stored plan", integer) }, {}),
});

/** `history/get`: one stored plan by its revision. */
const historyGet = (dependencies: CommandDependencies): Command =>
  planCommand(dependencies, {
    ...historyGetShape,
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

/** The commands of the plan and its history. */
export const planCommands = (dependencies: CommandDependencies): readonly Command[] =>
  [planGet, planSave, historyList, historyGet, historyTimes, historyDetails].map((make) =>
    make(dependencies),
  );
