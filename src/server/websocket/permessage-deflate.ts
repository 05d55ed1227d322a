import { constants, inflateRaw, inflateRawSync } from "node:zlib";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";

const name = "permessage-deflate";

/**
 * Accepted parameters of an offer (RFC 7692, 7.1). Not a smaller window for the service's messages, because all
 * subscribers share the same bytes; a smaller one for the client's messages is fine, since the service's own fits any.
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
 * The answer to a `Sec-WebSocket-Extensions` header; undefined if no offer in it is acceptable, and messages stay
 * uncompressed. Without context takeover in either direction, one compressed event serves every connection, and no
 * connection keeps a window.
 */
export const answerToOffers = (header: string | undefined): string | undefined => {
  for (const offer of header?.split(",") ?? []) {
    const parameters = parametersOf(offer);
    if (parameters === undefined) continue;
    // A limit on the service's own window is accepted by repeating it (RFC 7692, 7.1.2.1).
    const windowBits = parameters.filter((each) => each.startsWith("server_max_window_bits"));
    return [name, "server_no_context_takeover", "client_no_context_takeover", ...windowBits].join(
      "; ",
    );
  }
  return undefined;
};

/** Why a compressed message could not be read. */
export type InflateProblem = "too-long" | "invalid";

type Inflated = Either<InflateProblem, Buffer>;

/** The end that a compressed message omits (RFC 7692, 7.2.2). */
const trailer = Buffer.from([0, 0, 0xff, 0xff]);

/** Messages up to this length, also inflated, are inflated faster here than by another thread. */
const atOnceBytes = 16 * 1024;
const inflatedAtOnceBytes = 64 * 1024;
/** The most that a thread inflates at a time before others get a turn on it. */
const stepBytes = 256 * 1024;

const optionsFor = (limitBytes: number) => ({
  finishFlush: constants.Z_SYNC_FLUSH,
  // Inflating stops as soon as it exceeds this.
  maxOutputLength: limitBytes,
});

const problemOf = (error: unknown): InflateProblem =>
  error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    ? "too-long"
    : "invalid";

/** Shorter messages are copied, since they are part of a much larger buffer. */
const minKeptBytes = 8 * 1024;

const inflateAtOnce = (data: Buffer, limitBytes: number): Inflated =>
  tryCatch(() => {
    const inflated = inflateRawSync(data, optionsFor(limitBytes));
    return inflated.length < minKeptBytes ? Buffer.from(inflated) : inflated;
  }, problemOf);

const inflateAside = (data: Buffer, limitBytes: number): Promise<Inflated> =>
  new Promise((resolve) => {
    const options = { ...optionsFor(limitBytes), chunkSize: stepBytes };
    inflateRaw(data, options, (error, inflated) =>
      resolve(error === null ? right(inflated) : left(problemOf(error))),
    );
  });

/**
 * Inflates the messages of all connections, one long message at a time: only one of them holds memory, and the thread
 * pool stays free for syncs.
 */
export class Inflation {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Inflates a message of at most `limitBytes`, at once if it is short. A long one counts as invalid if `isWanted`
   * returns false at its turn. The promise never rejects.
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
      isWanted() ? inflateAside(data, limitBytes) : left<InflateProblem>("invalid"),
    );
    this.#last = inflated;
    return inflated;
  }
}
