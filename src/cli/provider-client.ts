import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { messageOf } from "../../wal/index.ts";
import { firstProblem } from "../model/codec.ts";
import { serviceOf } from "./client.ts";
import { type ExitCode, fail, type Input, type Option, urlOption } from "./cli-command.ts";

/** The options of commands that ask a provider's interface. */
export const providerOptions: readonly Option[] = [
  urlOption,
  { name: "token", value: "TOKEN", help: "a token of the provider, see homes token" },
];

/** Milliseconds in which the service begins to answer, or else it hangs. */
const answerMs = 300_000;

/** After so many milliseconds of silence the network asks whether the service is still there. */
const silenceMs = 60_000;

/** A body that is sent as it is. */
export interface SentData {
  readonly bytes: number;
  readonly pieces: Readable;
}

/** A request to a provider's interface. */
interface ProviderRequest {
  readonly method: string;
  /** Below `/provider/`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent in place of JSON. */
  readonly data?: SentData;
  /** Whether the answer may take as long as it does: a backup is made, or read, before it begins. */
  readonly takesLong?: boolean;
}

/** A provider's interface at an address, by a token. */
export interface ProviderClient {
  /** Sends a request. Left: why it was not answered, or refused, in the service's words. */
  readonly send: (request: ProviderRequest) => Promise<Either<string, IncomingMessage>>;
  /** Sends a request, and decodes its answer. */
  readonly ask: <A>(
    codec: t.Type<A, unknown>,
    request: ProviderRequest,
  ) => Promise<Either<string, A>>;
}

/** The JSON of an answer; undefined if it has none. */
const jsonOf = async (response: IncomingMessage): Promise<unknown> => {
  const body = await text(response).catch(() => "");
  const parsed = tryCatch(
    (): unknown => JSON.parse(body),
    () => undefined,
  );
  return isLeft(parsed) ? undefined : parsed.right;
};

const refusal = t.type({ message: t.string });

const refusalOf = async (response: IncomingMessage): Promise<string> => {
  const { statusCode, statusMessage } = response;
  const body = await jsonOf(response);
  if (statusCode === 401) return "the service does not accept this token of the provider";
  if (refusal.is(body)) return body.message;
  return `the service answered with ${statusCode} ${statusMessage}`;
};

/** Milliseconds to wait for a service, or a proxy before it, that does not say whether it wants the body. */
const continueMs = 1000;

/**
 * Sends a body, and resolves with what is answered. A long body is sent only once it is wanted (RFC 9110, 10.1.1): a
 * refusal that comes while it is sent may be lost with the connection.
 */
const answerTo = async (
  sent: ClientRequest,
  data: SentData,
  isLong: boolean,
): Promise<IncomingMessage> => {
  const answered = once(sent, "response");
  if (isLong) {
    sent.setHeader("Expect", "100-continue");
    sent.flushHeaders();
    const waited = new AbortController();
    const { signal } = waited;
    const wanted = once(sent, "continue", { signal }).then(() => true);
    const late = sleep(continueMs, true, { signal });
    const refused = answered.then(() => false);
    const goesOn = await Promise.race([wanted, late, refused]).finally(() => {
      for (const each of [wanted, late]) each.catch(() => undefined);
      waited.abort();
    });
    if (!goesOn) return (await answered)[0];
  }
  const sending = pipeline(data.pieces, sent);
  // After an answer it does not matter whether all was sent.
  sending.catch(() => undefined);
  const [response] = await Promise.race([answered, sending.then(() => answered)]);
  return response;
};

const clientOf = (url: string, token: string): ProviderClient => {
  const send: ProviderClient["send"] = async (request) => {
    const { method, path, body, takesLong = false } = request;
    const json = body === undefined ? "" : JSON.stringify(body);
    const data = request.data ?? { bytes: Buffer.byteLength(json), pieces: Readable.from([json]) };
    try {
      // In place of fetch, which waits five minutes for the first byte and not longer.
      const scheme = url.startsWith("https:") ? import("node:https") : import("node:http");
      const sent = (await scheme).request(`${url}/provider/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Length": data.bytes },
        agent: false,
        ...(takesLong ? {} : { timeout: answerMs }),
      });
      sent.once("timeout", () => sent.destroy(new Error(`no answer within ${answerMs} ms`)));
      sent.setSocketKeepAlive(true, silenceMs);
      const response = await answerTo(sent, data, request.data !== undefined);
      const { statusCode = 0 } = response;
      const isOk = statusCode >= 200 && statusCode < 300;
      return isOk ? right(response) : left(await refusalOf(response));
    } catch (error) {
      return left(`no service answers at ${url}: ${messageOf(error)}`);
    }
  };
  return {
    send,
    ask: async (codec, request) => {
      const response = await send(request);
      if (isLeft(response)) return response;
      const decoded = codec.decode(await jsonOf(response.right));
      return isLeft(decoded)
        ? left(`${url} has no homes for a provider: ${firstProblem(decoded.left)}`)
        : decoded;
    },
  };
};

/**
 * Runs `use` with the provider's interface that the options name. Prints its problem with exit code 1, and a missing or
 * invalid option with 2.
 */
export const withProvider = async (
  input: Input,
  use: (client: ProviderClient) => Promise<Either<string, void>>,
): Promise<ExitCode> => {
  const service = serviceOf(input);
  if (isLeft(service)) return fail(input, service.left, 2);
  const { urls, token } = service.right;
  // Nodes answer alike; commands of the provider are not worth a second try.
  const done = await use(clientOf(urls[0] ?? "", token));
  return isLeft(done) ? fail(input, done.left) : 0;
};

/** The path of a home, whatever has been typed for its id. */
export const homePath = (input: Input, rest = ""): string =>
  `homes/${encodeURIComponent(input.args[0] ?? "")}${rest}`;
