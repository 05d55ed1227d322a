import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
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

/** A request to a provider's interface. */
interface ProviderRequest {
  readonly method: string;
  /** Below `/provider/`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of JSON. */
  readonly data?: Blob;
}

/** A provider's interface at an address, by a token. */
export interface ProviderClient {
  /** Sends a request. Left: why it was not answered, or refused, in the service's words. */
  readonly send: (request: ProviderRequest) => Promise<Either<string, Response>>;
  /** Sends a request, and decodes its answer. */
  readonly ask: <A>(
    codec: t.Type<A, unknown>,
    request: ProviderRequest,
  ) => Promise<Either<string, A>>;
}

const refusal = t.type({ message: t.string });

const refusalOf = async (response: Response): Promise<string> => {
  if (response.status === 401) return "the service does not accept this token of the provider";
  const body: unknown = await response.json().catch(() => undefined);
  if (refusal.is(body)) return body.message;
  return `the service answered with ${response.status} ${response.statusText}`;
};

const clientOf = (url: string, token: string): ProviderClient => {
  const send: ProviderClient["send"] = async ({ method, path, body, data }) => {
    try {
      const sent = data ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${url}/provider/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(sent === undefined ? {} : { body: sent }),
      });
      return response.ok ? right(response) : left(await refusalOf(response));
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return left(`no service answers at ${url}: ${messageOf(cause)}`);
    }
  };
  return {
    send,
    ask: async (codec, request) => {
      const response = await send(request);
      if (isLeft(response)) return response;
      const body: unknown = await response.right.json().catch(() => undefined);
      const decoded = codec.decode(body);
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
