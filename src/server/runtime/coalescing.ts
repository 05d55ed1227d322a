/**
 * Runs work for many callers, one run at a time. Calls during a run, even in its last microtask, share the next run, so
 * every caller gets a run that began after its call. If a run rejects, it rejects for its callers, and the next run still
 * starts.
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

/** Runs work one after another, in call order. A rejection does not stop later work. */
export const serial = (): (<A>(work: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
};

/**
 * Pending answers by question: callers with the same question share one, which may have been requested before they
 * asked. For answers that stay valid longer than a request takes; otherwise use `coalescing`.
 */
export class SharedAnswers<Question, Answer> {
  readonly #coming = new Map<Question, Promise<Answer>>();

  /** The pending answer to a question, or else that of `ask`. */
  to(question: Question, ask: () => Promise<Answer>): Promise<Answer> {
    const before = this.#coming.get(question);
    if (before !== undefined) return before;
    const coming = ask().finally(() => this.#coming.delete(question));
    this.#coming.set(question, coming);
    return coming;
  }
}
