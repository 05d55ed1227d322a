import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { LoopTurns } from "../loop-turns.ts";

/** Requests that a connection may send ahead of the answer that it waits for. Nothing that is in use today sends even one. */
const mostWaiting = 16;

interface Queue {
  current: ServerResponse;
  /** What ends HTTP on the connection. */
  last: (() => void) | undefined;
  readonly waiting: { readonly response: ServerResponse; readonly work: () => void }[];
}

/**
 * Has the requests of one connection worked on one at a time, in their order
 * (RFC 9112, 9.3.2, lets a client send several ahead). Node.js hands all of
 * them out at once: what the work on a later one holds, such as an open file,
 * it would hold until the answers before it are read.
 */
export class RequestTurns {
  readonly #queues = new WeakMap<Socket, Queue>();
  readonly #loop: LoopTurns;
  readonly #onIdle: (socket: Socket) => void;

  /** `onIdle` is told of a connection that has every answer that it asked for. */
  constructor(loop: LoopTurns, onIdle: (socket: Socket) => void) {
    this.#loop = loop;
    this.#onIdle = onIdle;
  }

  /** Whether an answer is waited for. */
  isBusy(socket: Socket): boolean {
    return this.#queues.has(socket);
  }

  /** Whether a part of an answer is sent, and the rest of it is not. */
  isAnswering(socket: Socket): boolean {
    const current = this.#queues.get(socket)?.current;
    return current?.headersSent === true && !current.writableFinished;
  }

  /** Does the work in its turn, unless the connection ends before. False, with nothing done, where too many wait already. */
  take(socket: Socket, response: ServerResponse, work: () => void): boolean {
    const queue = this.#queues.get(socket);
    if (queue === undefined) {
      this.#start(socket, { current: response, last: undefined, waiting: [] }, work);
      return true;
    }
    if (queue.waiting.length >= mostWaiting || queue.last !== undefined) return false;
    queue.waiting.push({ response, work });
    return true;
  }

  /**
   * Does the work once the answer before it is sent, for a request with which HTTP ends on the connection.
   * False, with nothing done, where that answer is not whole yet: nobody sends its rest any more.
   */
  last(socket: Socket, work: () => void): boolean {
    const queue = this.#queues.get(socket);
    if (queue === undefined) {
      work();
      return true;
    }
    if (!queue.current.writableEnded || queue.waiting.length > 0) return false;
    queue.last = work;
    return true;
  }

  #start(socket: Socket, queue: Queue, work: () => void): void {
    this.#queues.set(socket, queue);
    // Requests with a body are handed out one after another even within one turn of the loop.
    queue.current.once("close", () => setImmediate(() => void this.#goOn(socket, queue)));
    work();
  }

  async #goOn(socket: Socket, queue: Queue): Promise<void> {
    const next = socket.destroyed ? undefined : queue.waiting.shift();
    if (next === undefined) {
      this.#queues.delete(socket);
      if (queue.last === undefined || socket.destroyed) return this.#onIdle(socket);
      return queue.last();
    }
    queue.current = next.response;
    await this.#loop.next();
    if (socket.destroyed) this.#queues.delete(socket);
    else this.#start(socket, queue, next.work);
  }
}
