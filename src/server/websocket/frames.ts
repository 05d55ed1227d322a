import { constants, deflateRawSync } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { RawData } from "ws";
import { strictObject } from "../../model/codec.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import { bytesOf, type JsonText } from "../../plan/raw-json/raw-json.ts";

/** The Home Assistant API level that is emulated; its clients refuse to talk to a server without one. */
const emulatedVersion = "2026.10.0";

/** A text message in pieces, so that what many are sent need not be copied for each. */
export type Frame = readonly Buffer[];

/** A message with its head, which is written as it is. */
export interface WholeFrame {
  readonly whole: Buffer;
}

/** The same of a message that is compressed already (RFC 7692). */
export interface DeflatedFrame {
  readonly deflated: readonly Buffer[];
}

/** A command's error code. The codes of the host; an integration may add its own. */
export type ErrorCode = string;

const encode = (message: Readonly<Record<string, unknown>>): Frame => [
  Buffer.from(JSON.stringify(message)),
];

export const authRequired: Frame = encode({ type: "auth_required", ha_version: emulatedVersion });
export const authOk: Frame = encode({ type: "auth_ok", ha_version: emulatedVersion });
export const authInvalid = (message: string): Frame => encode({ type: "auth_invalid", message });

/** Takes the message that shows a token. */
export const authCodec = strictObject({ type: t.literal("auth"), access_token: t.string }, {});

/** The access token of an auth message, or what is wrong with it; the message itself is never repeated. */
export const decodeAuth = (frame: Buffer): Either<string, string> => {
  const parsed = parseJson(frame);
  if (isLeft(parsed)) return left("the auth message is no valid JSON");
  const decoded = authCodec.decode(parsed.right);
  return isLeft(decoded)
    ? left('expected {"type":"auth","access_token":"…"}')
    : right(decoded.right.access_token);
};

export const pongFrame = (id: number): Frame => encode({ id, type: "pong" });

export const resultFrame = (id: number, result: unknown): Frame =>
  encode({ id, type: "result", success: true, result });

export const errorFrame = (id: number, code: ErrorCode, message: string): Frame =>
  encode({ id, type: "result", success: false, error: { code, message } });

// The id comes last, so that everything before it is the same bytes for everyone.
const resultHead = Buffer.from('{"type":"result","success":true,"result":');
const eventHead = Buffer.from('{"type":"event","event":');
export const tailOf = (id: number): Buffer => Buffer.from(`,"id":${id}}`);

/** A result that is JSON text already; the bytes are shared, not copied. */
export const jsonResultFrame = (id: number, json: JsonText): Frame => [
  resultHead,
  ...json,
  tailOf(id),
];

/** An event that is JSON text already; the bytes are shared, not copied. */
const jsonEventFrame = (id: number, json: JsonText): readonly Buffer[] => [
  eventHead,
  ...json,
  tailOf(id),
];

/** Bits of a frame's first byte (RFC 6455, 5.2): the last frame of its message, and the first of a compressed one (RFC 7692, 6). */
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

/** Whether frames of an opcode may stand between those of a message (RFC 6455, 5.5). */
export const isControl = (opcode: number): boolean => opcode >= 8;

/** The bit of a frame's second byte that says that a mask follows, and the bytes of that. */
export const maskedBit = 0x80;
export const maskBytes = 4;
/** Where the length of a frame ends, by what the seven bits of its second byte say. */
export const lengthEnd = (bits: number): number => (bits < 126 ? 2 : bits === 126 ? 4 : 10);

/** The longest payload of one frame of the service: between frames there is room for pings. */
export const longestPayloadBytes = 256 * 1024;

/** The head of a frame of the service. */
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

/** The head of a frame of a client whose mask is zeros, so that the payload stands in it as it is. */
export const clientHead = (first: number, payloadBytes: number): Buffer => {
  const head = Buffer.concat([frameHead(first, payloadBytes), Buffer.alloc(maskBytes)]);
  head.writeUInt8(head.readUInt8(1) | maskedBit, 1);
  return head;
};

/** Text as a block of a deflate stream that is stored as it is (RFC 1951, 3.2.4). */
const storedBlock = (text: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(~text.length & 0xffff, 3);
  return Buffer.concat([head, text]);
};

/** What is left of the empty block that ends a message (RFC 7692, 7.2.1). */
const end = Buffer.alloc(1);

/** An event as a compressed message up to its id, which ends on a byte's border: the same for every subscriber. */
const deflatedEvent = (json: JsonText): Buffer =>
  deflateRawSync(Buffer.concat([eventHead, ...json]), {
    // The next ones save a tenth of the bytes, for up to two fifths more time.
    level: constants.Z_BEST_SPEED,
    finishFlush: constants.Z_SYNC_FLUSH,
  });

/** The rest of that message, with a subscription's id. */
const deflatedTail = (id: number): Buffer => Buffer.concat([storedBlock(tailOf(id)), end]);

/** What is shorter is not worth compressing. */
const minDeflatedBytes = 1024;
/**
 * What is longer would hold up the event loop for more than some 15 to 40 ms while it is compressed, which is done at
 * once because events and replies have an order. Up to here that is less than a few such plans take to be written.
 */
const maxDeflatedBytes = 4 * 1024 * 1024;

/**
 * Whether a connection takes compressed messages: not at all, or from this machine, to which bytes cost
 * next to nothing, or from another one.
 */
export type Deflation = "none" | "near" | "far";

/** So many ids of an event have a frame of their own that is kept. */
const maxIds = 4;

/**
 * Frames of one event, by the id of who gets them. Clients that are alike subscribe with the same id: those
 * share one frame, from the second on, so that what waits for hundreds of them takes little memory.
 * The first gets pieces, as do those with rarer ids, and nothing is copied for them.
 */
class SharedFrames {
  readonly #opening: number;
  readonly #frames = new Map<number, WholeFrame | undefined>();

  /** `opening` is the first byte of a frame but for its end. */
  constructor(opening: number) {
    this.#opening = opening;
  }

  /** The frame for an id, in one piece or as `piecesOf` gives it. */
  of(id: number, piecesOf: () => readonly Buffer[]): WholeFrame | readonly Buffer[] {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const pieces = piecesOf();
    const bytes = bytesOf(pieces);
    const isSecond = this.#frames.has(id);
    if (bytes > longestPayloadBytes || (!isSecond && this.#frames.size === maxIds)) return pieces;
    if (!isSecond) {
      this.#frames.set(id, undefined);
      return pieces;
    }
    const head = frameHead(this.#opening | finBit, bytes);
    const frame = { whole: Buffer.concat([head, ...pieces]) };
    this.#frames.set(id, frame);
    return frame;
  }
}

/** What is known of an event whose delivery goes on. */
interface Delivered {
  readonly plain: SharedFrames;
  readonly compressed: SharedFrames;
  /** Compressed, without an id. */
  deflated: Buffer | undefined;
  /** Whether it was sent to somebody on this machine who takes it compressed, but may be the only one. */
  hasNear: boolean;
}

/**
 * The frames of events. An event's bytes are shared by all subscribers; so are
 * they once it is compressed, which it is once, for the first to whom that is
 * worth it and all after.
 */
export class EventFrames {
  readonly #events = new Map<JsonText, Delivered>();

  /** An event that is JSON text already, under a subscription's id. */
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame | WholeFrame {
    const event = this.#delivered(json);
    const deflated = deflation === "none" ? undefined : this.#deflatedFor(json, event, deflation);
    if (deflated === undefined) return event.plain.of(id, () => jsonEventFrame(id, json));
    const frame = event.compressed.of(id, () => [deflated, deflatedTail(id)]);
    return "whole" in frame ? frame : { deflated: frame };
  }

  /** Everybody was sent what there is: of the events only the newest is of use to somebody who comes. */
  keepNewest(): void {
    const newest = [...this.#events.keys()].at(-1);
    for (const json of this.#events.keys()) if (json !== newest) this.#events.delete(json);
  }

  #delivered(json: JsonText): Delivered {
    const known = this.#events.get(json);
    if (known !== undefined) return known;
    const event: Delivered = {
      plain: new SharedFrames(opcodes.text),
      compressed: new SharedFrames(opcodes.text | compressedBit),
      deflated: undefined,
      hasNear: false,
    };
    this.#events.set(json, event);
    return event;
  }

  /** Undefined where it is better sent as it is. */
  #deflatedFor(json: JsonText, event: Delivered, deflation: "near" | "far"): Buffer | undefined {
    const bytes = bytesOf(json);
    if (bytes < minDeflatedBytes || bytes > maxDeflatedBytes) return undefined;
    if (deflation === "near" && !event.hasNear) event.hasNear = true;
    else event.deflated ??= deflatedEvent(json);
    return event.deflated;
  }
}

/** The bytes of a websocket message, in whichever form `ws` hands them out. */
export const bytesOfData = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
