import type { CooperativeTask } from "./json-cursor.ts";
import { afterString, quote, space } from "./tokens.ts";

/** Bytes copied between two yields. */
const stepBytes = 64 * 1024;

/** Longer strings are copied by the library, which is slow to start and fast then. */
const longToken = 256;

/** Copies valid JSON without the white space between its tokens, in steps. */
export class CompactCopy {
  readonly into: Buffer;
  /** Bytes that were written. */
  bytes = 0;
  #copied = 0;

  /** `bytes`: as many as all of the copy will have. */
  constructor(bytes: number) {
    this.into = Buffer.allocUnsafe(bytes);
  }

  /** Writes a byte. */
  put(byte: number): void {
    this.into[this.bytes++] = byte;
  }

  /** Copies what lies between two places. */
  *add(message: Buffer, start: number, end: number): CooperativeTask<void> {
    const { into } = this;
    let to = this.bytes;
    for (let at = start; at < end;) {
      const byte = message[at] ?? 0;
      const stop = byte === quote ? afterString(message, at) : at + 1;
      if (stop - at > stepBytes) yield;
      if (stop - at > longToken) to += message.copy(into, to, at, stop);
      else if (byte > space)
        for (let from = at; from < stop; from += 1) into[to++] = message[from] ?? 0;
      this.#copied += stop - at;
      at = stop;
      if (this.#copied < stepBytes) continue;
      this.#copied = 0;
      yield;
    }
    this.bytes = to;
  }
}
