import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Either } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Guarded } from "../runtime/boundary.ts";
import type { LoopTurns } from "../runtime/event-loop-turns.ts";
import type { RatedLog } from "../runtime/rated-log.ts";
import { type ClientAddresses, networkOf } from "./client-address.ts";
import type { HostRule, Origins } from "./origins.ts";
import { HttpConnection, oddity, parseProblem, refuseOn, stopParsing } from "./http-connection.ts";
import { type Listening, listenOn, type Tls } from "./tls.ts";
import type { ConnectionSlots, MakeRoom } from "./connection-slots.ts";
import { discardBody, respondJson, type Router, urlOf } from "./routes.ts";
import { type Gate, gateOf } from "./tls-gate.ts";

/** Takes over a socket that asked for an upgrade to a websocket, or says with which status and why not. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) => { readonly status: number; readonly message: string } | undefined;

/** What the server answers, and to whom. */
interface HttpSetup {
  readonly router: Router;
  /** By their paths. */
  readonly upgrades: ReadonlyMap<string, Upgrade>;
  readonly hostProblem: HostRule;
  readonly origins: Origins;
  readonly addresses: ClientAddresses;
  readonly slots: ConnectionSlots;
  /** The certificate; undefined where HTTP is spoken as it is. */
  readonly tls: Tls | undefined;
  readonly turns: LoopTurns;
  readonly limits: HttpLimits;
  readonly log: Logger;
  /** For lines about peers who were refused. */
  readonly ratedLog: RatedLog;
}

/** Times in milliseconds. */
interface HttpLimits {
  /** For a TLS handshake, and for the head of a request, from the connection on. The time for a body is its handler's to limit, the only one who reads it. */
  readonly authTimeoutMs: number;
  /** Who takes nothing of an answer for twice that long is gone. */
  readonly pingMs: number;
}

const late = "no request came within auth-timeout-ms";
const plainly = "this port speaks https, and what came is not";

/** The one port of the service: routes for HTTP, and one path for websockets. */
export class HttpServer {
  readonly #setup: HttpSetup;
  readonly #server: Server;
  readonly #gate: Gate;
  /** Those that speak HTTP. */
  readonly #connections = new Map<Socket, HttpConnection>();
  readonly #takeTurn: Guarded<[request: IncomingMessage, response: ServerResponse]>;
  #looking: NodeJS.Timeout | undefined;
  #refused = 0;
  #slowReaders = 0;

  constructor(setup: HttpSetup) {
    this.#setup = setup;
    const { boundary } = setup.ratedLog;
    this.#takeTurn = boundary(
      "a request failed unexpectedly",
      (request: IncomingMessage, response: ServerResponse) => this.#take(request, response),
      (request) => request.socket.destroy(),
    );
    this.#gate = gateOf(setup.tls, {
      handshakeMs: setup.limits.authTimeoutMs,
      respond: this.#takeTurn,
      came: (socket) => this.#takePlace(socket, (why) => this.#end(socket, why)),
      entered: (socket, before) => this.#enter(socket, before),
      speaksPlainly: (socket) => this.#refuse(socket, 400, plainly),
      failed: (socket, reason) => this.#end(socket, reason),
      boundary,
    });
    this.#server = this.#gate.speaks;
    this.#handleOddRequests();
  }

  /** Handles what Node.js does not take for a plain request. */
  #handleOddRequests(): void {
    const { log, ratedLog } = this.#setup;
    // Whoever waits for "100 Continue" is asked for the body only once it is wanted.
    this.#server.on("checkContinue", this.#takeTurn);
    this.#server.on("checkExpectation", this.#takeTurn);
    const upgrade = ratedLog.boundary(
      "an upgrade failed unexpectedly",
      (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on("error", (error) => log.debug({ problem: error.message }, "a socket failed"));
        if (socket instanceof Socket) this.#leaveHttp(request, socket, head);
        else socket.destroy();
      },
      (_request, socket) => socket.destroy(),
    );
    for (const event of ["upgrade", "connect"]) this.#server.on(event, upgrade);
    const refuse = ratedLog.boundary(
      "a broken request failed unexpectedly",
      (error: Error & { readonly code?: string }, socket: Duplex) => {
        const [status, message] = parseProblem(error.code);
        // What is no connection yet is one whose TLS handshake has failed, which was told.
        const isKnown = socket instanceof Socket && this.#connections.has(socket);
        if (isKnown && socket.writable) this.#refuse(socket, status, message);
        else socket.destroy();
      },
      (_error, socket) => socket.destroy(),
    );
    this.#server.on("clientError", refuse);
  }

  /** How many connections were refused or cut off for what they sent, and how many because they read too slowly. */
  get figures(): { readonly refused: number; readonly slowReaders: number } {
    return { refused: this.#refused, slowReaders: this.#slowReaders };
  }

  /** Starts listening; the left says why that cannot be. Port 0 takes any free one. */
  listen(host: string, port: number): Promise<Either<string, Listening>> {
    return listenOn(this.#gate.listens, this.#setup.tls, host, port);
  }

  /** Takes no more connections, and resolves when those that are open have ended; `terminate` ends them. */
  async finish(): Promise<void> {
    clearInterval(this.#looking);
    const closed = new Promise<void>((resolve) => void this.#gate.listens.close(() => resolve()));
    this.#server.closeIdleConnections();
    this.#gate.endHandshakes();
    // Node.js takes a connection that has asked for nothing yet for a busy one.
    for (const [socket, { isBusy }] of this.#connections) if (!isBusy) socket.destroy();
    await closed;
  }

  terminate(): void {
    this.#server.closeAllConnections();
    this.#gate.endHandshakes();
    // Of those that came through a handshake the server keeps no list.
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #takePlace(socket: Socket, makeRoom: MakeRoom): void {
    const { addresses, slots } = this.#setup;
    const address = socket.remoteAddress ?? "";
    // Behind a proxy are many peers; whose connection it is, the request's head tells.
    slots.enter(socket, addresses.isProxy(address) ? undefined : networkOf(address), makeRoom);
  }

  #enter(socket: Socket, before: Socket | undefined): void {
    const { limits, slots, turns } = this.#setup;
    const { boundary } = this.#setup.ratedLog;
    const onIdle = (): void => {
      // Who was answered before may be asking just now, and would take this for the answer.
      if (socket.bytesWritten > 0) socket.destroy();
      // Browsers open connections in advance, which is nothing to write down.
      else if (socket.bytesRead === 0) refuseOn(socket, 408, late);
      else this.#refuse(socket, 408, late);
    };
    const connection = new HttpConnection(socket, {
      turns,
      idleMs: limits.authTimeoutMs,
      onIdle,
      boundary,
    });
    this.#connections.set(socket, connection);
    socket.once("close", () => this.#connections.delete(socket));
    const cut = boundary("slow readers could not be looked for", () => this.#cutSlowReaders());
    this.#looking ??= setInterval(cut, limits.pingMs).unref();
    if (before !== undefined) slots.leave(before);
    this.#takePlace(socket, (why) => this.#refuse(socket, 503, why));
  }

  #cutSlowReaders(): void {
    for (const [socket, connection] of this.#connections)
      if (connection.isStuck()) {
        this.#slowReaders += 1;
        this.#cut(socket, "a peer does not read what it asked for, and is cut off");
      }
  }

  /** Ends a connection with an answer, where none is under way that would be mistaken for it. */
  #refuse(socket: Socket, status: number, reason: string): void {
    const fields = { address: socket.remoteAddress, status, reason };
    const canTell = socket.writable && this.#connections.get(socket)?.isAnswering !== true;
    const what = canTell ? "a connection is refused" : "a connection is cut off";
    // Who finds no slot is counted by the slots.
    if (status !== 503) this.#refused += 1;
    this.#setup.ratedLog.warn(fields, what);
    if (canTell) refuseOn(socket, status, reason);
    else socket.destroy();
  }

  /** Ends a connection that has not come to speak HTTP. */
  #end(socket: Socket, reason: string): void {
    this.#setup.ratedLog.warn({ address: socket.remoteAddress, reason }, "a connection is cut off");
    socket.destroy();
  }

  #cut(socket: Socket, message: string): void {
    if (!socket.destroyed) this.#setup.ratedLog.warn({ address: socket.remoteAddress }, message);
    socket.destroy();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const work = this.#setup.ratedLog.boundary(
      "a request failed unexpectedly",
      () => this.#respond(request, response),
      () => socket.destroy(),
    );
    if (this.#connections.get(socket)?.take(response, work) === true) return;
    stopParsing(socket);
    this.#cut(socket, "a peer sends too many requests ahead of their answers, and is cut off");
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { addresses, hostProblem, slots, ratedLog, router } = this.#setup;
    const address = addresses.of(request);
    slots.isOf(request.socket, networkOf(address));
    const odd = oddity(request);
    const strange = hostProblem(request);
    if (odd !== undefined)
      ratedLog.warn({ address, status: odd.status, reason: odd.message }, "a request is refused");
    else if (strange === undefined) return router(request, response);
    else {
      const { host } = request.headers;
      ratedLog.warn({ address, host }, "a request for another host is refused");
    }
    respondJson(response, odd?.status ?? 403, { message: odd?.message ?? strange });
    discardBody(request);
  }

  /** Takes a request after which the connection speaks HTTP no more, or would not if its offer were taken. */
  #leaveHttp(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    const work = (): void => {
      if (request.method === "CONNECT")
        this.#refuse(socket, 405, "CONNECT is not for this service");
      else if (isWebSocket) this.#upgrade(request, socket, head);
      else this.#ignoreUpgrade(request, socket);
    };
    if (this.#connections.get(socket)?.last(work) !== true)
      this.#cut(
        socket,
        "a peer asks for another protocol before it has its answers, and is cut off",
      );
  }

  /** Answers a request that offers another protocol than websockets, such as HTTP/2: the offer need not be taken. */
  #ignoreUpgrade(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Node.js does this for a response of its own (RFC 9112, 9.3).
    const goOn = this.#setup.ratedLog.boundary(
      "an answer could not go on",
      () => response.emit("drain"),
      () => socket.destroy(),
    );
    socket.on("drain", goOn);
    response.once("finish", () => socket.destroySoon());
    this.#takeTurn(request, response);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { addresses, hostProblem, origins, slots, upgrades } = this.#setup;
    slots.isOf(socket, networkOf(addresses.of(request)));
    const strange = hostProblem(request);
    if (strange !== undefined) return this.#refuse(socket, 403, strange);
    const upgrade = upgrades.get(urlOf(request)?.pathname ?? "");
    if (upgrade === undefined)
      return this.#refuse(socket, 404, "there is no websocket at this path");
    if (!origins.allows(request))
      return this.#refuse(socket, 403, "this page's origin may not connect");
    const refused = upgrade(request, socket, head);
    if (refused !== undefined) this.#refuse(socket, refused.status, refused.message);
    // It is a websocket from now on, whose own affair it is.
    else this.#connections.delete(socket);
  }
}
