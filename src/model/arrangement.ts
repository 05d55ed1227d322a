/**
 * Indexes of the longest increasing subsequence of distinct numbers: all others have to be moved, and no more. Takes
 * n·log n steps ("patience sorting").
 */
export const longestIncreasing = (numbers: readonly number[]): ReadonlySet<number> => {
  /** For each length, the index at which the subsequence with the lowest end ends. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  });
  const places = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) places.add(at);
  return places;
};

/** A step by which one list of keys becomes another one; its places are those at that moment. */
export type ArrangingStep =
  | { readonly kind: "remove"; readonly at: number }
  /** `index` is the key's place in the list that results. */
  | { readonly kind: "add"; readonly at: number; readonly index: number }
  | { readonly kind: "move"; readonly from: number; readonly at: number };

/**
 * The steps by which a list of distinct keys becomes another one, moving as few as possible; undefined if they are more
 * than `most`. Each step looks for its place, so that the time grows with the list too.
 */
export const arrangingSteps = (
  before: readonly string[],
  after: readonly string[],
  most: number,
): readonly ArrangingStep[] | undefined => {
  const places = new Map(after.map((key, at) => [key, at]));
  const kept = before.filter((key) => places.has(key));
  const staying = longestIncreasing(kept.map((key) => places.get(key) ?? 0));
  const stays = new Set(kept.filter((_key, at) => staying.has(at)));
  if (before.length - kept.length + after.length - stays.size > most) return undefined;
  const steps: ArrangingStep[] = [];
  const now = [...before];
  for (let at = now.length - 1; at >= 0; at -= 1) {
    if (places.has(now[at] ?? "")) continue;
    steps.push({ kind: "remove", at });
    now.splice(at, 1);
  }
  // From the end: what comes behind a key is in its place by then.
  let behind: string | undefined;
  for (let index = after.length - 1; index >= 0; index -= 1) {
    const key = after[index] ?? "";
    if (!stays.has(key)) {
      const from = now.indexOf(key);
      if (from !== -1) now.splice(from, 1);
      const at = behind === undefined ? now.length : now.indexOf(behind);
      now.splice(at, 0, key);
      steps.push(from === -1 ? { kind: "add", at, index } : { kind: "move", from, at });
    }
    behind = key;
  }
  return steps;
};
