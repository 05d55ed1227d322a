/**
 * The same work, shared by those who ask for it at once: each gets a result of work that began after it
 * had asked. One at a time goes on, and all who ask meanwhile share the next one.
 */
export const sharing = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let running: Promise<A> | undefined;
  let next: Promise<A> | undefined;
  const begin = (): Promise<A> => {
    next = undefined;
    const mine = work().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
};
