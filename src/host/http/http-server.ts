import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { LoopTurns } from "../loop-turns.ts";
import type { RatedLog } from "../rated-log.ts";
import { type ClientAddresses, networkOf } from "./client-address.ts";
import type { HostRule } from "./hosts.ts";
import { HttpConnection } from "./http-connection.ts";
import type { Origins } from "./origins.ts";
import { refuseOn } from "./part-with.ts";
import type { Places } from "./places.ts";
import { Refusal } from "./refusal.ts";
import { respondJson } from "./route.ts";
import { discardBody, type Router, urlOf } from "./router.ts";

/** Takes over a socket that asked for an upgrade to a websocket, or says with which status and why not. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) => { readonly status: number; readonly message: string } | undefined;

/** What the server answers, and to whom. */
export interface HttpSetup {
  readonly router: Router;
  /** By their paths. */
  readonly upgrades: ReadonlyMap<string, Upgrade>;
  readonly hostProblem: HostRule;
  readonly origins: Origins;
  readonly addresses: ClientAddresses;
  readonly places: Places;
  readonly turns: LoopTurns;
  readonly limits: HttpLimits;
  readonly log: Logger;
  /** For lines about peers who were refused. */
  readonly ratedLog: RatedLog;
}

/** Times in milliseconds. */
export interface HttpLimits {
  /** For the head of a request, from the connection on. The time for a body is its handler's to limit, the only one who reads it. */
  readonly authTimeoutMs: number;
  /** Who takes nothing of an answer for twice that long is gone. */
  readonly pingMs: number;
}

/** Where the server listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
}

/** Why what came is no request that can be answered, by the code of Node.js's parser; its status is the one that fits (RFC 9110, 15.5; RFC 6585, 5). */
const parseProblem = (code = ""): readonly [status: number, message: string] =>
  code === "HPE_HEADER_OVERFLOW"
    ? [431, "the request's head is too long"]
    : [400, "the request is no valid HTTP"];

/** Why a request that was understood is not answered, whatever it asks for. */
const oddity = ({ headers, httpVersion }: IncomingMessage): Refusal | undefined => {
  if (httpVersion === "1.1" && headers.host === undefined)
    return new Refusal(400, "a request of HTTP/1.1 must name its Host");
  return headers.expect === undefined || headers.expect.toLowerCase() === "100-continue"
    ? undefined
    : new Refusal(417, "the only expectation that is met is 100-continue");
};

/**
 * Has Node.js hand out no more requests of what it has read already, which can
 * be thousands: it does so even after the connection is destroyed. The parser
 * is found where Node.js itself keeps it; where it is none, this changes nothing.
 */
const stopParsing = (socket: Socket): void => {
  if (!("parser" in socket)) return;
  const { parser } = socket;
  // To Node.js's parser 2 says that what follows is no HTTP.
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser)
    parser.onIncoming = () => 2;
};

const late = "no request came within auth-timeout-ms";

/** The one port of the service: routes for HTTP, and one path for websockets. */
export class HttpServer {
  readonly #setup: HttpSetup;
  readonly #server: Server;
  /** Those that speak HTTP. */
  readonly #connections = new Map<Socket, HttpConnection>();
  #looking: NodeJS.Timeout | undefined;

  constructor(setup: HttpSetup) {
    this.#setup = setup;
    // What is left out here is looked at by this server itself.
    const options = { headersTimeout: 0, requestTimeout: 0, requireHostHeader: false };
    this.#server = createServer(options, this.#takeTurn);
    // Whoever waits for "100 Continue" is asked for the body only once it is wanted.
    this.#server.on("checkContinue", this.#takeTurn);
    this.#server.on("checkExpectation", this.#takeTurn);
    this.#server.on("connection", (socket) => this.#enter(socket));
    for (const event of ["upgrade", "connect"])
      this.#server.on(event, (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on("error", (error) =>
          setup.log.debug({ problem: error.message }, "a socket failed"),
        );
        if (socket instanceof Socket) this.#leaveHttp(request, socket, head);
        else socket.destroy();
      });
    this.#server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
      const [status, message] = parseProblem(error.code);
      if (socket instanceof Socket && socket.writable) this.#refuse(socket, status, message);
      else socket.destroy();
    });
  }

  /** Starts listening; the left says why that cannot be. Port 0 takes any free one. */
  listen(host: string, port: number): Promise<Either<string, Listening>> {
    return new Promise((resolve) => {
      this.#server.once("error", (error) =>
        resolve(left(`cannot listen on ${host}, port ${port}: ${error.message}`)),
      );
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(
          typeof address === "object" && address !== null
            ? right({ host, port: address.port })
            : left(`cannot listen on ${host}, port ${port}`),
        );
      });
    });
  }

  /** Takes no more connections, and resolves when those that are open have ended; `terminate` ends them. */
  async finish(): Promise<void> {
    clearInterval(this.#looking);
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    // Node.js takes a connection that has asked for nothing yet for a busy one.
    for (const [socket, { isBusy }] of this.#connections) if (!isBusy) socket.destroy();
    await closed;
  }

  terminate(): void {
    this.#server.closeAllConnections();
  }

  #enter(socket: Socket): void {
    const { addresses, limits, places, turns } = this.#setup;
    const address = socket.remoteAddress ?? "";
    const connection = new HttpConnection(socket, turns, limits.authTimeoutMs, () => {
      // Who was answered before may be asking just now, and would take this for the answer.
      if (socket.bytesWritten > 0) socket.destroy();
      // Browsers open connections in advance, which is nothing to write down.
      else if (socket.bytesRead === 0) refuseOn(socket, 408, late);
      else this.#refuse(socket, 408, late);
    });
    this.#connections.set(socket, connection);
    socket.once("close", () => this.#connections.delete(socket));
    this.#looking ??= setInterval(() => this.#cutSlowReaders(), limits.pingMs).unref();
    // Behind a proxy are many peers; whose connection it is, the request's head tells.
    const network = addresses.isProxy(address) ? undefined : networkOf(address);
    places.enter(socket, network, (why) => this.#refuse(socket, 503, why));
  }

  #cutSlowReaders(): void {
    for (const [socket, connection] of this.#connections)
      if (connection.isStuck())
        this.#cut(socket, "a peer does not read what it asked for, and is cut off");
  }

  /** Ends a connection with an answer, where none is under way that would be mistaken for it. */
  #refuse(socket: Socket, status: number, reason: string): void {
    const fields = { address: socket.remoteAddress, status, reason };
    const canTell = socket.writable && this.#connections.get(socket)?.isAnswering !== true;
    const what = canTell ? "a connection is refused" : "a connection is cut off";
    this.#setup.ratedLog.warn(fields, what);
    if (canTell) refuseOn(socket, status, reason);
    else socket.destroy();
  }

  #cut(socket: Socket, message: string): void {
    if (!socket.destroyed) this.#setup.ratedLog.warn({ address: socket.remoteAddress }, message);
    socket.destroy();
  }

  readonly #takeTurn = (request: IncomingMessage, response: ServerResponse): void => {
    const work = (): void => void this.#respond(request, response);
    const { socket } = request;
    if (this.#connections.get(socket)?.take(response, work) === true) return;
    stopParsing(socket);
    this.#cut(socket, "a peer sends too many requests ahead of their answers, and is cut off");
  };

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { addresses, hostProblem, places, ratedLog, router } = this.#setup;
    const address = addresses.of(request);
    places.isOf(request.socket, networkOf(address));
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
    socket.on("drain", () => response.emit("drain"));
    response.once("finish", () => socket.destroySoon());
    this.#takeTurn(request, response);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { addresses, hostProblem, origins, places, upgrades } = this.#setup;
    places.isOf(socket, networkOf(addresses.of(request)));
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
