import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { EarlierPlan, Imported } from "../model/import/import-result.ts";
import type { JsonObject } from "../model/json.ts";
import { type Draft, type StoredPlan, storePlan, SubmittedPlan } from "../plan/stored-plan.ts";
import { type PlanLimits, readPlan } from "../plan/read-plan.ts";
import { historyLength } from "../plan/state.ts";
import { runAtOnce } from "../plan/raw-json/json-cursor.ts";

/** A plan as the service would take it if it were saved; the left names what is wrong and where. */
const draftOf = (plan: JsonObject, limits: PlanLimits): Either<string, Draft> => {
  const bytes = Buffer.from(JSON.stringify(plan));
  const read = runAtOnce(readPlan(limits)(bytes, 0))?.value;
  if (!(read instanceof SubmittedPlan)) return left("it is no JSON");
  if (!isLeft(read.draft)) return read.draft;
  const { path, what } = read.draft.left;
  return left(`${["plan", ...path].join(".")}: ${what}`);
};

const isRevision = (rev: unknown): rev is number =>
  typeof rev === "number" && Number.isSafeInteger(rev) && rev > 0;

/** The time of a revision; undefined where the files give none that can be read. */
const timeOf = ({ savedAt }: EarlierPlan): Date | undefined => {
  const time = new Date(savedAt ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
};

/** The revisions to give: those of the files where they rise, else counted from 1. */
const numbersOf = (history: readonly EarlierPlan[], current: unknown): readonly number[] => {
  const given = history.map(({ rev }) => rev);
  const last = given.at(-1) ?? 0;
  const all = [...given, isRevision(current) && current > last ? current : last + 1];
  const doRise = all.every((rev, at) => isRevision(rev) && rev > (all[at - 1] ?? 0));
  return doRise ? all : all.map((_, at) => at + 1);
};

/**
 * The plans of foreign files as revisions, oldest first, the current one last: as
 * many earlier ones as a history has, each with the time that the files give, and
 * without one that of the one before it. The current plan counts as saved `now`. The left
 * names the plan that the service would not take.
 */
export const foreignRevisions = (
  { plan, history }: Pick<Imported, "plan" | "history">,
  limits: PlanLimits,
  now: Date,
): Either<string, readonly StoredPlan[]> => {
  const earlier = history.slice(-historyLength);
  const numbers = numbersOf(earlier, plan["rev"]);
  const made: StoredPlan[] = [];
  let time = earlier.map(timeOf).find((known) => known !== undefined) ?? now;
  for (const [at, each] of earlier.entries()) {
    time = timeOf(each) ?? time;
    const draft = draftOf(each.plan, limits);
    if (isLeft(draft)) return left(`revision ${each.rev} of the history, ${draft.left}`);
    made.push(storePlan(draft.right, numbers[at] ?? at + 1, time));
  }
  const draft = draftOf(plan, limits);
  if (isLeft(draft)) return draft;
  return right([...made, storePlan(draft.right, numbers.at(-1) ?? 1, now)]);
};
