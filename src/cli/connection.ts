import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type Connection,
  createConnection,
  createLongLivedTokenAuth,
  createSocket,
  ERR_CANNOT_CONNECT,
  ERR_CONNECTION_LOST,
  ERR_INVALID_AUTH,
} from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { anyObject } from "../codec/basic.ts";
import { firstToAnswer } from "../nodes/first-to-answer.ts";
import { Nodes } from "../nodes/nodes.ts";

/** What the service answered, out of what the library throws: it wraps errors of its own once more. */
const serviceError = (error: unknown): { readonly code: unknown; readonly message: unknown } => {
  if (!anyObject.is(error)) return { code: error, message: "" };
  return anyObject.is(error["error"])
    ? serviceError(error["error"])
    : { code: error["code"], message: error["message"] };
};

/** A sentence for what the library or the service threw. */
export const whyNot = (error: unknown, urls: readonly string[]): string => {
  const { code, message } = serviceError(error);
  switch (code) {
    case ERR_CANNOT_CONNECT:
      return `no service answers at ${urls.join(" or ")}`;
    case ERR_INVALID_AUTH:
      return "the service does not accept this token";
    case ERR_CONNECTION_LOST:
      return "the connection was lost before an answer came";
    case "outcome_unknown":
      return `outcome_unknown: ${String(message)}; look with "floorplan get" before saving again`;
    case "unknown_command":
      return "unknown_command: the service has no such command; has it another --domain?";
    default:
      return error instanceof Error ? error.message : `${String(code)}: ${String(message)}`;
  }
};

/** What the service tells whoever asks for a websocket without an upgrade; 426 says that there is nothing to tell. */
const refusalOf = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetch(`${url}/api/websocket`);
    const body = (await response.text()).trim();
    return response.ok || response.status === 426 ? undefined : `${response.status} ${body}`;
  } catch {
    return undefined;
  }
};

/** What a service that answers is in want of, such as contact with its cluster; undefined where none answers. */
const wantOf = async (url: string): Promise<string | undefined> => {
  try {
    const health: unknown = await (await fetch(`${url}/healthz`)).json();
    if (!anyObject.is(health) || typeof health["status"] !== "string") return undefined;
    const { reason } = health;
    return typeof reason === "string" ? reason : "it lets nobody in at the moment, try again";
  } catch {
    return undefined;
  }
};

/** Why there is no connection: the service is stopping, full, or has banned this address after invalid tokens, where it says so. */
const whyNotConnected = async (error: unknown, urls: readonly string[]): Promise<string> => {
  const isToken = error === ERR_INVALID_AUTH;
  let refusal: string | undefined;
  if (isToken || error === ERR_CANNOT_CONNECT)
    for (const url of urls) refusal ??= await refusalOf(url);
  if (error === ERR_CANNOT_CONNECT) for (const url of urls) refusal ??= await wantOf(url);
  if (refusal === undefined) return whyNot(error, urls);
  return isToken
    ? `${whyNot(error, urls)}: ${refusal}`
    : `the service refused the connection: ${refusal}`;
};

/** Sends messages as they are: the service is mostly on this machine, where compressing takes longer than it saves. */
class PlainWebSocket extends WebSocket {
  constructor(url: string) {
    super(url, { perMessageDeflate: false });
  }
}

/** A connection, and the nodes of the service with one of which it is at a time. */
interface Connected {
  readonly connection: Connection;
  readonly nodes: Nodes;
}

/**
 * Connects to the first address that answers, and authenticates; where the connection is lost, goes on at whichever
 * answers then. The left is a sentence why that cannot be.
 */
export const connect = async (
  urls: readonly string[],
  token: string,
): Promise<Either<string, Connected>> => {
  // The library takes the browser's WebSocket, which Node.js 20 does not have.
  Object.assign(globalThis, { WebSocket: PlainWebSocket });
  const nodes = new Nodes(urls);
  const login = async () => {
    const { address, socket } = await firstToAnswer(nodes.order, {
      open: (url) =>
        createSocket({ auth: createLongLivedTokenAuth(url, token), setupRetry: 0, createSocket }),
      close: (late) => late.close(),
      isFinal: (error) => error === ERR_INVALID_AUTH,
    });
    nodes.reached(address);
    return socket;
  };
  try {
    const connection = await createConnection({ setupRetry: 0, createSocket: login });
    return right({ connection, nodes });
  } catch (error) {
    return left(await whyNotConnected(error, urls));
  }
};
