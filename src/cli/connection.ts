import { type Either, left, right } from "fp-ts/lib/Either.js";
import { ERR_CANNOT_CONNECT, ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { anyObject } from "../model/codec.ts";
import { type Access, FloorplanClient } from "../client/client.ts";
import { FloorplanError, toFloorplanError } from "../client/errors.ts";
import { connectNodes } from "../client/node-connection.ts";

/** A sentence for what the library or the service threw. */
export const whyNot = (error: unknown, urls: readonly string[]): string => {
  // What is no error of the service's or the library's is told in its own words.
  if (error instanceof Error && !(error instanceof FloorplanError)) return error.message;
  const { code, message } = error instanceof FloorplanError ? error : toFloorplanError(error);
  switch (code) {
    case "offline":
      return `no service answers at ${urls.join(" or ")}`;
    case "invalid_auth":
      return "the service does not accept this token";
    case "connection_lost":
      return "the connection was lost before an answer came";
    case "outcome_unknown":
      return `outcome_unknown: ${message}; look with "floorplan get" before saving again`;
    case "unknown_command":
      return "unknown_command: the service has no such command; has it another --domain?";
    default:
      return `${code}: ${message}`;
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

/** Why the certificate of an address is not trusted; undefined where it is, or the address has none. */
const distrustOf = async (url: string): Promise<string | undefined> => {
  try {
    await fetch(url, { method: "HEAD" });
    return undefined;
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    // The codes of Node.js for what OpenSSL says of a certificate (nodejs.org/api/tls.html, X509 certificate error codes).
    return /CERT|SIGNATURE|ALTNAME/.test(code) && cause instanceof Error
      ? `the certificate of ${url} is not trusted (${cause.message}); NODE_EXTRA_CA_CERTS names a file of one that is`
      : undefined;
  }
};

/** Why there is no connection: the service is stopping, full, or has banned this address after invalid tokens, where it says so. */
const whyNotConnected = async (error: unknown, urls: readonly string[]): Promise<string> => {
  const isToken = error === ERR_INVALID_AUTH;
  let refusal: string | undefined;
  if (isToken || error === ERR_CANNOT_CONNECT)
    for (const url of urls) refusal ??= await refusalOf(url);
  if (error === ERR_CANNOT_CONNECT) {
    for (const url of urls) refusal ??= await wantOf(url);
    if (refusal === undefined)
      for (const url of urls) {
        const distrust = await distrustOf(url);
        if (distrust !== undefined) return distrust;
      }
  }
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

/**
 * Connects to the first address that answers, and authenticates; where the connection is lost, goes on at whichever
 * answers then. The left is a sentence why that cannot be.
 */
export const connect = async (
  urls: readonly string[],
  access: Access,
): Promise<Either<string, FloorplanClient>> => {
  // The library takes the browser's WebSocket, which Node.js 20 does not have.
  Object.assign(globalThis, { WebSocket: PlainWebSocket });
  try {
    return right(new FloorplanClient(await connectNodes(urls, access.token), access));
  } catch (error) {
    return left(await whyNotConnected(error, urls));
  }
};
