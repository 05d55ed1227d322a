import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Boundary, Guarded } from "../runtime/boundary.ts";
import type { EventLoopTurns } from "../runtime/event-loop-turns.ts";
import { Refusal } from "./routes.ts";

/** Requests a connection may send ahead of the answer it waits for. No client in use sends even one. */
const maxWaiting = 16;

interface ConnectionSetup {
  readonly turns: EventLoopTurns;
  /** Milliseconds it may go without a request. */
  readonly idleMs: number;
  readonly onIdle: () => void;
  readonly boundary: Boundary;
}

interface PendingRequest {
  readonly response: ServerResponse;
  readonly work: () => void;
}

/**
 * A connection while it speaks HTTP. Handles one request at a time, in order (RFC 9112, 9.3.2). Node.js hands out
 * pipelined requests at once; each would hold its resources, such as an open file, until the earlier answers are read.
 *
 * Bounds the time without a request, from the start and from each answer on. Unlike Node.js's own timeouts this
 * includes the empty lines that may precede a request without end (RFC 9112, 2.2).
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #turns: EventLoopTurns;
  readonly #idleMs: number;
  readonly #onIdle: Guarded;
  readonly #goOn: Guarded;
  #timer: NodeJS.Timeout | undefined;
  /** The response in progress. */
  #current: ServerResponse | undefined;
  readonly #waiting: PendingRequest[] = [];
  /** The request with which HTTP ends here. */
  #last: (() => void) | undefined;
  /** Bytes that the system had accepted at the last check. */
  #sent = 0;
  #tookNothing = false;

  constructor(socket: Socket, { turns, idleMs, onIdle, boundary }: ConnectionSetup) {
    const end = (): void => void socket.destroy();
    this.#socket = socket;
    this.#turns = turns;
    this.#idleMs = idleMs;
    this.#onIdle = boundary("an idle connection could not be ended", onIdle, end);
    this.#goOn = boundary("a connection could not go on", () => this.#startNext(), end);
    this.#expect();
    socket.once("close", () => clearTimeout(this.#timer));
  }

  /** Whether a response is pending. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Whether a response has been sent in part. */
  get isAnswering(): boolean {
    return this.#current?.headersSent === true && !this.#current.writableFinished;
  }

  /** Queues the work. False if too many requests wait already. */
  take(response: ServerResponse, work: () => void): boolean {
    clearTimeout(this.#timer);
    if (this.#current === undefined) this.#start({ response, work });
    else if (this.#waiting.length >= maxWaiting || this.#last !== undefined) return false;
    else this.#waiting.push({ response, work });
    return true;
  }

  /**
   * Runs the work after the response before it, for a request that ends HTTP on the connection. Returns false, and does
   * nothing, if that response is incomplete: nobody would send the rest.
   */
  last(work: () => void): boolean {
    clearTimeout(this.#timer);
    if (this.#current === undefined) work();
    else if (!this.#current.writableEnded || this.#waiting.length > 0) return false;
    else this.#last = work;
    return true;
  }

  /** Whether the peer has read nothing of its response in two checks in a row. */
  isStuck(): boolean {
    const { bytesWritten, writableLength } = this.#socket;
    const tookNothing = writableLength > 0 && bytesWritten - writableLength === this.#sent;
    const isStuck = tookNothing && this.#tookNothing;
    this.#sent = bytesWritten - writableLength;
    this.#tookNothing = tookNothing;
    return isStuck;
  }

  #expect(): void {
    if (!this.#socket.destroyed) this.#timer = setTimeout(this.#onIdle, this.#idleMs).unref();
  }

  #start({ response, work }: PendingRequest): void {
    this.#current = response;
    // Node.js hands out requests with a body one after another even within one turn of the loop.
    response.once("close", () => setImmediate(this.#goOn));
    work();
  }

  async #startNext(): Promise<void> {
    const next = this.#socket.destroyed ? undefined : this.#waiting.shift();
    if (next !== undefined) {
      this.#current = next.response;
      await this.#turns.next();
      if (!this.#socket.destroyed) return this.#start(next);
    }
    this.#current = undefined;
    if (this.#last === undefined || this.#socket.destroyed) this.#expect();
    else this.#last();
  }
}

/** Ends a connection if the peer does not read what was written. */
const endUntaken = (socket: Duplex): void => {
  const look = (): void => {
    if (socket.writableLength > 0) socket.destroy();
  };
  // Bytes that TLS has handed to the system count as written only after this turn.
  if (socket instanceof TLSSocket) setImmediate(look);
  else look();
};

/** Ends a connection after what was just written; at once if the peer does not read it. */
export const partWith = (socket: Socket): void => {
  socket.destroySoon();
  endUntaken(socket);
};

/** Answers on a bare connection that has no response in progress, and ends it. */
export const refuseOn = (socket: Duplex, status: number, message: string): void => {
  const body = `${JSON.stringify({ message })}\n`;
  // A half-open peer must not keep the process alive.
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  endUntaken(socket);
};

/** Status and message for an error code of Node.js's parser (RFC 9110, 15.5; RFC 6585, 5). */
export const parseProblem = (code = ""): readonly [status: number, message: string] =>
  code === "HPE_HEADER_OVERFLOW"
    ? [431, "the request head is too long"]
    : [400, "the request is not valid HTTP"];

/** Whether a request has several `Host` headers, of which Node.js keeps the first and a proxy may go by another. */
const hasSecondHost = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
};

/** Why a request that can be read is refused whatever its target is (RFC 9112, 3.2; RFC 9110, 10.1.1). */
export const findRequestProblem = (request: IncomingMessage): Refusal | undefined => {
  const { headers, httpVersion } = request;
  if (httpVersion === "1.1" && headers.host === undefined)
    return new Refusal(400, "an HTTP/1.1 request needs a Host header");
  if (hasSecondHost(request)) return new Refusal(400, "a request has one Host header");
  return headers.expect === undefined || headers.expect.toLowerCase() === "100-continue"
    ? undefined
    : new Refusal(417, "the only supported expectation is 100-continue");
};

/**
 * Keeps Node.js from handing out requests that it has already read, possibly thousands, which it does even after the
 * connection is destroyed. Uses the parser where Node.js keeps it; without one this does nothing.
 */
export const stopParsing = (socket: Socket): void => {
  if (!("parser" in socket)) return;
  const { parser } = socket;
  // Tells Node.js's parser (code 2) that what follows is not HTTP.
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser)
    parser.onIncoming = () => 2;
};
