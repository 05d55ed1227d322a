/** The same work, done once for all who ask while it goes on, such as several metrics of one collection. */
export const together = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let going: Promise<A> | undefined;
  return () => (going ??= work().finally(() => (going = undefined)));
};
