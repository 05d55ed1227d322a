import { constants, inflateRaw, inflateRawSync } from "node:zlib";
import { type Either, isLeft, isRight, left, right, tryCatch } from "fp-ts/lib/Either.js";
import {
  clientHead,
  compressedBit,
  finBit,
  type FrameHead,
  longestHeadBytes,
  opcodes,
  readHead,
} from "./frames.ts";
import { type CloseReason, closeReasons } from "./close.ts";

const name = "permessage-deflate";

/**
 * Parameters that an offer may have (RFC 7692, 7.1). A smaller window for what the service sends is not among
 * them, because all subscribers share the same bytes; one for what it reads is, because any fits into its own.
 */
const acceptable = [
  /^(?:server|client)_no_context_takeover$/,
  /^client_max_window_bits(?:=(?:[89]|1[0-5]))?$/,
  /^server_max_window_bits=15$/,
];

/** The parameters of an offer that can be accepted. */
const parametersOf = (offer: string): readonly string[] | undefined => {
  const [extension, ...parameters] = offer.split(";").map((part) => part.replaceAll(/["\s]/g, ""));
  if (extension !== name) return undefined;
  const names = new Set(parameters.map((each) => each.split("=", 1)[0]));
  const isSound =
    names.size === parameters.length &&
    parameters.every((each) => acceptable.some((shape) => shape.test(each)));
  return isSound ? parameters : undefined;
};

/**
 * The answer to a `Sec-WebSocket-Extensions` header that offers to compress messages: undefined where nothing
 * of it can be accepted, and messages then go as they are. No message builds on one before it, in either
 * direction: so one compressed event serves every connection, and none keeps a window.
 */
export const answerToOffers = (header: string | undefined): string | undefined => {
  for (const offer of header?.split(",") ?? []) {
    const parameters = parametersOf(offer);
    if (parameters === undefined) continue;
    // What limits the service's own window is accepted by saying it again (RFC 7692, 7.1.2.1).
    const windowBits = parameters.filter((each) => each.startsWith("server_max_window_bits"));
    return [name, "server_no_context_takeover", "client_no_context_takeover", ...windowBits].join(
      "; ",
    );
  }
  return undefined;
};

/** Why a compressed message could not be read. */
type NotInflated = "too-long" | "invalid";

type Inflated = Either<NotInflated, Buffer>;

/** What a message has no more of when it is compressed (RFC 7692, 7.2.2). */
const trailer = Buffer.from([0, 0, 0xff, 0xff]);

/** What is no longer, and inflates to no more, is inflated in less time than it takes to have another thread do it. */
const atOnceBytes = 16 * 1024;
const inflatedAtOnceBytes = 64 * 1024;
/** The most that a thread makes of a message at a time, before others have their turn on it. */
const stepBytes = 256 * 1024;

const optionsFor = (limitBytes: number) => ({
  finishFlush: constants.Z_SYNC_FLUSH,
  // It stops as soon as it has made more than that.
  maxOutputLength: limitBytes,
});

const problemOf = (error: unknown): NotInflated =>
  error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    ? "too-long"
    : "invalid";

/** What is shorter is copied, because it is a part of a buffer that has room for much more. */
const leastKeptBytes = 8 * 1024;

const inflateAtOnce = (data: Buffer, limitBytes: number): Inflated =>
  tryCatch(() => {
    const inflated = inflateRawSync(data, optionsFor(limitBytes));
    return inflated.length < leastKeptBytes ? Buffer.from(inflated) : inflated;
  }, problemOf);

const inflateAside = (data: Buffer, limitBytes: number): Promise<Inflated> =>
  new Promise((resolve) => {
    const options = { ...optionsFor(limitBytes), chunkSize: stepBytes };
    inflateRaw(data, options, (error, inflated) =>
      resolve(error === null ? right(inflated) : left(problemOf(error))),
    );
  });

/**
 * Inflates the messages of all connections, one long one at a time: so one of
 * them holds memory, and the threads that make saves durable stay free.
 */
export class Inflation {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * A message of at most `limitBytes`, at once where it is short. A long one for which `isWanted` says no when
   * its turn comes is taken to be invalid. The promise never rejects.
   */
  inflate(
    compressed: readonly Buffer[],
    limitBytes: number,
    isWanted: () => boolean,
  ): Inflated | Promise<Inflated> {
    const data = Buffer.concat([...compressed, trailer]);
    if (data.length <= atOnceBytes) {
      const short = inflateAtOnce(data, Math.min(limitBytes, inflatedAtOnceBytes));
      const isLong = isLeft(short) && short.left === "too-long" && limitBytes > inflatedAtOnceBytes;
      if (!isLong) return short;
    }
    const inflated = this.#last.then(() =>
      isWanted() ? inflateAside(data, limitBytes) : left<NotInflated>("invalid"),
    );
    this.#last = inflated;
    return inflated;
  }
}

/** A message that came compressed and is whole. */
interface CompressedMessage {
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
class CompressedMessages {
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

/** What inflating needs of a connection. */
export interface PlainContext {
  /** Takes bytes that hold no compressed message. */
  readonly handOn: (plain: Buffer) => void;
  /** How long a message may be, and with what the connection ends where one is longer. */
  readonly limit: () => { readonly bytes: number; readonly why: CloseReason };
  readonly inflation: Inflation;
  /** Called with how many bytes a message became more than came of it; may end the connection. */
  readonly onInflated: (moreBytes: number) => void;
  /** Called when a message was handed on after all others had their turn. */
  readonly onLate: () => void;
  readonly close: (why: CloseReason) => void;
  /** Whether nothing more is to be handed on. */
  readonly isOver: () => boolean;
}

/** Makes plain messages of those that come compressed, within the limits that hold for plain ones. */
export class PlainMessages {
  readonly #context: PlainContext;
  readonly #messages: CompressedMessages;

  constructor(context: PlainContext) {
    this.#context = context;
    this.#messages = new CompressedMessages(context.handOn);
  }

  /** Takes so many bytes of a chunk; nothing more of it or after it until `later` has resolved. */
  take(chunk: Buffer): { readonly bytes: number; readonly later?: Promise<void> } {
    const { bytes, message } = this.#messages.take(chunk);
    if (message === undefined || this.#context.isOver()) return { bytes };
    const later = this.#inflate(message);
    return later === undefined ? { bytes } : { bytes, later };
  }

  #inflate({ first, data }: CompressedMessage): Promise<void> | undefined {
    const { inflation, limit, onLate, isOver } = this.#context;
    let cameBytes = 0;
    for (const piece of data) cameBytes += piece.length;
    const handOn = (inflated: Either<NotInflated, Buffer>): void =>
      this.#handOn(first, inflated, cameBytes);
    const inflated = inflation.inflate(data, limit().bytes, () => !isOver());
    if (inflated instanceof Promise)
      return (async () => {
        handOn(await inflated);
        onLate();
      })();
    handOn(inflated);
    return undefined;
  }

  #handOn(first: number, inflated: Either<NotInflated, Buffer>, cameBytes: number): void {
    const { handOn, limit, onInflated, close, isOver } = this.#context;
    if (isOver()) return;
    if (isRight(inflated)) {
      const message = inflated.right;
      onInflated(message.length - cameBytes);
      if (isOver()) return;
      handOn(clientHead(first, message.length));
      if (message.length > 0) handOn(message);
    } else close(inflated.left === "too-long" ? limit().why : closeReasons.notInflated);
  }
}
