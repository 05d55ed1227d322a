import { createServer as createHttps } from "node:https";
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createGate, type Server as NetServer, type Socket } from "node:net";
import type { Boundary, Guarded } from "../runtime/boundary.ts";
import type { Tls } from "./tls.ts";

/** The first byte of a TLS connection: a handshake record (RFC 8446, 5.1). */
const handshake = 0x16;

interface GateHandlers {
  /** Milliseconds from connect to the end of the TLS handshake. */
  readonly handshakeMs: number;
  readonly respond: Guarded<[request: IncomingMessage, response: ServerResponse]>;
  /** A connection whose TLS handshake is still to come. */
  readonly came: (socket: Socket) => void;
  /** A connection may speak HTTP; `before` is the socket before its handshake, if there was one. */
  readonly entered: (socket: Socket, before: Socket | undefined) => void;
  /** A connection speaks something other than TLS, such as plain HTTP. */
  readonly speaksPlainly: (socket: Socket) => void;
  readonly failed: (socket: Socket, reason: string) => void;
  readonly boundary: Boundary;
}

/** What listens, and the HTTP server behind it. */
export interface Gate {
  readonly listens: NetServer;
  readonly speaks: Server;
  /** Ends every connection whose handshake is not done. */
  readonly endHandshakes: () => void;
}

// The service's own server checks these.
const options = { headersTimeout: 0, requestTimeout: 0, requireHostHeader: false };

const failed = "a connection failed unexpectedly";
const end = (socket: Socket): void => void socket.destroy();

const plainGate = ({ respond, entered, boundary }: GateHandlers): Gate => {
  const server = createHttp(options, respond);
  const enters = boundary(failed, (socket: Socket) => entered(socket, undefined), end);
  server.on("connection", enters);
  return { listens: server, speaks: server, endHandshakes: () => undefined };
};

/** Identifies a connection: TLS over a socket is another object. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Serves HTTP over TLS. Looks at the first byte of each connection, so that plain HTTP gets an answer in plain HTTP,
 * and bounds handshakes: Node.js's server sees a connection only after its handshake.
 */
const tlsGate = (tls: Tls, keeper: GateHandlers): Gate => {
  const { boundary } = keeper;
  const speaks = createHttps({ ...options, ...tls.pair }, keeper.respond);
  tls.follow(({ cert, key }) => speaks.setSecureContext({ cert, key }));
  const waiting = new Map<string, { readonly socket: Socket; readonly timer: NodeJS.Timeout }>();
  const take = (name: string): Socket | undefined => {
    const found = waiting.get(name);
    clearTimeout(found?.timer);
    waiting.delete(name);
    return found?.socket;
  };
  const came = (socket: Socket): void => {
    const name = nameOf(socket);
    const late = boundary(
      "a late TLS handshake could not be ended",
      () => {
        // Browsers open connections in advance, which is not worth a log line.
        if (socket.bytesRead === 0) socket.destroy();
        else keeper.failed(socket, "no TLS handshake within auth-timeout-ms");
      },
      () => end(socket),
    );
    const timer = setTimeout(late, keeper.handshakeMs).unref();
    waiting.set(name, { socket, timer });
    socket.once("close", () => {
      if (waiting.get(name)?.socket === socket) take(name);
    });
    // A peer that leaves before the handshake misses nothing.
    socket.on("error", () => socket.destroy());
    keeper.came(socket);
    const look = boundary(
      failed,
      () => {
        const bytes: unknown = socket.read();
        if (!Buffer.isBuffer(bytes)) return void socket.once("readable", look);
        if (bytes[0] === handshake) {
          socket.unshift(bytes);
          return void speaks.emit("connection", socket);
        }
        take(name);
        keeper.speaksPlainly(socket);
      },
      () => end(socket),
    );
    socket.once("readable", look);
  };
  const listens = createGate(boundary(failed, came, end));
  speaks.on(
    "secureConnection",
    boundary(failed, (socket: Socket) => keeper.entered(socket, take(nameOf(socket))), end),
  );
  speaks.on(
    "tlsClientError",
    boundary(
      failed,
      (error: Error, socket: Socket) => keeper.failed(socket, error.message),
      (_error, socket) => end(socket),
    ),
  );
  const endHandshakes = (): void => {
    for (const { socket } of waiting.values()) socket.destroy();
  };
  return { listens, speaks, endHandshakes };
};

export const gateOf = (tls: Tls | undefined, keeper: GateHandlers): Gate =>
  tls === undefined ? plainGate(keeper) : tlsGate(tls, keeper);
