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
