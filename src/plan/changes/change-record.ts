import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
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
 * The pieces of a log record with what a revision changes: a line of JSON with summary, author, the revision that it
 * changes and the CRC-32 of the plan that results, then a JSON Patch. Undefined if it is better stored whole.
 */
export const encodeChanges = (plan: StoredPlan): readonly Uint8Array[] | undefined => {
  const { changes, by, rev } = plan;
  if (changes === undefined || plan.text.bytes < minPlanBytes) return undefined;
  const head = { ...summarize(plan), by, from: rev - 1, crc: plan.text.checksum(rev) };
  return [Buffer.from(`${JSON.stringify(head)}\n[`), changes, Buffer.from("]")];
};

const notBehind = ({ from }: Base, before: StoredPlan | undefined): Either<string, never> =>
  left(
    `does not hold a revision: it changes revision ${from}, and the one before it is ${before?.rev ?? "missing"}`,
  );

/** The plan that a record's changes make of another one. Left: why they do not make the one that was stored. */
const made = (
  payload: Buffer,
  head: Head,
  base: Base,
  before: StoredPlan,
): Either<string, StoredPlan> => {
  const { summary, by, planStart } = head;
  const read = runAtOnce(readPatch(anyPatch)(payload, planStart));
  const patch = read?.value instanceof SubmittedPatch ? read.value.patch : undefined;
  if (patch === undefined || isLeft(patch) || read?.end !== payload.length)
    return left("does not hold a revision: its changes are no JSON Patch");
  const applied = applyPatch(before.text, before.rev, patch.right);
  if (isLeft(applied))
    return left(
      `does not hold a revision: operation ${applied.left.index} of its changes: ${applied.left.what}`,
    );
  const text = applied.right;
  if (text.checksum(summary.rev) !== base.crc)
    return left(
      "does not hold a revision: its changes do not make the plan that its checksum is of",
    );
  const follows = before.rev === base.from && base.from === summary.rev - 1;
  const changes = follows ? Buffer.from(payload.subarray(planStart + 1, -1)) : undefined;
  return right(StoredPlan.changed(summary, by, { text, changes }));
};

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
