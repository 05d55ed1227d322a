import type { IncomingMessage } from "node:http";
import { type RawData, WebSocket } from "ws";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { RefusalLimits } from "./refusals.ts";
import { bytesOfData } from "../../server/websocket/frames.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import { type HomeAssistantProblem, homeAssistantProblem, problemOfError } from "./status.ts";

/** The address of Home Assistant, and limits of connections to it. */
export interface HomeAssistantSettings extends RefusalLimits {
  /** Its address, with `http` or `https` and maybe a path. */
  readonly homeAssistant: string;
  /** Milliseconds for a login, or for an answer to the service. */
  readonly homeAssistantMs: number;
  /** Milliseconds for an action from a screen. */
  readonly callMs: number;
  /** Milliseconds between two checks of a user, and for which an answer is kept. */
  readonly homeAssistantCheckMs: number;
  /** Failed logins in a row before the service logs in itself. */
  readonly homeAssistantFailures: number;
  /** The longest pause between two attempts to connect, in milliseconds. */
  readonly homeAssistantPauseMs: number;
  /** The longest pause after an attempt that found nothing to connect to, in milliseconds. */
  readonly refusedPauseMs: number;
  /** Bytes of a message from Home Assistant. */
  readonly upstreamMessageBytes: number;
  /** Levels of nesting in the parsed parts of a message. */
  readonly messageDepth: number;
  /** Bytes that may wait to be sent over one connection. */
  readonly upstreamBytes: number;
  /** Unanswered commands of one connection. */
  readonly upstreamCommands: number;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
}

/**
 * An action may move something, such as a cover, before it is answered, hence its minute. Revoked rights last for at
 * most two checks, which must be within a minute. Three failures are below any threshold of Home Assistant's bans.
 * A restart of Home Assistant is its commonest outage, and nothing listens then whom attempts could burden.
 * One message may hold all states of a large home; 256 commands and 4 MiB are what waits in a bad second.
 */
export const upstreamLimits = {
  homeAssistantMs: 10_000,
  callMs: 60_000,
  homeAssistantCheckMs: 25_000,
  homeAssistantFailures: 3,
  homeAssistantPauseMs: 30_000,
  refusedPauseMs: 5000,
  upstreamMessageBytes: 32 * 1024 * 1024,
  upstreamBytes: 4 * 1024 * 1024,
  upstreamCommands: 256,
};

/** The URL of Home Assistant's websocket. */
export const websocketUrl = ({
  homeAssistant,
}: Pick<HomeAssistantSettings, "homeAssistant">): string =>
  `${homeAssistant.replace(/^http/, "ws").replace(/\/+$/, "")}/api/websocket`;

/** All websockets to Home Assistant, so that none outlives the service. */
export class Sockets {
  readonly #open = new Set<WebSocket>();
  #isOver = false;

  add(ws: WebSocket): void {
    this.#open.add(ws);
    ws.on("close", () => this.#open.delete(ws));
    if (this.#isOver) ws.terminate();
  }

  /** Terminates them, and each that is added later. */
  terminate(): void {
    this.#isOver = true;
    for (const ws of this.#open) ws.terminate();
  }
}

/** Dependencies of the handshake. */
export interface HandshakeContext {
  readonly settings: HomeAssistantSettings;
  readonly sockets: Sockets;
}

/** A websocket to a Home Assistant that has sent its version and waits for a token. */
export interface StartedHandshake {
  readonly ws: WebSocket;
  readonly version: string;
}

/** What a response other than an upgrade to a websocket means. */
const refusedUpgrade = (
  at: string,
  { statusCode = 0, headers }: IncomingMessage,
): HomeAssistantProblem => {
  if (headers.location !== undefined)
    return homeAssistantProblem.nonsense(at, `it redirects to ${headers.location}`);
  const said = `it answers with HTTP status ${statusCode}`;
  // Home Assistant answers 403 to banned addresses; a proxy answers 502 to 504 while its backend is away.
  if (statusCode === 403)
    return homeAssistantProblem.unreachable(at, `${said}; it may have banned us`);
  return statusCode >= 502 && statusCode <= 504
    ? homeAssistantProblem.refused(at, said)
    : homeAssistantProblem.nonsense(at, said);
};

/** The next message, as JSON, before the connection has its own reader; or why none comes. */
export const nextMessage = (
  ws: WebSocket,
  at: string,
  deadline: AbortSignal,
  ms: number,
): Promise<Either<HomeAssistantProblem, unknown>> =>
  new Promise((resolve) => {
    const done = (result: Either<HomeAssistantProblem, unknown>): void => {
      ws.off("message", onMessage).off("error", onError).off("close", onClose);
      ws.off("unexpected-response", onRefused);
      deadline.removeEventListener("abort", onLate);
      resolve(result);
    };
    const onMessage = (data: RawData, isBinary: boolean): void => {
      const parsed = isBinary ? left("not text") : parseJson(bytesOfData(data));
      done(
        isLeft(parsed)
          ? left(homeAssistantProblem.nonsense(at, `it sends a message that is ${parsed.left}`))
          : parsed,
      );
    };
    const onError = (error: Error): void => done(left(problemOfError(at, error)));
    const onClose = (): void =>
      done(left(homeAssistantProblem.unreachable(at, "it closes the connection")));
    const onRefused = (_request: unknown, response: IncomingMessage): void =>
      done(left(refusedUpgrade(at, response)));
    const onLate = (): void => done(left(homeAssistantProblem.slow(at, ms)));
    ws.on("message", onMessage).on("error", onError).on("close", onClose);
    ws.on("unexpected-response", onRefused);
    deadline.addEventListener("abort", onLate);
    if (deadline.aborted) onLate();
    else if (ws.readyState === ws.CLOSING || ws.readyState === ws.CLOSED) onClose();
  });

const greetingCodec = t.type({ type: t.literal("auth_required"), ha_version: t.string });

/** The oldest supported release: the first with all the messages in use. */
const oldest = { year: 2022, month: 9 };

const isTooOld = (version: string): boolean => {
  const [year = 0, month = 0] = version.split(".", 2).map(Number);
  return year < oldest.year || (year === oldest.year && month < oldest.month);
};

/**
 * Connects, and waits for Home Assistant's version. A left leaves nothing open. `deadline` aborts `homeAssistantMs`
 * after the start.
 */
export const startHandshake = async (
  { settings, sockets }: HandshakeContext,
  deadline: AbortSignal,
): Promise<Either<HomeAssistantProblem, StartedHandshake>> => {
  const { homeAssistant: at, homeAssistantMs, upstreamMessageBytes } = settings;
  const ws = new WebSocket(websocketUrl(settings), {
    perMessageDeflate: false,
    maxPayload: upstreamMessageBytes,
  });
  sockets.add(ws);
  // The reader of messages handles errors; this listener prevents a crash between two readers.
  ws.on("error", () => undefined);
  const message = await nextMessage(ws, at, deadline, homeAssistantMs);
  const refuse = (why: HomeAssistantProblem): Either<HomeAssistantProblem, StartedHandshake> => {
    ws.terminate();
    return left(why);
  };
  if (isLeft(message)) return refuse(message.left);
  const greeting = greetingCodec.decode(message.right);
  if (isLeft(greeting))
    return refuse(homeAssistantProblem.nonsense(at, "it does not ask for a login"));
  const { ha_version: version } = greeting.right;
  if (!/^\d+\.\d+/.test(version))
    return refuse(homeAssistantProblem.nonsense(at, `its version is "${version}"`));
  return isTooOld(version) ? refuse(homeAssistantProblem.tooOld(version)) : right({ ws, version });
};
