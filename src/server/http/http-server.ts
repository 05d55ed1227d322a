import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Either } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Guarded } from "../runtime/boundary.ts";
import type { EventLoopTurns } from "../runtime/event-loop-turns.ts";
import type { RatedLog } from "../runtime/rated-log.ts";
import { type ClientAddresses, networkOf } from "./client-address.ts";
import { type HostRule, type Origins, strangePage } from "./origins.ts";
import {
  HttpConnection,
  findRequestProblem,
  parseProblem,
  refuseOn,
  stopParsing,
} from "./http-connection.ts";
import { type Listening, type ListenOn, listenOn, type Tls } from "./tls.ts";
import type { ConnectionSlots, MakeRoom } from "./connection-slots.ts";
import { discardBody, respondJson, type Router } from "./routes.ts";
import { type Gate, gateOf } from "./tls-gate.ts";

/** Takes over a socket for a websocket upgrade, or returns the status and reason of its refusal. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) => { readonly status: number; readonly message: string } | undefined;

interface HttpSetup {
  readonly router: Router;
  /** What takes a websocket at the request's address; undefined if nothing does. */
  readonly upgradeOf: (request: IncomingMessage) => Upgrade | undefined;
  readonly hostProblem: HostRule;
  readonly origins: Origins;
  readonly addresses: ClientAddresses;
  readonly slots: ConnectionSlots;
  /** Undefined for plain HTTP. */
  readonly tls: Tls | undefined;
  readonly turns: EventLoopTurns;
  readonly limits: HttpLimits;
  readonly log: Logger;
  /** For lines about refused peers. */
  readonly ratedLog: RatedLog;
}

/** Times in milliseconds. */
interface HttpLimits {
  /** For a TLS handshake, and for a request's head. The handler that reads a body limits its time. */
  readonly authTimeoutMs: number;
  /** A peer that reads nothing of a response for twice this long is cut off. */
  readonly pingMs: number;
}

const late = "no request came within auth-timeout-ms";
const plainly = "this port speaks HTTPS only";

/** The service's one port, for HTTP routes and websockets. */
export class HttpServer {
  readonly #setup: HttpSetup;
  readonly #server: Server;
  readonly #gate: Gate;
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

  /** Handles what Node.js does not emit as a plain request. */
  #handleOddRequests(): void {
    const { log, ratedLog } = this.#setup;
    // A client that waits for "100 Continue" sends its body only once it is wanted.
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
        // An unknown connection failed its TLS handshake, which has been reported.
        const isKnown = socket instanceof Socket && this.#connections.has(socket);
        if (isKnown && socket.writable) this.#refuse(socket, status, message);
        else socket.destroy();
      },
      (_error, socket) => socket.destroy(),
    );
    this.#server.on("clientError", refuse);
  }

  /** Connections refused or cut off for what they sent, and for reading too slowly. */
  get figures(): { readonly refused: number; readonly slowReaders: number } {
    return { refused: this.#refused, slowReaders: this.#slowReaders };
  }

  /** Starts listening. Left: why it failed. */
  listen(on: ListenOn): Promise<Either<string, Listening>> {
    return listenOn(this.#gate.listens, this.#setup.tls, on);
  }

  /** Accepts no more connections, and resolves once all have ended; `terminate` ends them. */
  async finish(): Promise<void> {
    clearInterval(this.#looking);
    const closed = new Promise<void>((resolve) => void this.#gate.listens.close(() => resolve()));
    this.#server.closeIdleConnections();
    this.#gate.endHandshakes();
    // Node.js counts a connection without a request yet as busy.
    for (const [socket, { isBusy }] of this.#connections) if (!isBusy) socket.destroy();
    await closed;
  }

  terminate(): void {
    this.#server.closeAllConnections();
    this.#gate.endHandshakes();
    // Node.js keeps no list of connections that passed a TLS handshake.
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #takePlace(socket: Socket, makeRoom: MakeRoom): void {
    const { addresses, slots } = this.#setup;
    const address = socket.remoteAddress ?? "";
    // A proxy forwards for many peers; the request's head tells whose connection it is.
    slots.enter(socket, addresses.isProxy(address) ? undefined : networkOf(address), makeRoom);
  }

  #enter(socket: Socket, before: Socket | undefined): void {
    const { limits, slots, turns } = this.#setup;
    const { boundary } = this.#setup.ratedLog;
    const onIdle = (): void => {
      // A client that already had an answer may be sending its next request, and would take this for the answer to it.
      if (socket.bytesWritten > 0) socket.destroy();
      // Browsers open connections in advance, which is not worth a log line.
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
    const cut = boundary("slow readers could not be checked", () => this.#cutSlowReaders());
    this.#looking ??= setInterval(cut, limits.pingMs).unref();
    if (before !== undefined) slots.leave(before);
    this.#takePlace(socket, (why) => this.#refuse(socket, 503, why));
  }

  #cutSlowReaders(): void {
    for (const [socket, connection] of this.#connections)
      if (connection.isStuck()) {
        this.#slowReaders += 1;
        this.#cut(socket, "cut off a peer that does not read its responses");
      }
  }

  /** Ends a connection, with an answer unless one is already in progress. */
  #refuse(socket: Socket, status: number, reason: string): void {
    const fields = { address: socket.remoteAddress, status, reason };
    const canTell = socket.writable && this.#connections.get(socket)?.isAnswering !== true;
    const what = canTell ? "refused a connection" : "cut off a connection";
    // The slots count connections for which there is no room.
    if (status !== 503) this.#refused += 1;
    this.#setup.ratedLog.warn(fields, what);
    if (canTell) refuseOn(socket, status, reason);
    else socket.destroy();
  }

  /** Ends a connection that never spoke HTTP. */
  #end(socket: Socket, reason: string): void {
    this.#setup.ratedLog.warn({ address: socket.remoteAddress, reason }, "cut off a connection");
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
    this.#cut(socket, "cut off a peer that pipelines too many requests");
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { addresses, hostProblem, slots, ratedLog, router } = this.#setup;
    const address = addresses.of(request);
    slots.isOf(request.socket, networkOf(address));
    const odd = findRequestProblem(request);
    const strange = hostProblem(request);
    if (odd !== undefined)
      ratedLog.warn({ address, status: odd.status, reason: odd.message }, "refused a request");
    else if (strange === undefined) return router(request, response);
    else {
      const { host } = request.headers;
      ratedLog.warn({ address, host }, "refused a request for another host");
    }
    respondJson(response, odd?.status ?? 403, { message: odd?.message ?? strange });
    discardBody(request);
  }

  /** Handles a request after which the connection leaves HTTP, or would if its offer were accepted. */
  #leaveHttp(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    const work = (): void => {
      if (request.method === "CONNECT") this.#refuse(socket, 405, "CONNECT is not supported");
      else if (isWebSocket) this.#upgrade(request, socket, head);
      else this.#ignoreUpgrade(request, socket);
    };
    if (this.#connections.get(socket)?.last(work) !== true)
      this.#cut(socket, "cut off a peer that changes protocol with responses pending");
  }

  /** Answers a request that offers a protocol other than websockets, such as HTTP/2: the offer may be ignored. */
  #ignoreUpgrade(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // Node.js does this for its own responses (RFC 9112, 9.3).
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
    const { addresses, hostProblem, origins, slots, upgradeOf } = this.#setup;
    slots.isOf(socket, networkOf(addresses.of(request)));
    const odd = findRequestProblem(request);
    if (odd !== undefined) return this.#refuse(socket, odd.status, odd.message);
    const strange = hostProblem(request);
    if (strange !== undefined) return this.#refuse(socket, 403, strange);
    const upgrade = upgradeOf(request);
    if (upgrade === undefined) return this.#refuse(socket, 404, "no websocket at this path");
    const page = origins.problem(request);
    if (page !== undefined) {
      this.#setup.ratedLog.warn({ problem: page, path: "websocket" }, strangePage);
      return this.#refuse(socket, 403, page);
    }
    const refused = upgrade(request, socket, head);
    if (refused !== undefined) this.#refuse(socket, refused.status, refused.message);
    // The websocket looks after itself from here on.
    else this.#connections.delete(socket);
  }
}
