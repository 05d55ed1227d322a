import type { Socket } from "node:net";

/**
 * Bounds the time for which a connection may go without asking for anything,
 * from its beginning and from each answer on. Unlike Node.js's own times it
 * counts for what is no part of a request as well, such as empty lines, which
 * may stand in front of one without end (RFC 9112, 2.2).
 */
export class RequestDeadlines {
  readonly #ms: number;
  readonly #onOver: (socket: Socket) => void;
  readonly #timers = new WeakMap<Socket, NodeJS.Timeout>();

  /** `ms` milliseconds; `onOver` is told of whoever did not ask in time. */
  constructor(ms: number, onOver: (socket: Socket) => void) {
    this.#ms = ms;
    this.#onOver = onOver;
  }

  /** A new connection. */
  watch(socket: Socket): void {
    this.start(socket);
    socket.once("close", () => this.stop(socket));
  }

  /** It is waited for from now on. */
  start(socket: Socket): void {
    this.stop(socket);
    if (socket.destroyed) return;
    this.#timers.set(socket, setTimeout(() => this.#onOver(socket), this.#ms).unref());
  }

  /** It has asked, or speaks another protocol. */
  stop(socket: Socket): void {
    clearTimeout(this.#timers.get(socket));
  }
}
