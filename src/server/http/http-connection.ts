import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Boundary, Guarded } from "../runtime/boundary.ts";
import type { LoopTurns } from "../runtime/event-loop-turns.ts";
import { Refusal } from "./routes.ts";

/** Requests that a connection may send ahead of the answer that it waits for. Nothing that is in use today sends even one. */
const mostWaiting = 16;

/** What a connection needs of the server around it. */
interface ConnectionSetup {
  readonly turns: LoopTurns;
  /** Milliseconds that it may go without asking for anything. */
  readonly idleMs: number;
  /** Called when it did. */
  readonly onIdle: () => void;
  readonly boundary: Boundary;
}

interface Asked {
  readonly response: ServerResponse;
  readonly work: () => void;
}

/**
 * A connection as long as it speaks HTTP. Its requests are worked on one at a
 * time, in their order (RFC 9112, 9.3.2, lets a client send several ahead).
 * Node.js hands all of them out at once: what the work on a later one holds,
 * such as an open file, it would hold until the answers before it are read.
 *
 * The time for which it may go without asking for anything is bounded, from its
 * beginning and from each answer on. Unlike Node.js's own times that counts
 * for what is no part of a request as well, such as empty lines, which may
 * stand in front of one without end (RFC 9112, 2.2).
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #turns: LoopTurns;
  readonly #idleMs: number;
  readonly #onIdle: Guarded;
  readonly #goOn: Guarded;
  #timer: NodeJS.Timeout | undefined;
  /** What is answered, until the next is. */
  #current: ServerResponse | undefined;
  readonly #waiting: Asked[] = [];
  /** What ends HTTP on the connection. */
  #last: (() => void) | undefined;
  /** Bytes that the system had taken when it was last looked at. */
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

  /** Whether an answer is waited for. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Whether a part of an answer is sent, and the rest of it is not. */
  get isAnswering(): boolean {
    return this.#current?.headersSent === true && !this.#current.writableFinished;
  }

  /** Does the work in its turn, unless the connection ends before. False, with nothing done, where too many wait already. */
  take(response: ServerResponse, work: () => void): boolean {
    clearTimeout(this.#timer);
    if (this.#current === undefined) this.#start({ response, work });
    else if (this.#waiting.length >= mostWaiting || this.#last !== undefined) return false;
    else this.#waiting.push({ response, work });
    return true;
  }

  /**
   * Does the work once the answer before it is sent, for a request with which HTTP ends on the connection.
   * False, with nothing done, where that answer is not whole yet: nobody sends its rest any more.
   */
  last(work: () => void): boolean {
    clearTimeout(this.#timer);
    if (this.#current === undefined) work();
    else if (!this.#current.writableEnded || this.#waiting.length > 0) return false;
    else this.#last = work;
    return true;
  }

  /** Whether the peer took nothing of what it asked for from one look to the next, and again to this one. */
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

  #start({ response, work }: Asked): void {
    this.#current = response;
    // Requests with a body are handed out one after another even within one turn of the loop.
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

/** Ends a connection whose peer does not take what was written to it. */
const endUntaken = (socket: Duplex): void => {
  const look = (): void => {
    if (socket.writableLength > 0) socket.destroy();
  };
  // What TLS has handed to the system counts as written only after the turn.
  if (socket instanceof TLSSocket) setImmediate(look);
  else look();
};

/** Ends a connection after what was just written to it; at once where the peer does not take that. */
export const partWith = (socket: Socket): void => {
  socket.destroySoon();
  endUntaken(socket);
};

/** Answers on a bare connection, on which no other answer is under way, and ends it. */
export const refuseOn = (socket: Duplex, status: number, message: string): void => {
  const body = `${JSON.stringify({ message })}\n`;
  // A peer that leaves its half open must not keep the process.
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Who does not even take this is not waited for.
  endUntaken(socket);
};

/** Why what came is no request that can be answered, by the code of Node.js's parser; its status is the one that fits (RFC 9110, 15.5; RFC 6585, 5). */
export const parseProblem = (code = ""): readonly [status: number, message: string] =>
  code === "HPE_HEADER_OVERFLOW"
    ? [431, "the request's head is too long"]
    : [400, "the request is no valid HTTP"];

/** Why a request that was understood is not answered, whatever it asks for. */
export const oddity = ({ headers, httpVersion }: IncomingMessage): Refusal | undefined => {
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
export const stopParsing = (socket: Socket): void => {
  if (!("parser" in socket)) return;
  const { parser } = socket;
  // To Node.js's parser 2 says that what follows is no HTTP.
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser)
    parser.onIncoming = () => 2;
};
