/** Milliseconds of work after which others get a turn. */
const work = 20;

/** Gives others a turn, such as the browser that draws, whenever enough work was done in one go. */
export class Turns {
  #since = performance.now();

  /** To be called between steps of a few milliseconds at most. */
  async take(): Promise<void> {
    if (performance.now() - this.#since < work) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    this.#since = performance.now();
  }
}
