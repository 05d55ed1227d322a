import { type Either, left, right } from "fp-ts/lib/Either.js";
import { ERR_CANNOT_CONNECT, ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { anyObject } from "../model/codec.ts";
import { type Access, FloorplanClient } from "../client/client.ts";
import { FloorplanError, toFloorplanError } from "../client/errors.ts";
import { connectNodes } from "../client/node-connection.ts";
import { withTexts } from "./json-file.ts";

export const describeFailure = (error: unknown, urls: readonly string[]): string => {
  // Errors of neither the service nor the library keep their own words.
  if (error instanceof Error && !(error instanceof FloorplanError)) return error.message;
  const { code, message } = error instanceof FloorplanError ? error : toFloorplanError(error);
  switch (code) {
    case "offline":
      return `no service answers at ${urls.join(" or ")}`;
    case "invalid_auth":
      return "the service does not accept this token";
    case "connection_lost":
      return "the connection was lost before a reply";
    case "outcome_unknown":
      return `outcome_unknown: ${message}; look with "floorplan get" before saving again`;
    case "unknown_command":
      return "unknown_command: the service has no such command; check --domain";
    default:
      return `${code}: ${message}`;
  }
};

/** Why the service refuses a websocket, which a request without an upgrade tells; 426 means that it does not. */
const refusalOf = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetch(`${url}/api/websocket`);
    const body = (await response.text()).trim();
    return response.ok || response.status === 426 ? undefined : `${response.status} ${body}`;
  } catch {
    return undefined;
  }
};

/** What a reachable service lacks, such as contact with its cluster; undefined if none answers. */
const unreadyReason = async (url: string): Promise<string | undefined> => {
  try {
    const health: unknown = await (await fetch(`${url}/healthz`)).json();
    if (!anyObject.is(health) || typeof health["status"] !== "string") return undefined;
    const { reason } = health;
    return typeof reason === "string" ? reason : "it accepts no logins right now, try again";
  } catch {
    return undefined;
  }
};

/** Why an address's certificate is not trusted; undefined if it is, or there is none. */
const distrustOf = async (url: string): Promise<string | undefined> => {
  try {
    await fetch(url, { method: "HEAD" });
    return undefined;
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    // Node.js's codes for OpenSSL's certificate errors (nodejs.org/api/tls.html, X509 certificate error codes).
    return /CERT|SIGNATURE|ALTNAME/.test(code) && cause instanceof Error
      ? `the certificate of ${url} is not trusted (${cause.message}); NODE_EXTRA_CA_CERTS can name a file with its authority`
      : undefined;
  }
};

/** The reason with which a service ended the last connection; the library keeps it to itself. */
let closedBecause = "";

/** Why there is no connection, in the service's words if it says so: stopping, full, or this address banned. */
const whyNotConnected = async (error: unknown, urls: readonly string[]): Promise<string> => {
  const isToken = error === ERR_INVALID_AUTH;
  let refusal: string | undefined;
  if (isToken || error === ERR_CANNOT_CONNECT)
    for (const url of urls) refusal ??= await refusalOf(url);
  if (error === ERR_CANNOT_CONNECT) {
    for (const url of urls) refusal ??= await unreadyReason(url);
    if (closedBecause !== "") refusal ??= closedBecause;
    if (refusal === undefined)
      for (const url of urls) {
        const distrust = await distrustOf(url);
        if (distrust !== undefined) return distrust;
      }
  }
  if (refusal === undefined) return describeFailure(error, urls);
  return isToken
    ? `${describeFailure(error, urls)}: ${refusal}`
    : `the service refused the connection: ${refusal}`;
};

/** Sends without compression: the service is mostly on this machine, where compressing costs more than it saves. */
class PlainWebSocket extends WebSocket {
  constructor(url: string) {
    super(url, { perMessageDeflate: false });
    this.on("close", (_code, reason) => (closedBecause = reason.toString()));
  }

  override send(message: string): void {
    super.send(withTexts(message));
  }
}

/**
 * Connects to the first address that answers, and authenticates; if the connection is lost, reconnects to whichever
 * answers then. The left is a sentence.
 */
export const connect = async (
  urls: readonly string[],
  access: Access,
): Promise<Either<string, FloorplanClient>> => {
  // The library expects the browser's WebSocket, which Node.js 20 lacks.
  Object.assign(globalThis, { WebSocket: PlainWebSocket });
  try {
    return right(new FloorplanClient(await connectNodes(urls, access.token), access));
  } catch (error) {
    return left(await whyNotConnected(error, urls));
  }
};
