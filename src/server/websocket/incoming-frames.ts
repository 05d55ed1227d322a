import type { WebSocket } from "ws";
import {
  isControl,
  lengthEnd,
  longestHeadBytes,
  maskBytes,
  maskedBit,
  opcodeOf,
  opcodes,
} from "./frames.ts";

/** Below this the views that work on four bytes at a time cost more than they save. */
const fewBytes = 64;

/** Turns a part of a payload back, in place (RFC 6455, 5.3). `offset` is where the part lies in its frame. */
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

/**
 * Looks at the frames of a client as their bytes come in.
 *
 * Takes their masks off: the receiver of `ws` does so byte by byte once a frame
 * is whole, which for a large one keeps everybody waiting; here each chunk is
 * turned back four bytes at a time, and the receiver finds masks of zeros, with
 * which it has nothing to do. And tells by its heads when a message will be too
 * long, before any of that came. Heads that break the protocol are the receiver's to refuse.
 */
export class IncomingFrames {
  readonly #limitBytes: () => number;
  readonly #mask = new Uint8Array(maskBytes);
  #first = 0;
  /** Bytes of the head that came, and the bytes that it has, as far as is known. */
  #headAt = 0;
  #headLength = 2;
  #isMasked = false;
  #payload = 0;
  #payloadAt = 0;
  /** Of the message, with all of the frame that comes. */
  #messageBytes = 0;

  /** A message is too long that has more than `limitBytes`. */
  constructor(limitBytes: () => number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Takes the masks off a chunk, in place; it follows the one before. Returns how many bytes of it may
   * be gone on with: all, or where a message becomes too long those before that frame, and no more come then.
   */
  take(chunk: Buffer): number {
    let headStart = 0;
    for (let at = 0; at < chunk.length;) {
      if (this.#headAt < this.#headLength) {
        if (this.#headAt === 0) headStart = at;
        this.#takeOfHead(chunk, at);
        at += 1;
        if (this.#headAt === this.#headLength && this.#isTooLong()) return headStart;
      } else {
        const part = chunk.subarray(at, at + this.#payload - this.#payloadAt);
        if (this.#isMasked) unmask(part, this.#mask, this.#payloadAt);
        this.#payloadAt += part.length;
        at += part.length;
      }
      if (this.#headAt === this.#headLength && this.#payloadAt === this.#payload) {
        this.#headAt = 0;
        this.#headLength = 2;
        this.#payload = 0;
        this.#payloadAt = 0;
      }
    }
    return chunk.length;
  }

  #takeOfHead(chunk: Buffer, at: number): void {
    const byte = chunk[at] ?? 0;
    const place = this.#headAt;
    this.#headAt += 1;
    const maskStart = this.#headLength - (this.#isMasked ? maskBytes : 0);
    if (place === 0) this.#first = byte;
    else if (place === 1) {
      const bits = byte & ~maskedBit;
      this.#isMasked = byte !== bits;
      this.#headLength = lengthEnd(bits) + (this.#isMasked ? maskBytes : 0);
      this.#payload = bits < 126 ? bits : 0;
    } else if (place < maskStart) this.#payload = this.#payload * 256 + byte;
    else {
      this.#mask[place - maskStart] = byte;
      chunk[at] = 0;
    }
  }

  /** The head is whole: whether its message becomes too long. */
  #isTooLong(): boolean {
    const opcode = opcodeOf(this.#first);
    if (isControl(opcode)) return false;
    const before = opcode === opcodes.continuation ? this.#messageBytes : 0;
    this.#messageBytes = before + this.#payload;
    return this.#messageBytes > this.#limitBytes();
  }
}

/** What a chunk takes in memory beside its bytes. */
const chunkBytes = 256;
/** Bytes of a client's control frame beside its payload (RFC 6455, 5.2 and 5.5). */
const controlHeadBytes = 6;

/** What all connections hold together of messages that are not whole yet. */
export class UnfinishedTotal {
  readonly #limitBytes: number;
  readonly #parts = new Set<Unfinished>();
  #bytes = 0;

  /** Past `limitBytes` the connection that holds the most is told to let go. */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(part: Unfinished, bytes: number): void {
    this.#parts.add(part);
    this.#bytes += bytes;
    if (this.#bytes <= this.#limitBytes) return;
    let largest = part;
    for (const each of this.#parts) if (each.heldBytes > largest.heldBytes) largest = each;
    largest.letGo();
  }

  remove(part: Unfinished): void {
    if (this.#parts.delete(part)) this.#bytes -= part.heldBytes;
  }
}

/**
 * What a connection holds of a message that is not whole yet. The receiver,
 * which holds it, tells of whole ones only; so bytes are counted as they come
 * in, the heads of their frames among them. Where a message ended within a
 * chunk, the rest of the chunk is not counted.
 */
export class Unfinished {
  /** Called when it holds the most of too much; must end it. */
  readonly letGo: () => void;
  readonly #total: UnfinishedTotal;
  #bytes = 0;
  #chunks = 0;
  /** Of the chunk that is being taken apart. */
  #controlBytes = 0;
  #isMessageOver = false;

  constructor(ws: WebSocket, total: UnfinishedTotal, letGo: () => void) {
    this.letGo = letGo;
    this.#total = total;
    const countControl = (payload: Buffer): void => {
      this.#controlBytes += controlHeadBytes + payload.length;
    };
    ws.on("ping", countControl).on("pong", countControl);
    ws.on("message", () => {
      this.#isMessageOver = true;
    });
  }

  /** What it takes in memory. */
  get heldBytes(): number {
    return this.#bytes + this.#chunks * chunkBytes;
  }

  /** Whether the message must become longer than so many bytes, or is more heads than message. */
  isLongerThan(bytes: number): boolean {
    return this.#bytes > bytes + longestHeadBytes;
  }

  /** Counts a chunk, after the receiver has taken it apart. */
  took(chunk: Buffer): void {
    const before = this.heldBytes;
    const rest = chunk.length - this.#controlBytes;
    this.#bytes = this.#isMessageOver ? 0 : Math.max(0, this.#bytes + rest);
    this.#chunks = this.#bytes === 0 ? 0 : this.#chunks + 1;
    this.#controlBytes = 0;
    this.#isMessageOver = false;
    if (this.heldBytes !== before) this.#total.add(this, this.heldBytes - before);
  }

  /** What was held is not counted any more. */
  end(): void {
    this.#total.remove(this);
    this.#bytes = 0;
    this.#chunks = 0;
  }
}
