import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Origins } from "./origins.ts";
import { respondJson, type Route } from "./route.ts";

/** Takes over a socket that asked for an upgrade to a websocket, or says with which status and why not. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) => { readonly status: number; readonly message: string } | undefined;

/** Where the server listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
}

const pathOf = (request: IncomingMessage): URL | undefined => {
  const target = request.url ?? "/";
  // A path may begin with two slashes, which alone would be read as a host (RFC 9112, 3.2.1).
  const url = target.startsWith("/") ? `http://host${target}` : target;
  return URL.canParse(url, "http://host") ? new URL(url, "http://host") : undefined;
};

const statusTexts: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  503: "Service Unavailable",
};

const refuseUpgrade = (socket: Duplex, status: number, message: string): void => {
  const body = `${JSON.stringify({ message })}\n`;
  // A peer that leaves its half open must not keep the process.
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status] ?? ""}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

/** How long, and how much, of a refused body is read and thrown away, so that the sender gets to read the answer. */
const lingerMs = 2000;
const lingerBytes = 64 * 1024 * 1024;

const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), lingerMs);
  let read = 0;
  request
    .once("close", () => clearTimeout(timer))
    .on("data", (bytes: Buffer) => {
      read += bytes.length;
      if (read > lingerBytes) request.destroy();
    })
    .resume();
};

/** How long a request's head may take. The time for a body is its handler's to limit, the only one who reads it. */
const headersTimeout = 60_000;

const changesSomething = (method: string): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

/** The one port of the service: routes for HTTP, and one path for websockets. */
export class HttpServer {
  readonly #routes: readonly Route[];
  readonly #upgrades: ReadonlyMap<string, Upgrade>;
  readonly #origins: Origins;
  readonly #log: Logger;
  readonly #server: Server;

  constructor(
    routes: readonly Route[],
    upgrades: ReadonlyMap<string, Upgrade>,
    origins: Origins,
    log: Logger,
  ) {
    this.#routes = routes;
    this.#upgrades = upgrades;
    this.#origins = origins;
    this.#log = log;
    const respond = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#respond(request, response);
    this.#server = createServer({ headersTimeout, requestTimeout: 0 }, respond);
    // Whoever waits for "100 Continue" is asked for the body only once it is wanted.
    this.#server.on("checkContinue", respond);
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    this.#server.on("clientError", (_error, socket) => {
      if (socket.writable) refuseUpgrade(socket, 400, "the request is no valid HTTP");
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
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    await closed;
  }

  terminate(): void {
    this.#server.closeAllConnections();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#origins.mark(request, response);
    if (this.#origins.answerPreflight(request, response)) return;
    await this.#answer(request, response);
    discardBody(request);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = pathOf(request);
    const route = url && this.#findRoute(url.pathname);
    if (url === undefined || route === undefined)
      return respondJson(response, 404, { message: "there is nothing at this path" });
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    const handle = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (handle === undefined) {
      response.setHeader("Allow", Object.keys(route.methods).join(", "));
      return respondJson(response, 405, { message: `${method} is not for this path` });
    }
    if (changesSomething(method) && !this.#origins.allows(request))
      return respondJson(response, 403, { message: "this page's origin may not change anything" });
    try {
      await handle(request, response, url);
    } catch (error) {
      this.#log.error({ err: error, path: url.pathname }, "a request failed unexpectedly");
      if (!response.headersSent) respondJson(response, 500, { message: "an unexpected error" });
      else response.destroy();
    }
  }

  #findRoute(path: string): Route | undefined {
    return this.#routes.find((route) =>
      route.path !== "/" && route.path.endsWith("/")
        ? path.startsWith(route.path)
        : path === route.path,
    );
  }

  /** Answers a request that offers another protocol than websockets, such as HTTP/2: the offer need not be taken. */
  #ignoreUpgrade(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.destroySoon());
    void this.#respond(request, response);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", (error) => this.#log.debug({ problem: error.message }, "a socket failed"));
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    if (!isWebSocket && socket instanceof Socket) return this.#ignoreUpgrade(request, socket);
    const upgrade = this.#upgrades.get(pathOf(request)?.pathname ?? "");
    if (upgrade === undefined || !(socket instanceof Socket))
      return refuseUpgrade(socket, 404, "there is no websocket at this path");
    if (!this.#origins.allows(request))
      return refuseUpgrade(socket, 403, "this page's origin may not connect");
    const refused = upgrade(request, socket, head);
    if (refused !== undefined) refuseUpgrade(socket, refused.status, refused.message);
  }
}
