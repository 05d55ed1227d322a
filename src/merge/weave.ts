/**
 * One order out of two: all of `backbone` in its order, and what only `other` has right after what
 * precedes it there.
 */
export const weave = <A>(backbone: readonly A[], other: readonly A[]): readonly A[] => {
  const known = new Set(backbone);
  const first: A[] = [];
  const followers = new Map<A, A[]>();
  let group = first;
  for (const each of other) {
    if (known.has(each)) {
      group = [];
      followers.set(each, group);
    } else {
      group.push(each);
    }
  }
  return [...first, ...backbone.flatMap((each) => [each, ...(followers.get(each) ?? [])])];
};

/** Whether what both have is in the same order. */
export const inSameOrder = <A>(one: readonly A[], other: readonly A[]): boolean => {
  const places = new Map(other.map((each, at) => [each, at] as const));
  let last = -1;
  return one.every((each) => {
    const at = places.get(each);
    if (at === undefined) return true;
    const isLater = at > last;
    last = at;
    return isLater;
  });
};
