import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import { maxFragments } from "./message-reader.ts";
import { tokenUserId, type User } from "../../auth/user.ts";
import { partWith, refuseOn } from "../http/http-connection.ts";
import { answerToOffers, Inflation } from "./permessage-deflate.ts";
import { DeliveryQueue } from "./event-stream.ts";
import { type Deflation, EventFrames } from "./frames.ts";
import type { ConnectionsContext, SessionContext, SessionFigures } from "./session-context.ts";
import { Session } from "./session.ts";
import { UnfinishedTotal } from "./unfinished.ts";
import { Viewers } from "./limits.ts";
import { type CloseReason, closeReasons } from "./close.ts";

/**
 * Milliseconds of delivering before others get a turn: of replaceable events, since others may be saving a plan, and of
 * all events where other homes share the event loop.
 */
const sliceMs = 1;

/** The answer to a request that offers compression. */
const deflateAnswer = ({ headers }: IncomingMessage): string | undefined =>
  answerToOffers(headers["sec-websocket-extensions"]);

const isThisMachine = (address: string): boolean => /^(?:127\.|::1$)/.test(address);

const deflationOf = (request: IncomingMessage, address: string): Deflation => {
  if (deflateAnswer(request) === undefined) return "none";
  return isThisMachine(address) ? "near" : "far";
};

/** The state that all connections share. */
const sharedOf = ({
  limits,
  turns,
  delivered,
  boundary,
}: ConnectionsContext): Omit<SessionContext, "cutOff" | "log" | keyof ConnectionsContext> => {
  const isShared = turns.isOfGroup;
  const durable = new EventFrames(isShared);
  const latest = new EventFrames(isShared);
  const soon = isShared
    ? (deliver: () => void): void => void turns.next().then(deliver)
    : setImmediate;
  return {
    eventFrames: { durable, latest },
    durable: {
      kind: "durable",
      deliveries: new DeliveryQueue(
        boundary,
        (ms) => {
          durable.keepNewest();
          delivered?.(ms);
        },
        isShared ? sliceMs : Infinity,
        soon,
      ),
    },
    latest: {
      kind: "latest",
      deliveries: new DeliveryQueue(boundary, () => latest.keepNewest(), sliceMs, soon),
    },
    inflation: new Inflation(),
    viewers: new Viewers(limits),
    // A single connection may send a message of any permitted size.
    unfinished: new UnfinishedTotal(limits.mailboxBytes + limits.messageBytes),
  };
};

/** Makes the server of websocket handshakes. */
const upgradeServer = ({ limits, boundary, ratedLog }: ConnectionsContext): WebSocketServer => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // The service compresses, once for all connections.
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    maxFragments,
    // The intake answers pings, several at once.
    autoPong: false,
    // The session checks it, so that the close has a reason.
    skipUTF8Validation: true,
  });
  const refuse = boundary(
    "a websocket handshake could not be refused",
    (error: Error, socket: Duplex) => {
      ratedLog.warn({ reason: error.message }, "a websocket handshake is refused");
      refuseOn(socket, 400, error.message);
    },
    (_error, socket) => socket.destroy(),
  );
  server.on("wsClientError", refuse);
  server.on("headers", (headers, request) => {
    const answer = deflateAnswer(request);
    if (answer !== undefined) headers.push(`Sec-WebSocket-Extensions: ${answer}`);
  });
  return server;
};

/** Whether somebody is that user, or was signed in by that user's token. */
const isOf = ({ id }: User, somebody: User | undefined): boolean =>
  somebody !== undefined && (somebody.id === id || tokenUserId(somebody) === id);

/** All websocket connections of the service. */
export class Connections {
  readonly #context: SessionContext;
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<Session>();
  readonly #pings: NodeJS.Timeout;
  #counter = 0;
  #slowPeers = 0;
  #isFinishing = false;
  #onEmpty: (() => void) | undefined;

  constructor(context: ConnectionsContext, log: Logger) {
    this.#context = { ...context, ...sharedOf(context), cutOff: () => (this.#slowPeers += 1), log };
    this.#server = upgradeServer(context);
    const { boundary } = context;
    const check = boundary("a connection could not be pinged", (each: Session) =>
      each.checkAlive(),
    );
    const checkAll = boundary("connections could not be pinged", () =>
      this.#sessions.forEach((session) => check(session)),
    );
    this.#pings = setInterval(checkAll, context.limits.pingMs).unref();
  }

  /** Why no connection is accepted; undefined if it is. */
  get refusal(): string | undefined {
    return this.#isFinishing ? closeReasons.stopping.reason : undefined;
  }

  /** Takes over a connection that asked for an upgrade. */
  accept(request: IncomingMessage, socket: Socket, head: Buffer, address: string): void {
    const begin = this.#context.boundary(
      "a connection could not be begun",
      (ws: WebSocket) => this.#begin(ws, request, socket, address),
      (ws) => ws.terminate(),
    );
    this.#server.handleUpgrade(request, socket, head, begin);
  }

  #begin(ws: WebSocket, request: IncomingMessage, socket: Socket, address: string): void {
    this.#counter += 1;
    const name = { connection: this.#counter, address };
    const { login } = this.#context;
    const peer = {
      name,
      deflation: deflationOf(request, address),
      login: (token: string) => login(token, address, request.headers),
    };
    const session = new Session(ws, socket, peer, this.#context);
    this.#sessions.add(session);
    const gone = this.#context.boundary("the end of a connection could not be handled", () => {
      this.#sessions.delete(session);
      if (this.#sessions.size === 0) this.#onEmpty?.();
    });
    ws.on("close", gone);
    this.#context.slots.makesRoomBy(socket, (why) => {
      session.close(closeReasons.noPlace(why));
      partWith(socket);
    });
  }

  /** The user of each authenticated connection, as they signed in. */
  get users(): readonly User[] {
    return [...this.#sessions].flatMap(({ user }) => user ?? []);
  }

  /** What each connection is doing now. */
  get figures(): readonly SessionFigures[] {
    return [...this.#sessions].map((session) => session.figures);
  }

  /** The number of peers cut off for reading too slowly. */
  get slowPeers(): number {
    return this.#slowPeers;
  }

  /** Closes every connection of a user. */
  closeUser(user: User, why: CloseReason = closeReasons.tokenRevoked): void {
    for (const session of this.#sessions) if (isOf(user, session.user)) session.close(why);
  }

  /** Closes every authenticated connection; clients may reconnect at once. */
  closeAll(why: CloseReason): void {
    for (const session of this.#sessions) if (session.user !== undefined) session.close(why);
  }

  /**
   * Answers what was received, closes every connection, and waits until all are gone; `terminate` ends them without a
   * close frame.
   */
  async finish(why: CloseReason): Promise<void> {
    clearInterval(this.#pings);
    this.#isFinishing = true;
    this.#context.viewers.liftRates();
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    await Promise.all([...this.#sessions].map((session) => session.finish(why)));
    if (this.#sessions.size > 0) await empty;
  }

  terminate(): void {
    clearInterval(this.#pings);
    this.#context.viewers.liftRates();
    for (const session of this.#sessions) session.terminate();
  }
}
