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

/** Runs works one after another, in the order in which they came; one that rejects keeps no later one from running. */
export const serial = (): (<A>(work: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
};

/**
 * Answers that are on their way, by what is asked: whoever asks the same meanwhile gets the same one, which was begun
 * before they asked. So it is for answers that are good for longer than the asking takes; whoever needs one that is
 * newer than the question wants `coalescing`.
 */
export class SharedAnswers<Question, Answer> {
  readonly #coming = new Map<Question, Promise<Answer>>();

  /** The answer that is on its way, or that of `ask`. */
  to(question: Question, ask: () => Promise<Answer>): Promise<Answer> {
    const before = this.#coming.get(question);
    if (before !== undefined) return before;
    const coming = ask().finally(() => this.#coming.delete(question));
    this.#coming.set(question, coming);
    return coming;
  }
}
