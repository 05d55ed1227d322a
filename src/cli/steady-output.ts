import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { hasCode } from "../../wal/index.ts";

const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;

/** Bytes that are held while nobody takes them. */
const mostHeld = 128 * 1024;
/** How soon it is tried again. */
const retryMs = 100;
/** How long a process that ends waits for whoever reads slowly. */
const patienceMs = 1000;

/** The standard output or the error output, by its number. */
type Output = 1 | 2;

/**
 * A descriptor for an output that does not block where writing could block for good: at a pipe, a
 * socket or a terminal. Blocking is a property of the open file, which other programs may have as
 * well, so that a pipe or a terminal is opened anew; Linux can do that, but not with a socket. libuv,
 * under Node's own streams, makes pipes and sockets not block.
 */
const openUnblocked = (output: Output): number => {
  const stats = fstatSync(output);
  const isPipe = stats.isFIFO();
  try {
    if (isPipe || isatty(output))
      return openSync(`/proc/self/fd/${output}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    // No Linux, a terminal of somebody else, or a pipe that nobody has open for reading.
  }
  const stream = output === 1 ? process.stdout : process.stderr;
  if (isPipe || stats.isSocket()) stream.on("error", () => undefined);
  return output;
};

/**
 * An output of the process for lines, which neither stops nor ends it, whatever becomes of the other
 * end: a pipe or a terminal that nobody reads, a reader that went away, a full disk. A line is written
 * at once where it can be. Else it is held, and tried again; beyond 128 KiB of them lines are lost.
 */
export class NonBlockingOutput {
  readonly #descriptor: number;
  readonly #onLost: (lines: number) => void;
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `onLost` is told how many lines were lost once what was held before them is written. */
  constructor(output: Output, onLost: (lines: number) => void = () => undefined) {
    this.#descriptor = openUnblocked(output);
    this.#onLost = onLost;
    process.once("exit", () => this.#finish());
  }

  /** Writes a line, which ends with a line feed, behind those that came before. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#heldBytes + bytes.length > mostHeld) {
      this.#lost += 1;
      return;
    }
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#timer === undefined) this.#tryWriting();
  }

  #tryWriting(): void {
    this.#timer = undefined;
    if (this.#writeHeld() !== undefined)
      this.#timer = setTimeout(() => this.#tryWriting(), retryMs).unref();
  }

  /** The process ends: whoever reads slowly is given a second, a full disk nothing. */
  #finish(): void {
    const until = performance.now() + patienceMs;
    const never = new Int32Array(new SharedArrayBuffer(4));
    while (hasCode(this.#writeHeld(), "EAGAIN") && performance.now() < until)
      Atomics.wait(never, 0, 0, 10);
  }

  /** Writes as much as can be now; returns the error that kept it from writing all. */
  #writeHeld(): unknown {
    try {
      for (let line = this.#held[0]; line !== undefined; line = this.#held[0]) {
        const written = writeSync(this.#descriptor, line);
        this.#heldBytes -= written;
        if (written < line.length) this.#held[0] = line.subarray(written);
        else this.#held.shift();
      }
    } catch (error) {
      return error;
    }
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) this.#onLost(lost);
    return undefined;
  }
}
