/** Waiting frames beyond which a connection is not read from. */
const highWaterFrames = 64;
const highWaterBytes = 256 * 1024;

/** Hands out frames one after another; asks the connection to pause when they pile up behind the one that is being done. */
export class Inbox {
  readonly #pause: (isFirst: boolean) => void;
  readonly #resume: () => void;
  #frames: Buffer[] = [];
  #bytes = 0;
  #isBusy = false;
  #paused = false;
  #wasPaused = false;

  /** `pause` is told whether it is called for the first time. */
  constructor(pause: (isFirst: boolean) => void, resume: () => void) {
    this.#pause = pause;
    this.#resume = resume;
  }

  /** Whether the connection is not being read from. */
  get isPaused(): boolean {
    return this.#paused;
  }

  /** Whether a frame was handed out that is not done: whoever has done it asks for the next. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  push(frame: Buffer): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
    const piledUp = this.#frames.length >= highWaterFrames || this.#bytes >= highWaterBytes;
    if (this.#paused || !this.#isBusy || !piledUp) return;
    this.#paused = true;
    this.#pause(!this.#wasPaused);
    this.#wasPaused = true;
  }

  /** The oldest frame, when the one before it is done; or undefined. */
  shift(): Buffer | undefined {
    const frame = this.#frames.shift();
    this.#isBusy = frame !== undefined;
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
