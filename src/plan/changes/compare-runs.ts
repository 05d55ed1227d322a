import { openObject } from "../raw-json/tokens.ts";
import { memberPlaces } from "../raw-json/trusted.ts";
import { arrangingSteps } from "../../model/arrangement.ts";
import { compareValues, type Writer } from "./compare-values.ts";
import type { Operation } from "./patch.ts";

/** More elements that came, went or changed their places in one run are no small change. */
const maxMoves = 256;

/** An element's id as JSON, if it has one. */
const idOf = (element: Buffer): string | undefined => {
  if (element[0] !== openObject) return undefined;
  const id = memberPlaces(element).findLast(({ name }) => name === "id");
  return id && element.toString("utf8", id.valueStart, id.end);
};

/** What tells an element from the others: its id, or, without one, its whole text. */
const keyOf = (element: Buffer): string => idOf(element) ?? element.toString();

/** Whether two elements are one, which may have changed. */
const isOne = (before: Buffer, after: Buffer): boolean =>
  before.equals(after) || idOf(before) === idOf(after);

/** How many elements are the same at the beginning of both. */
const sameFront = (before: readonly Buffer[], after: readonly Buffer[]): number => {
  const differs = before.findIndex((element, at) => after[at]?.equals(element) !== true);
  return differs === -1 ? before.length : differs;
};

/** How many of at most `most` elements are the same at the end of both. */
const sameBack = (before: readonly Buffer[], after: readonly Buffer[], most: number): number => {
  let same = 0;
  while (same < most && before.at(-1 - same)?.equals(after.at(-1 - same) ?? Buffer.of()) === true)
    same += 1;
  return same;
};

/** The operations between runs in which elements come, go or change their places. */
const compareByKey = (
  before: readonly Buffer[],
  after: readonly Buffer[],
  first: number,
  write: Writer,
): readonly Operation[] | undefined => {
  const old = new Map(before.map((element) => [keyOf(element), element]));
  const now = new Map(after.map((element) => [keyOf(element), element]));
  if (old.size < before.length || now.size < after.length) return undefined;
  const steps = arrangingSteps([...old.keys()], [...now.keys()], maxMoves);
  if (steps === undefined) return undefined;
  const moves = steps.map((step): Operation => {
    const place = write.at(first + step.at);
    if (step.kind === "remove") return place.remove();
    if (step.kind === "move") return place.moveFrom(write.at(first + step.from));
    return place.add(after[step.index] ?? Buffer.of());
  });
  const edits = [...now].flatMap(([key, text], at) => {
    const known = old.get(key);
    const isSame = known === undefined || known.equals(text);
    return isSame ? [] : compareValues(known, text, write.at(first + at));
  });
  return [...moves, ...edits];
};

/** The same for runs that differ at both ends. */
const compareTrimmed = (
  before: readonly Buffer[],
  after: readonly Buffer[],
  first: number,
  write: Writer,
): readonly Operation[] | undefined => {
  const pairs = before.flatMap((old, at) => {
    const now = after[at];
    return now === undefined ? [] : [[old, now] as const];
  });
  const isEdited = pairs.length === after.length && pairs.length === before.length;
  if (isEdited && pairs.every(([old, now]) => isOne(old, now)))
    return pairs.flatMap(([old, now], at) =>
      old.equals(now) ? [] : compareValues(old, now, write.at(first + at)),
    );
  return compareByKey(before, after, first, write);
};

/**
 * The operations that lead from one run of elements to another one, the first at position `first` of its list; undefined
 * if they are many.
 */
export const compareRuns = (
  before: readonly Buffer[],
  after: readonly Buffer[],
  first: number,
  write: Writer,
): readonly Operation[] | undefined => {
  const front = sameFront(before, after);
  const back = sameBack(before, after, Math.min(before.length, after.length) - front);
  return compareTrimmed(
    before.slice(front, before.length - back),
    after.slice(front, after.length - back),
    first + front,
    write,
  );
};
