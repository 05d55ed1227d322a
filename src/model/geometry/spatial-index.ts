/** What takes up a part of the x axis, from one place to another. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** As many pairs as are looked at before it takes too long: some milliseconds, far more than rooms have that are drawn. */
export const mostPairs = 500_000;

const byLeft = (one: Extent, other: Extent): number => one.left - other.left;

/**
 * Visits each pair of one of each list whose extents meet, going along the x axis once. False where
 * there are more than `mostPairs` of them, and not all were visited.
 */
export const visitPairs = <A extends Extent, B extends Extent>(
  ones: readonly A[],
  others: readonly B[],
  visit: (one: A, other: B) => void,
): boolean => {
  const [first, second] = [ones.toSorted(byLeft), others.toSorted(byLeft)];
  let [open, otherOpen]: [A[], B[]] = [[], []];
  let pairs = 0;
  let [at, otherAt] = [0, 0];
  while (pairs <= mostPairs) {
    const [one, other] = [first[at], second[otherAt]];
    if (one !== undefined && (other === undefined || one.left <= other.left)) {
      otherOpen = otherOpen.filter(({ right }) => right >= one.left);
      for (const each of otherOpen) visit(one, each);
      pairs += otherOpen.length;
      open.push(one);
      at += 1;
    } else if (other !== undefined) {
      open = open.filter(({ right }) => right >= other.left);
      for (const each of open) visit(each, other);
      pairs += open.length;
      otherOpen.push(other);
      otherAt += 1;
    } else return true;
  }
  return false;
};
