import type { FileHandle } from "./file-system.ts";
import type { OpenLog } from "./log-options.ts";
import { makeSpare, newSegmentLength } from "./segment.ts";
import { messageOf } from "./system-calls.ts";

const longStepBytes = 1024 * 1024;

/**
 * The next segment, made beside the appends. Its zeros are written in steps of 1 MiB, or of a fourth
 * of a segment if that is less: a save waits for no more of them. A step is longer where more is saved
 * meanwhile, twice as long as that: so the spare is whole before half of the segment is full.
 */
export class SpareSegment {
  readonly #options: OpenLog;
  #making: Promise<FileHandle> | undefined;
  /** Bytes of it that are neither made nor begun. */
  #left = 0;
  /** Bytes that were appended since the last step began. */
  #appended = 0;

  constructor(options: OpenLog) {
    this.#options = options;
  }

  /** Whether more than a step of it is still to be begun: who takes it would wait for long. */
  get isFarFromMade(): boolean {
    return this.#left > longStepBytes;
  }

  /** Begins to make it; that it fails is reported. */
  prepare(): void {
    const { report } = this.#options;
    this.#left = newSegmentLength(this.#options.limits.segmentBytes);
    this.#appended = 0;
    this.#making = makeSpare(this.#options, () => this.#nextStep());
    this.#making.catch((error: unknown) => {
      this.#left = 0;
      report({ kind: "spare-failed", reason: messageOf(error) });
    });
  }

  /** Takes note of bytes that were appended. */
  appended(bytes: number): void {
    this.#appended += bytes;
  }

  /** Waits until it is made, and hands it over; undefined where it failed, or was not begun. */
  async take(): Promise<FileHandle | undefined> {
    const made = await this.#making?.catch(() => undefined);
    this.#making = undefined;
    return made;
  }

  #nextStep(): number {
    const least = Math.min(longStepBytes, Math.ceil(this.#options.limits.segmentBytes / 4));
    const step = Math.max(least, 2 * this.#appended);
    this.#appended = 0;
    this.#left -= step;
    return step;
  }
}
