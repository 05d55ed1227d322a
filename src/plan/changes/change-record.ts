import { type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import type { Author, Summary } from "../plan-codecs.ts";
import { noLimits } from "../read-plan.ts";
import { runAtOnce } from "../raw-json/json-cursor.ts";
import {
  type Base,
  decodeSummary,
  type Head,
  readWhole,
  StoredPlan,
  summarize,
} from "../stored-plan.ts";
import { applyPatch } from "./apply-patch.ts";
import { readPatch, SubmittedPatch } from "./read-patch.ts";

const anyPatch = { ...noLimits, changeOperations: Infinity };

/** A shorter plan is stored whole: a disk writes no less than a page of this size, and damage then takes one revision. */
const minPlanBytes = 4 * 1024;

/**
 * What a revision changes, as a JSON Patch in pieces; undefined if the revision is better stored whole. `changes` are its
 * own, which an older revision does not keep.
 */
export const storedPatch = (
  plan: StoredPlan,
  changes = plan.changes,
): readonly Buffer[] | undefined => {
  // A plan without changes need not be taken apart to know its length.
  if (changes === undefined || plan.text.bytes < minPlanBytes) return undefined;
  return [Buffer.from("["), changes, Buffer.from("]")];
};

/**
 * The pieces of a log record with what a revision changes: a line of JSON with summary, author, the revision that it
 * changes and the CRC-32 of the plan that results, then a JSON Patch. Undefined if it is better stored whole. `changes`:
 * see `storedPatch`.
 */
export const encodeChanges = (
  plan: StoredPlan,
  changes = plan.changes,
): readonly Uint8Array[] | undefined => {
  const { by, rev } = plan;
  const patch = storedPatch(plan, changes);
  if (patch === undefined) return undefined;
  const head = { ...summarize(plan), by, from: rev - 1, crc: plan.text.checksum(rev) };
  return [Buffer.from(`${JSON.stringify(head)}\n`), ...patch];
};

/** A revision that is stored as changes. */
export interface ChangedRevision {
  readonly summary: Summary;
  readonly by: Author | undefined;
  /** The CRC-32 of its plan. */
  readonly crc: number;
}

/**
 * The plan that a stored patch makes of another one; copies what it keeps. Left: why it does not make the one that was
 * stored.
 */
export const applyStoredPatch = (
  before: StoredPlan,
  patch: Buffer,
  { summary, by, crc }: ChangedRevision,
): Either<string, StoredPlan> => {
  const read = runAtOnce(readPatch(anyPatch)(patch, 0));
  const operations = read?.value instanceof SubmittedPatch ? read.value.patch : undefined;
  if (operations === undefined || isLeft(operations) || read?.end !== patch.length)
    return left("its changes are no JSON Patch");
  const applied = applyPatch(before.text, before.rev, operations.right);
  if (isLeft(applied))
    return left(`operation ${applied.left.index} of its changes: ${applied.left.what}`);
  const text = applied.right;
  if (text.checksum(summary.rev) !== crc)
    return left("its changes do not make the plan that its checksum is of");
  const isNext = before.rev === summary.rev - 1;
  const changes = isNext ? Buffer.from(patch.subarray(1, -1)) : undefined;
  return right(StoredPlan.changed(summary, by, { text, changes }));
};

const notBehind = ({ from }: Base, before: StoredPlan | undefined): Either<string, never> =>
  left(
    `does not hold a revision: it changes revision ${from}, and the one before it is ${before?.rev ?? "missing"}`,
  );

const made = (
  payload: Buffer,
  { summary, by, planStart }: Head,
  { crc }: Base,
  before: StoredPlan,
): Either<string, StoredPlan> =>
  mapLeft((why: string) => `does not hold a revision: ${why}`)(
    applyStoredPatch(before, payload.subarray(planStart), { summary, by, crc }),
  );

/**
 * Reads a log record, which may hold changes of the revision before it; verifies that they make the plan that was
 * stored. Copies what it keeps, so that the payload may be reused; a whole plan into `space`, if that is large enough.
 */
export const decodeRecord = (
  payload: Buffer,
  before: StoredPlan | undefined,
  space?: Buffer,
): Either<string, StoredPlan> => {
  const decoded = decodeSummary(payload);
  if (isLeft(decoded)) return decoded;
  const { base } = decoded.right;
  if (base === undefined) return right(readWhole(payload, decoded.right, space));
  if (before?.rev !== base.from) return notBehind(base, before);
  return made(payload, decoded.right, base, before);
};

/**
 * Reads a log record behind lost ones: its changes may make the plan that was stored of an older one, too, as the last
 * of several moves of one lamp does. The checksum tells.
 */
export const remakeRecord = (
  payload: Buffer,
  before: StoredPlan | undefined,
): Either<string, StoredPlan> => {
  const decoded = decodeSummary(payload);
  if (isLeft(decoded)) return decoded;
  const { base } = decoded.right;
  if (base === undefined) return right(readWhole(payload, decoded.right));
  return before === undefined
    ? notBehind(base, before)
    : made(payload, decoded.right, base, before);
};
