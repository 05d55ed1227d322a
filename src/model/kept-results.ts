/**
 * A function of a list that gives the result of `of` for each of its elements. It keeps the last list and its results, and
 * calls `of` only for what the next list has in place of other elements: a frame of a drag changes one element of thousands.
 * `of` has to depend on the element alone.
 */
export const keptResults = <Element, Result extends object | null>(
  of: (element: Element) => Result,
): ((list: readonly Element[]) => readonly Result[]) => {
  let last: readonly Element[] = [];
  let results: readonly Result[] = [];
  return (list) => {
    if (list === last) return results;
    const [before, known] = [last, results];
    const more = list.length - before.length;
    let same = 0;
    while (same < list.length && list[same] === before[same]) same += 1;
    // What follows an element that was added or removed has moved in the list.
    const resultAt = (element: Element, at: number): Result => {
      const from = at < same ? at : at - more;
      const result = before[from] === element ? known[from] : undefined;
      return result === undefined ? of(element) : result;
    };
    results = list.map(resultAt);
    last = list;
    return results;
  };
};
