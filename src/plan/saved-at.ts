import type { Summary } from "./summary.ts";

/** What has the time of a save. */
type Saved = Pick<Summary, "saved_at">;

/** The last millisecond since 1970 that a date can be (ECMA-262, 21.4.1.1). */
const lastMs = 8.64e15;

/** Milliseconds since 1970 as revisions have them: ISO 8601 with an explicit offset. */
export const savedAtText = (ms: number): string =>
  new Date(ms).toISOString().replace("Z", "+00:00");

/**
 * The same revisions, oldest first, with times that never run backwards. A log of before may hold others, by a clock
 * that was put back. Such a revision is told a millisecond after the one before it, so that at some moment it was the
 * plan. Revisions of one millisecond, which such a log holds as well, are told as they are stored.
 */
export const withMonotonicTimes = <A extends Saved>(revisions: readonly A[]): readonly A[] => {
  let last = Number.NaN;
  return revisions.map((revision) => {
    const own = Date.parse(revision.saved_at);
    if (Number.isNaN(last) || own >= last) {
      last = own;
      return revision;
    }
    last = Math.min(last + 1, lastMs);
    return { ...revision, saved_at: savedAtText(last) };
  });
};

/** When a save is made after these revisions, oldest first: by the clock, in milliseconds since 1970, or a millisecond after the last where that is later. */
export const nextSaveTime = (revisions: readonly Saved[], clockMs: number): number => {
  const last = Date.parse(withMonotonicTimes(revisions).at(-1)?.saved_at ?? "");
  return Number.isNaN(last) ? clockMs : Math.min(Math.max(clockMs, last + 1), lastMs);
};
