/**
 * Which of too many goes first: of whoever has the most, the one that comes first in `all`; so nobody loses one to
 * somebody who has more. Undefined where there is none.
 */
export const nextToEvict = <Each>(
  all: readonly Each[],
  ownerOf: (each: Each) => string,
): Each | undefined => {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(ownerOf(each), (counts.get(ownerOf(each)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return all.find((each) => counts.get(ownerOf(each)) === most);
};
