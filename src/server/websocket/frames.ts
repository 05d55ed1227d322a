import { constants, deflateRawSync } from "node:zlib";
import type { RawData } from "ws";
import { bytesOf, type JsonText } from "../../plan/raw-json/raw-json.ts";
import { eventHead, type Frame, jsonEventFrame, tailOf } from "./messages.ts";

/** A message with its frame head, written as is. */
export interface WholeFrame {
  readonly whole: Buffer;
}

/** A message that is already compressed (RFC 7692). */
export interface DeflatedFrame {
  readonly deflated: readonly Buffer[];
}

/** Bits of a frame's first byte: the last frame of its message (RFC 6455, 5.2), and the first of a compressed one (RFC 7692, 6). */
export const finBit = 0x80;
export const compressedBit = 0x40;
export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** The opcode in a frame's first byte. */
export const opcodeOf = (first: number): number => first & 0x0f;

/** Whether frames of an opcode may come between those of a message (RFC 6455, 5.5). */
export const isControl = (opcode: number): boolean => opcode >= 8;

/** The bit of a frame's second byte that announces a mask, and the mask's bytes. */
export const maskedBit = 0x80;
export const maskBytes = 4;
/** Where the length of a frame ends, by the seven bits of its second byte. */
export const lengthEnd = (bits: number): number => (bits < 126 ? 2 : bits === 126 ? 4 : 10);

/** The longest payload of one frame that the service sends: pings fit between frames. */
export const longestPayloadBytes = 256 * 1024;

/** The head of a frame that the service sends. */
export const frameHead = (first: number, payloadBytes: number): Buffer => {
  if (payloadBytes < 126) return Buffer.from([first, payloadBytes]);
  const isShort = payloadBytes < 65_536;
  const head = Buffer.allocUnsafe(isShort ? 4 : 10);
  head.writeUInt8(first, 0);
  head.writeUInt8(isShort ? 126 : 127, 1);
  if (isShort) head.writeUInt16BE(payloadBytes, 2);
  else head.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return head;
};

/** The head of a client's frame with a mask of zeros, which leaves the payload as it is. */
export const clientHead = (first: number, payloadBytes: number): Buffer => {
  const head = Buffer.concat([frameHead(first, payloadBytes), Buffer.alloc(maskBytes)]);
  head.writeUInt8(head.readUInt8(1) | maskedBit, 1);
  return head;
};

/** Text as a stored block of a deflate stream (RFC 1951, 3.2.4). */
const storedBlock = (text: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(~text.length & 0xffff, 3);
  return Buffer.concat([head, text]);
};

/** The remainder of the empty block that ends a message (RFC 7692, 7.2.1). */
const end = Buffer.alloc(1);

/** An event as a compressed message up to its id, ending on a byte boundary: the same bytes for every subscriber. */
const deflatedEvent = (json: JsonText): Buffer =>
  deflateRawSync(Buffer.concat([eventHead, ...json]), {
    // Higher levels save a tenth of the bytes for up to two fifths more time.
    level: constants.Z_BEST_SPEED,
    finishFlush: constants.Z_SYNC_FLUSH,
  });

/** The end of that message, with a subscription's id. */
const deflatedTail = (id: number): Buffer => Buffer.concat([storedBlock(tailOf(id)), end]);

/** Shorter events are not worth compressing. */
const minDeflatedBytes = 1024;
/**
 * Compressing a longer event would block the event loop for more than some 15 to 40 ms; it is synchronous because events
 * and replies have an order. Up to this length it takes less time than writing a few such plans.
 */
const maxDeflatedBytes = 4 * 1024 * 1024;
/** The same where other homes wait meanwhile: some milliseconds. */
const maxSharedDeflatedBytes = 256 * 1024;

/** Whether a connection takes compressed messages: not at all, from this machine, where bytes cost almost nothing, or from another one. */
export type Deflation = "none" | "near" | "far";

/** The most ids of an event whose frame is kept. */
const maxIds = 4;

/** From this client on a frame is shared: a copy of the event, which is kept until the next one. */
const sharedFrom = 2;
/** The same where many homes each would keep a copy for a few screens. */
const sharedFromInHomes = 8;

/**
 * Frames of one event, by subscription id. Similar clients subscribe under the same id: all but the first ones share
 * one frame, so that waiting for hundreds of them takes little memory. The first clients, and those with rarer ids, get
 * uncopied pieces.
 */
class SharedFrames {
  readonly #opening: number;
  readonly #sharedFrom: number;
  /** The frame for an id, or how many clients got pieces under it. */
  readonly #frames = new Map<number, WholeFrame | number>();

  /** `opening` is a frame's first byte without the final bit. */
  constructor(opening: number, isShared: boolean) {
    this.#opening = opening;
    this.#sharedFrom = isShared ? sharedFromInHomes : sharedFrom;
  }

  /** The frame for an id, in one piece or as `piecesOf` returns it. */
  of(id: number, piecesOf: () => readonly Buffer[]): WholeFrame | readonly Buffer[] {
    const known = this.#frames.get(id) ?? 0;
    if (typeof known === "object") return known;
    const pieces = piecesOf();
    const bytes = bytesOf(pieces);
    if (bytes > longestPayloadBytes || (known === 0 && this.#frames.size === maxIds)) return pieces;
    if (known + 1 < this.#sharedFrom) {
      this.#frames.set(id, known + 1);
      return pieces;
    }
    const head = frameHead(this.#opening | finBit, bytes);
    const frame = { whole: Buffer.concat([head, ...pieces]) };
    this.#frames.set(id, frame);
    return frame;
  }
}

/** An event that is being delivered. */
interface Delivered {
  readonly plain: SharedFrames;
  readonly compressed: SharedFrames;
  /** Compressed, without an id. */
  deflated: Buffer | undefined;
  /** Whether it was sent uncompressed to a client on this machine that accepts compression. */
  hasNear: boolean;
}

/** Bytes of events whose frames are kept, besides the newest one's. */
const maxEventBytes = 8 * 1024 * 1024;

/**
 * The frames of events. All subscribers share an event's bytes, also the compressed ones: an event is compressed once,
 * for the first subscriber for whom that pays off.
 */
export class EventFrames {
  /** Oldest first. */
  readonly #events = new Map<JsonText, Delivered>();
  readonly #isShared: boolean;
  #bytes = 0;

  /** `isShared`: whether other homes share the event loop. */
  constructor(isShared = false) {
    this.#isShared = isShared;
  }

  /** An event that already is JSON text, under a subscription's id. */
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame | WholeFrame {
    const event = this.#delivered(json);
    const deflated = deflation === "none" ? undefined : this.#deflatedFor(json, event, deflation);
    if (deflated === undefined) return event.plain.of(id, () => jsonEventFrame(id, json));
    const frame = event.compressed.of(id, () => [deflated, deflatedTail(id)]);
    return "whole" in frame ? frame : { deflated: frame };
  }

  /** Call when all events were delivered: later subscribers need only the newest. */
  keepNewest(): void {
    const newest = [...this.#events.keys()].at(-1);
    for (const json of this.#events.keys()) if (json !== newest) this.#drop(json);
  }

  #drop(json: JsonText): void {
    if (this.#events.delete(json)) this.#bytes -= bytesOf(json);
  }

  /** First events of subscriptions are delivered one by one, and each may be another one. */
  #keep(json: JsonText, event: Delivered): void {
    this.#events.set(json, event);
    this.#bytes += bytesOf(json);
    for (const old of this.#events.keys()) {
      if (this.#bytes <= maxEventBytes || old === json) return;
      this.#drop(old);
    }
  }

  #delivered(json: JsonText): Delivered {
    const known = this.#events.get(json);
    if (known !== undefined) return known;
    const event: Delivered = {
      plain: new SharedFrames(opcodes.text, this.#isShared),
      compressed: new SharedFrames(opcodes.text | compressedBit, this.#isShared),
      deflated: undefined,
      hasNear: false,
    };
    this.#keep(json, event);
    return event;
  }

  /** Undefined if the event is better sent uncompressed. */
  #deflatedFor(json: JsonText, event: Delivered, deflation: "near" | "far"): Buffer | undefined {
    const bytes = bytesOf(json);
    const most = this.#isShared ? maxSharedDeflatedBytes : maxDeflatedBytes;
    if (bytes < minDeflatedBytes || bytes > most) return undefined;
    if (deflation === "near" && !event.hasNear) event.hasNear = true;
    else event.deflated ??= deflatedEvent(json);
    return event.deflated;
  }
}

/** The bytes of a websocket message, in any form that `ws` returns. */
export const bytesOfData = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
