/** Waiting frames beyond which a connection is not read from. */
const highWaterFrames = 64;
const highWaterBytes = 1024 * 1024;

/** Frames that were received and wait for the ones before them; asks the connection to pause when they pile up. */
export class Inbox {
  readonly #pause: () => void;
  readonly #resume: () => void;
  #frames: Buffer[] = [];
  #bytes = 0;
  #paused = false;

  constructor(pause: () => void, resume: () => void) {
    this.#pause = pause;
    this.#resume = resume;
  }

  /** Whether the connection is not being read from. */
  get isPaused(): boolean {
    return this.#paused;
  }

  push(frame: Buffer): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
    if (this.#paused || (this.#frames.length < highWaterFrames && this.#bytes < highWaterBytes))
      return;
    this.#paused = true;
    this.#pause();
  }

  /** The oldest frame, or undefined. */
  shift(): Buffer | undefined {
    const frame = this.#frames.shift();
    if (frame !== undefined) this.#bytes -= frame.length;
    if (this.#paused && this.#frames.length === 0) {
      this.#paused = false;
      this.#resume();
    }
    return frame;
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
