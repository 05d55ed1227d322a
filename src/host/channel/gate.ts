import type { WhyClosed } from "./why-closed.ts";

/** Holds logins back until it is decided whether users may come in. */
export class Gate {
  /** Resolves with undefined when users may be let in, or with why they cannot be. */
  readonly decided: Promise<WhyClosed | undefined>;
  #decide: (refused: WhyClosed | undefined) => void = () => undefined;

  /** Opens by itself after `waitMs` milliseconds. */
  constructor(waitMs: number) {
    this.decided = new Promise((resolve) => {
      this.#decide = resolve;
      setTimeout(resolve, waitMs, undefined).unref();
    });
  }

  open(): void {
    this.#decide(undefined);
  }

  refuse(why: WhyClosed): void {
    this.#decide(why);
  }
}
