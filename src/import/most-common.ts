/** The value that there is most of, each with a weight; the first of several; nothing of none. */
export const mostCommon = (
  values: readonly number[],
  weights: readonly number[] = values.map(() => 1),
): number | undefined => {
  const sums = new Map<number, number>();
  values.forEach((value, at) => sums.set(value, (sums.get(value) ?? 0) + (weights[at] ?? 0)));
  const [first] = [...sums].toSorted(([, one], [, other]) => other - one);
  return first?.[0];
};
