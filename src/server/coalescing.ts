/**
 * The same work for all who wish for it: one run at a time, and for those who ask while it goes on one more, which they
 * share. A run that began after the wish answers it, so no wish is lost, whenever it comes: amid a run, behind the last
 * step of it, or between two of its microtasks. A run that rejects rejects to those who share it, and the next begins.
 */
export const coalescing = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<A> | undefined;
  const begin = (): Promise<A> => {
    waiting = undefined;
    return work();
  };
  return () => {
    if (waiting !== undefined) return waiting;
    waiting = last.then(begin, begin);
    last = waiting;
    return waiting;
  };
};
