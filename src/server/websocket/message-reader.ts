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

/** The most frames of one message: each costs memory, however short it is. */
export const maxFragments = 1024;

/** Bits of a frame's first byte that no extension of the service uses (RFC 6455, 5.2). */
const reservedBits = 0x30;

/** Below this length, views of four bytes at a time cost more than they save. */
const fewBytes = 64;

/** Unmasks a part of a payload in place (RFC 6455, 5.3). `offset` is the part's offset in its frame. */
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

/** An empty frame of an unfinished message. */
const emptyFragment = (opcode: number): Buffer => clientHead(opcode, 0);

/** Dependencies of the reader. */
interface ReaderContext {
  /** Passes control frames and protocol errors to the receiver of `ws`. */
  readonly handToWs: (bytes: Buffer) => void;
  readonly onMessage: (message: Buffer, isBinary: boolean) => void;
  /** The most bytes of a message. */
  readonly limitBytes: () => number;
  /** Whether messages may be compressed. */
  readonly isDeflating: boolean;
  readonly inflation: Inflation;
  /** Called with the bytes that a message gained by inflating; may end the connection. */
  readonly onInflated: (moreBytes: number) => void;
  readonly onNotInflated: (why: InflateProblem) => void;
  /** Whether to stop reading. */
  readonly isOver: () => boolean;
}

/** The result of reading a chunk. */
export interface ReadResult {
  /** Bytes read. */
  readonly bytes: number;
  /** No further bytes may be read until this resolves. */
  readonly later?: Promise<void>;
  /** The message of the next frame is too long: no further bytes may be read. */
  readonly isTooLong?: true;
}

/**
 * Reads a client's messages from its bytes. The receiver of `ws` gets only control frames, and the head of a frame that
 * breaks the protocol, to refuse it. It would unmask byte by byte once a frame is complete, blocking everybody for a large
 * one, has the same limit for all users, and would compress and inflate per connection. A message that is too long is
 * detected by the head of the frame that makes it so.
 */
export class MessageReader {
  readonly #context: ReaderContext;
  readonly #mask = new Uint8Array(maskBytes);
  /** Received bytes of the head, and its length as far as known. */
  #headAt = 0;
  #headLength = 2;
  #first = 0;
  #second = 0;
  #payload = 0;
  #payloadAt = 0;
  /** The first byte of the incomplete message; undefined between messages. */
  #opening: number | undefined;
  #parts: Buffer[] = [];
  #fragments = 0;
  /** Bytes of the message, including the whole current frame. */
  #messageBytes = 0;
  #heldBytes = 0;
  #heldChunks = 0;
  /** Whether reading has ended, after a protocol error or a close frame. */
  #hasEnded = false;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** The bytes and chunks held of an incomplete message, including the heads of its later frames. */
  get held(): { readonly bytes: number; readonly chunks: number } {
    return { bytes: this.#heldBytes, chunks: this.#heldChunks };
  }

  /** Reads the next chunk, unmasking in place. Stops at the end of a message that takes long to inflate. */
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

  /** Whether the message becomes too long with the frame whose head is complete. */
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

  /** Whether the receiver of `ws` refuses the frame by its first two bytes. */
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

  /** Makes the receiver of `ws` refuse the frame, as one after so many fragments, and stops reading. */
  #breakOff(fragments = 1): void {
    this.#hasEnded = true;
    const { handToWs } = this.#context;
    if (this.#opening !== undefined) {
      handToWs(emptyFragment(opcodes.text));
      for (let given = 1; given < fragments; given += 1)
        handToWs(emptyFragment(opcodes.continuation));
    }
    // A frame beyond the limit is refused once it is complete.
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
      // Bytes after a close frame are not read (RFC 6455, 5.5.1).
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

  /** Frees the message. */
  #letGo(): void {
    this.#heldBytes = 0;
    this.#heldChunks = 0;
  }
}
