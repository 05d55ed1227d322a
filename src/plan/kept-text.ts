import type { JsonText } from "../raw-json/json-text.ts";
import type { CooperativeTask } from "../raw-json/steps.ts";
import { afterString, comma, quote, space } from "./raw-json/tokens.ts";

const closingBrace = Buffer.from("}");

/** So many bytes are copied before others may have their turn. */
const stepBytes = 64 * 1024;

/** Where the plan is less than that of its message, a copy of it is kept in place of the whole. */
const mostKept = 0.75;

/** A longer string is copied by the library, which is slow to begin and fast then. */
const longToken = 256;

/** The members of a plan that are kept, as they stand in the bytes of their message. */
export class KeptText {
  readonly #message: Buffer;
  /** Where each run of members that follow one another begins and ends, in turns. */
  readonly #runs: number[] = [];

  constructor(message: Buffer) {
    this.#message = message;
  }

  /** One more member, from its key to the end of its value. */
  add(start: number, end: number): void {
    const last = this.#runs.length - 1;
    const isNext = this.#runs[last] === start - 1;
    if (isNext) this.#runs[last] = end;
    else this.#runs.push(start, end);
  }

  /**
   * The members and the closing brace, which stands right before `end` in the
   * message, as `bytes` bytes of compact JSON. Where these lie together in the
   * message they are not copied, unless they would keep much else in memory.
   */
  *text(end: number, spaces: number, bytes: number): CooperativeTask<JsonText> {
    const isCompact = spaces === 0 && this.#runs.length <= 4;
    const keepsMuch = bytes < mostKept * this.#message.buffer.byteLength;
    return isCompact && !keepsMuch ? this.#pieces(end) : [yield* this.#copy(bytes)];
  }

  #pieces(end: number): JsonText {
    const runs = this.#runs;
    const pieces: Buffer[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const start = runs[run] ?? 0;
      // With the comma in front of it, and the brace behind it.
      const stop = runs[run + 1] === end - 1 ? end : runs[run + 1];
      pieces.push(this.#message.subarray(run === 0 ? start : start - 1, stop));
    }
    return runs.at(-1) === end - 1 ? pieces : [...pieces, closingBrace];
  }

  *#copy(bytes: number): CooperativeTask<Buffer> {
    const message = this.#message;
    const runs = this.#runs;
    const into = Buffer.allocUnsafe(bytes);
    let to = 0;
    let rest = stepBytes + (runs[0] ?? 0);
    for (let run = 0; run < runs.length; run += 2) {
      if (run > 0) into[to++] = comma;
      const end = runs[run + 1] ?? 0;
      let at = runs[run] ?? 0;
      while (at < end) {
        const byte = message[at] ?? 0;
        const stop = byte === quote ? afterString(message, at) : at + 1;
        if (stop - at > stepBytes) yield;
        if (stop - at > longToken) to += message.copy(into, to, at, stop);
        else if (byte > space)
          for (let from = at; from < stop; from += 1) into[to++] = message[from] ?? 0;
        at = stop;
        if (at < rest) continue;
        rest = at + stepBytes;
        yield;
      }
    }
    closingBrace.copy(into, to);
    return into;
  }
}
