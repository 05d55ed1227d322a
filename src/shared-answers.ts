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
