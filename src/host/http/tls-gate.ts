import { createServer as createHttps } from "node:https";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createGate, type Server as NetServer, type Socket } from "node:net";
import type { Tls } from "./tls.ts";

/** The first byte of a TLS connection: a record of a handshake (RFC 8446, 5.1). */
const handshake = 0x16;

/** What becomes of those who come. */
export interface Doorkeeper {
  /** Milliseconds from a connection's beginning to the end of its TLS handshake. */
  readonly handshakeMs: number;
  readonly respond: RequestListener;
  /** Somebody has connected whose TLS handshake is still to come. */
  readonly came: (socket: Socket) => void;
  /** Somebody may speak HTTP; `before` is who they were before their handshake, where there was one. */
  readonly entered: (socket: Socket, before: Socket | undefined) => void;
  /** Somebody speaks something else than TLS, such as plain HTTP. */
  readonly speaksPlainly: (socket: Socket) => void;
  /** Somebody did not come through the handshake: why not. */
  readonly failed: (socket: Socket, reason: string) => void;
}

/** What listens, and what speaks HTTP behind it. */
export interface Gate {
  readonly listens: NetServer;
  readonly speaks: Server;
  /** Ends every connection whose handshake is not done. */
  readonly endHandshakes: () => void;
}

// What is left out here is looked at by the service's own server.
const options = { headersTimeout: 0, requestTimeout: 0, requireHostHeader: false };

/** One that speaks HTTP as it is. */
const plainGate = ({ respond, entered }: Doorkeeper): Gate => {
  const server = createHttp(options, respond);
  server.on("connection", (socket) => entered(socket, undefined));
  return { listens: server, speaks: server, endHandshakes: () => undefined };
};

/** Which connection it is, as long as it lasts: what speaks TLS over a socket is another object. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * One that speaks HTTP within TLS. It looks at the first byte of each connection itself, so that somebody who
 * speaks plain HTTP gets an answer in it, and bounds the time of handshakes: to the server behind it nobody has
 * come before theirs is done.
 */
const tlsGate = (tls: Tls, keeper: Doorkeeper): Gate => {
  const speaks = createHttps({ ...options, ...tls.pair }, keeper.respond);
  tls.follow(({ cert, key }) => speaks.setSecureContext({ cert, key }));
  const waiting = new Map<string, { readonly socket: Socket; readonly timer: NodeJS.Timeout }>();
  const take = (name: string): Socket | undefined => {
    const found = waiting.get(name);
    clearTimeout(found?.timer);
    waiting.delete(name);
    return found?.socket;
  };
  const listens = createGate((socket) => {
    const name = nameOf(socket);
    const timer = setTimeout(() => {
      // Browsers open connections in advance, which is nothing to write down.
      if (socket.bytesRead === 0) socket.destroy();
      else keeper.failed(socket, "there was no TLS handshake within auth-timeout-ms");
    }, keeper.handshakeMs).unref();
    waiting.set(name, { socket, timer });
    socket.once("close", () => {
      if (waiting.get(name)?.socket === socket) take(name);
    });
    // Whoever is gone before the handshake has missed nothing.
    socket.on("error", () => socket.destroy());
    keeper.came(socket);
    const look = (): void => {
      const bytes: unknown = socket.read();
      if (!Buffer.isBuffer(bytes)) return void socket.once("readable", look);
      if (bytes[0] === handshake) {
        socket.unshift(bytes);
        speaks.emit("connection", socket);
      } else {
        take(name);
        keeper.speaksPlainly(socket);
      }
    };
    socket.once("readable", look);
  });
  speaks.on("secureConnection", (socket) => keeper.entered(socket, take(nameOf(socket))));
  speaks.on("tlsClientError", (error, socket) => keeper.failed(socket, error.message));
  const endHandshakes = (): void => {
    for (const { socket } of waiting.values()) socket.destroy();
  };
  return { listens, speaks, endHandshakes };
};

/** Makes what listens, within TLS where there is a certificate. */
export const gateOf = (tls: Tls | undefined, keeper: Doorkeeper): Gate =>
  tls === undefined ? plainGate(keeper) : tlsGate(tls, keeper);
