import { isatty } from "node:tty";

const standardError = 2;
const width = 30;

/** Draws how far a transfer is, on one line of the terminal's error output; draws nothing where that is no terminal. */
export class ProgressBar {
  readonly #total: number;
  readonly #isShown = isatty(standardError);
  #drawn = -1;

  /** `total`: bytes to transfer. */
  constructor(total: number) {
    this.#total = Math.max(1, total);
  }

  /** `done`: bytes transferred so far. */
  update(done: number): void {
    const percent = Math.min(100, Math.floor((done / this.#total) * 100));
    if (!this.#isShown || percent === this.#drawn) return;
    this.#drawn = percent;
    const filled = Math.round((percent / 100) * width);
    process.stderr.write(`\r[${"#".repeat(filled)}${" ".repeat(width - filled)}] ${percent} %`);
  }

  /** Ends the line. */
  end(): void {
    if (this.#isShown && this.#drawn >= 0) process.stderr.write("\n");
  }
}
