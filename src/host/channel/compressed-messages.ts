import {
  clientHead,
  compressedBit,
  finBit,
  type FrameHead,
  longestHeadBytes,
  opcodes,
  readHead,
} from "./frame-head.ts";

/** A message that came compressed and is whole. */
export interface CompressedMessage {
  /** First byte of the frame that it ends with, as if it were not compressed. */
  readonly first: number;
  readonly data: readonly Buffer[];
}

/** What became of a chunk. */
export interface Taken {
  /** How much of it was taken: up to the end of the first compressed message in it, else all. */
  readonly bytes: number;
  readonly message: CompressedMessage | undefined;
}

const none = Buffer.alloc(0);

const isData = (first: number): boolean => {
  const opcode = first & ~(finBit | compressedBit);
  return opcode === opcodes.text || opcode === opcodes.binary;
};

/**
 * Keeps compressed messages back from a receiver that knows of none. Of each of
 * their frames but the last it is handed an empty one, so that it still sees to
 * the order and number of frames. All else it is handed as it came, also what
 * breaks the protocol, and is left to say so.
 */
export class CompressedMessages {
  readonly #handOn: (plain: Buffer) => void;
  /** A head that is not whole. */
  #begun: Buffer = none;
  /** The frame whose payload comes. */
  #frame: FrameHead | undefined;
  #leftBytes = 0;
  #isCompressed = false;
  /** Whether a compressed message has more frames to come. */
  #isUnfinished = false;
  #data: Buffer[] = [];

  constructor(handOn: (plain: Buffer) => void) {
    this.#handOn = handOn;
  }

  /** Takes a chunk up to the end of the first compressed message in it. */
  take(chunk: Buffer): Taken {
    let at = 0;
    // What is plain from here on goes on in one go.
    let from = 0;
    const handOnTo = (end: number): void => {
      if (end > from) this.#handOn(chunk.subarray(from, end));
    };
    while (at < chunk.length) {
      if (this.#frame === undefined) {
        const begun = this.#begun;
        const coming = chunk.subarray(at, at + longestHeadBytes);
        const bytes = begun.length === 0 ? coming : Buffer.concat([begun, coming]);
        const head = readHead(bytes);
        if (head === undefined) {
          handOnTo(at);
          // A copy, because it may stay for long, and the chunk with it.
          this.#begun = Buffer.from(bytes);
          return { bytes: chunk.length, message: undefined };
        }
        this.#begin(head);
        if (this.#isCompressed) handOnTo(at);
        else if (begun.length > 0) this.#handOn(begun);
        at += head.bytes - begun.length;
        if (this.#isCompressed) from = at;
      }
      const payload = chunk.subarray(at, at + this.#leftBytes);
      at += payload.length;
      if (this.#isCompressed) {
        if (payload.length > 0) this.#data.push(payload);
        from = at;
      }
      this.#leftBytes -= payload.length;
      if (this.#leftBytes > 0) break;
      const message = this.#finish();
      if (message !== undefined) return { bytes: at, message };
    }
    handOnTo(at);
    return { bytes: at, message: undefined };
  }

  #begin(head: FrameHead): void {
    const { first, isMasked, payloadBytes } = head;
    this.#frame = head;
    this.#leftBytes = payloadBytes;
    this.#begun = none;
    const continues = this.#isUnfinished && (first & ~finBit) === opcodes.continuation;
    const begins = !this.#isUnfinished && (first & compressedBit) !== 0 && isData(first);
    this.#isCompressed = isMasked && (continues || begins);
  }

  /** A frame is whole, and maybe a compressed message with it. */
  #finish(): CompressedMessage | undefined {
    const first = (this.#frame?.first ?? 0) & ~compressedBit;
    this.#frame = undefined;
    if (!this.#isCompressed) return undefined;
    this.#isUnfinished = (first & finBit) === 0;
    if (this.#isUnfinished) {
      this.#handOn(clientHead(first, 0));
      return undefined;
    }
    const data = this.#data;
    this.#data = [];
    return { first, data };
  }
}
