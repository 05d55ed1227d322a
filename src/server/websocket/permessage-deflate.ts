import { constants, inflateRaw, inflateRawSync } from "node:zlib";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";

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
export type InflateProblem = "too-long" | "invalid";

type Inflated = Either<InflateProblem, Buffer>;

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

const problemOf = (error: unknown): InflateProblem =>
  error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    ? "too-long"
    : "invalid";

/** What is shorter is copied, because it is a part of a buffer that has room for much more. */
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
      isWanted() ? inflateAside(data, limitBytes) : left<InflateProblem>("invalid"),
    );
    this.#last = inflated;
    return inflated;
  }
}
