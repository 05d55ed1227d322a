import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { hasCode } from "../../wal/index.ts";

const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;

/** Bytes held while nobody reads. */
const maxHeld = 128 * 1024;
const retryMs = 100;
/** How long an ending process waits for a slow reader. */
const patienceMs = 1000;

/** A file descriptor. */
type Output = 1 | 2;

/**
 * A descriptor that does not block where a write could block for good: at a pipe, a socket or a terminal. Blocking is a
 * property of the open file, which other programs may share, so a pipe or terminal is reopened; Linux can do that, but
 * not for a socket. libuv makes pipes and sockets non-blocking under Node's own streams.
 */
const openUnblocked = (output: Output): number => {
  const stats = fstatSync(output);
  const isPipe = stats.isFIFO();
  try {
    if (isPipe || isatty(output))
      return openSync(`/proc/self/fd/${output}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    // Not Linux, another user's terminal, or a pipe without a reader.
  }
  const stream = output === 1 ? process.stdout : process.stderr;
  if (isPipe || stats.isSocket()) stream.on("error", () => undefined);
  return output;
};

/**
 * Line output that neither blocks nor ends the process, whatever happens at the other end: a pipe or terminal that
 * nobody reads, a reader that left, a full disk. Writes at once if possible, else holds lines and retries; lines beyond
 * 128 KiB are lost.
 */
export class NonBlockingOutput {
  readonly #descriptor: number;
  readonly #onLost: (lines: number) => void;
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `onLost` gets the number of lost lines once the held ones are written. */
  constructor(output: Output, onLost: (lines: number) => void = () => undefined) {
    this.#descriptor = openUnblocked(output);
    this.#onLost = onLost;
    process.once("exit", () => this.#finish());
  }

  /** `line` ends with a line feed. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#heldBytes + bytes.length > maxHeld) {
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

  /** At exit a slow reader gets a second, a full disk nothing. */
  #finish(): void {
    const until = performance.now() + patienceMs;
    const never = new Int32Array(new SharedArrayBuffer(4));
    while (hasCode(this.#writeHeld(), "EAGAIN") && performance.now() < until)
      Atomics.wait(never, 0, 0, 10);
  }

  /** Writes as much as possible; returns the error that stopped it. */
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
