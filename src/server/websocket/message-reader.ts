import { type Either, isRight } from "fp-ts/lib/Either.js";
import {
  clientHead,
  compressedBit,
  finBit,
  isControl,
  lengthEnd,
  maskBytes,
  maskedBit,
  opcodeOf,
  opcodes,
} from "./frames.ts";
import type { Inflation, InflateProblem } from "./permessage-deflate.ts";

/** Frames that one message may come in: each costs memory, however short it is. */
export const maxFragments = 1024;

/** Bits of a frame's first byte that no extension of the service uses (RFC 6455, 5.2). */
const reservedBits = 0x30;

/** Below this the views that work on four bytes at a time cost more than they save. */
const fewBytes = 64;

/** Takes the mask off a part of a payload, in place (RFC 6455, 5.3). `offset` is where the part lies in its frame. */
const unmask = (part: Buffer, mask: Uint8Array, offset: number): void => {
  const lead = part.length < fewBytes ? part.length : (4 - (part.byteOffset & 3)) & 3;
  for (let at = 0; at < lead; at += 1) part[at] = (part[at] ?? 0) ^ (mask[(offset + at) & 3] ?? 0);
  const many = (part.length - lead) >> 2;
  if (many > 0) {
    const turned = Uint8Array.from(mask, (_, at) => mask[(offset + lead + at) & 3] ?? 0);
    const [four = 0] = new Uint32Array(turned.buffer);
    const words = new Uint32Array(part.buffer, part.byteOffset + lead, many);
    for (let at = 0; at < many; at += 1) words[at] = (words[at] ?? 0) ^ four;
  }
  for (let at = lead + 4 * many; at < part.length; at += 1)
    part[at] = (part[at] ?? 0) ^ (mask[(offset + at) & 3] ?? 0);
};

/** A frame of a message that has more, and nothing in it. */
const emptyFragment = (opcode: number): Buffer => clientHead(opcode, 0);

/** What reads messages needs of the connection. */
interface ReaderContext {
  /** Takes control frames and what breaks the protocol, as the receiver of `ws` does. */
  readonly handToWs: (bytes: Buffer) => void;
  readonly onMessage: (message: Buffer, isBinary: boolean) => void;
  /** Bytes that a message may have. */
  readonly limitBytes: () => number;
  /** Whether messages may come compressed. */
  readonly isDeflating: boolean;
  readonly inflation: Inflation;
  /** Called with how many bytes a message became more than came of it; may end the connection. */
  readonly onInflated: (moreBytes: number) => void;
  readonly onNotInflated: (why: InflateProblem) => void;
  /** Whether nothing more is to be read. */
  readonly isOver: () => boolean;
}

/** What became of a chunk. */
export interface ReadResult {
  /** How much of it was read. */
  readonly bytes: number;
  /** Nothing more of it, or after it, may be read until this has resolved. */
  readonly later?: Promise<void>;
  /** The message whose frame begins there is too long: nothing more is to be read. */
  readonly isTooLong?: true;
}

/**
 * Reads the messages of a client from its bytes. The receiver of `ws` is given control frames alone, and the head of a
 * frame that breaks the protocol, which it refuses: it takes masks off byte by byte once a frame is whole, so that a large
 * one would keep everybody waiting, knows one limit for all, and would compress and inflate for each connection by itself.
 * A message is known to be too long by the head of the frame with which it becomes so.
 */
export class MessageReader {
  readonly #context: ReaderContext;
  readonly #mask = new Uint8Array(maskBytes);
  /** Bytes of the head that came, and the bytes that it has, as far as is known. */
  #headAt = 0;
  #headLength = 2;
  #first = 0;
  #second = 0;
  #payload = 0;
  #payloadAt = 0;
  /** The message that is not whole: the first byte of its first frame; undefined where there is none. */
  #opening: number | undefined;
  #parts: Buffer[] = [];
  #fragments = 0;
  /** Of the message, with all of the frame that comes. */
  #messageBytes = 0;
  #heldBytes = 0;
  #heldChunks = 0;
  /** Whether nothing more is read, as a frame broke the protocol or ended the connection. */
  #hasEnded = false;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** What came of a message that is not whole, with the heads of its frames after the first; and in how many chunks. */
  get held(): { readonly bytes: number; readonly chunks: number } {
    return { bytes: this.#heldBytes, chunks: this.#heldChunks };
  }

  /** Reads a chunk, which follows the one before, and takes masks off in it. It stops at the end of a message that takes long to be inflated. */
  read(chunk: Buffer): ReadResult {
    const end = { bytes: chunk.length };
    for (let at = 0; at < chunk.length;) {
      if (this.#hasEnded || this.#context.isOver()) return end;
      if (this.#headAt < this.#headLength) {
        this.#readHead(chunk[at] ?? 0);
        at += 1;
        if (this.#headAt < this.#headLength) continue;
        if (this.#isTooLong()) return { bytes: at, isTooLong: true };
        this.#beginFrame();
        if (this.#hasEnded) return end;
      } else {
        const part = chunk.subarray(at, at + this.#payload - this.#payloadAt);
        unmask(part, this.#mask, this.#payloadAt);
        this.#payloadAt += part.length;
        at += part.length;
        this.#takePart(part);
      }
      if (this.#payloadAt < this.#payload) continue;
      const later = this.#endFrame();
      if (later !== undefined) return { bytes: at, later };
    }
    if (this.#heldBytes > 0) this.#heldChunks += 1;
    return end;
  }

  #readHead(byte: number): void {
    const place = this.#headAt;
    this.#headAt += 1;
    const maskStart = this.#headLength - (this.#isMasked ? maskBytes : 0);
    if (place === 0) this.#first = byte;
    else if (place === 1) {
      this.#second = byte;
      const bits = byte & ~maskedBit;
      this.#headLength = lengthEnd(bits) + (this.#isMasked ? maskBytes : 0);
      this.#payload = bits < 126 ? bits : 0;
    } else if (place < maskStart) this.#payload = this.#payload * 256 + byte;
    else this.#mask[place - maskStart] = byte;
  }

  get #isMasked(): boolean {
    return (this.#second & maskedBit) !== 0;
  }

  get #isControl(): boolean {
    return isControl(opcodeOf(this.#first));
  }

  /** The head is whole: whether its message becomes too long. */
  #isTooLong(): boolean {
    if (this.#isControl) return false;
    const before = opcodeOf(this.#first) === opcodes.continuation ? this.#messageBytes : 0;
    this.#messageBytes = before + this.#payload;
    return this.#messageBytes > this.#context.limitBytes();
  }

  #beginFrame(): void {
    if (this.#breaksProtocol()) return this.#breakOff();
    if (this.#isControl) return this.#context.handToWs(clientHead(this.#first, this.#payload));
    this.#fragments += 1;
    if (this.#fragments > maxFragments) return this.#breakOff(maxFragments);
    if (this.#opening === undefined) this.#opening = this.#first;
    else this.#heldBytes += this.#headLength;
  }

  /** What the receiver of `ws` refuses by the first two bytes. */
  #breaksProtocol(): boolean {
    const opcode = opcodeOf(this.#first);
    const isCompressed = (this.#first & compressedBit) !== 0;
    if (!this.#isMasked || (this.#first & reservedBits) !== 0) return true;
    if (this.#isControl) {
      const isLong = (this.#second & ~maskedBit) > 125;
      const isLast = (this.#first & finBit) !== 0;
      const isCode = opcode !== opcodes.close || this.#payload !== 1;
      return opcode > opcodes.pong || isCompressed || !isLast || isLong || !isCode;
    }
    if (opcode === opcodes.continuation) return this.#opening === undefined || isCompressed;
    if (opcode > opcodes.binary || this.#opening !== undefined) return true;
    return isCompressed && !this.#context.isDeflating;
  }

  /** Lets the receiver of `ws` refuse the frame, as one behind so many fragments of the message, and reads nothing more. */
  #breakOff(fragments = 1): void {
    this.#hasEnded = true;
    const { handToWs } = this.#context;
    if (this.#opening !== undefined) {
      handToWs(emptyFragment(opcodes.text));
      for (let given = 1; given < fragments; given += 1)
        handToWs(emptyFragment(opcodes.continuation));
    }
    // The frame that is one too many is refused once it is whole.
    handToWs(
      fragments === 1
        ? Buffer.from([this.#first, this.#second])
        : emptyFragment(opcodes.continuation),
    );
  }

  #takePart(part: Buffer): void {
    if (this.#isControl) return this.#context.handToWs(part);
    this.#parts.push(part);
    this.#heldBytes += part.length;
  }

  #endFrame(): Promise<void> | undefined {
    const first = this.#first;
    this.#headAt = 0;
    this.#headLength = 2;
    this.#second = 0;
    this.#payload = 0;
    this.#payloadAt = 0;
    if (isControl(opcodeOf(first))) {
      // Whatever follows a close frame is not read (RFC 6455, 5.5.1).
      this.#hasEnded = opcodeOf(first) === opcodes.close;
      return undefined;
    }
    return (first & finBit) === 0 ? undefined : this.#endMessage();
  }

  #endMessage(): Promise<void> | undefined {
    const { inflation, limitBytes, isOver, onMessage } = this.#context;
    const parts = this.#parts;
    const opening = this.#opening ?? 0;
    const isBinary = opcodeOf(opening) === opcodes.binary;
    this.#opening = undefined;
    this.#parts = [];
    this.#fragments = 0;
    if ((opening & compressedBit) === 0) {
      this.#letGo();
      const [only] = parts;
      onMessage(parts.length === 1 && only !== undefined ? only : Buffer.concat(parts), isBinary);
      return undefined;
    }
    const inflated = inflation.inflate(parts, limitBytes(), () => !isOver());
    if (!(inflated instanceof Promise)) {
      this.#takeInflated(inflated, parts, isBinary);
      return undefined;
    }
    return (async () => this.#takeInflated(await inflated, parts, isBinary))();
  }

  #takeInflated(
    inflated: Either<InflateProblem, Buffer>,
    parts: readonly Buffer[],
    isBinary: boolean,
  ): void {
    const { onInflated, onNotInflated, isOver, onMessage } = this.#context;
    this.#letGo();
    if (isOver()) return;
    if (!isRight(inflated)) return onNotInflated(inflated.left);
    let cameBytes = 0;
    for (const part of parts) cameBytes += part.length;
    onInflated(inflated.right.length - cameBytes);
    if (!isOver()) onMessage(inflated.right, isBinary);
  }

  /** The message is held here no longer. */
  #letGo(): void {
    this.#heldBytes = 0;
    this.#heldChunks = 0;
  }
}
