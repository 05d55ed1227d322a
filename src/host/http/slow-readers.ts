import type { Socket } from "node:net";

interface Reading {
  /** Bytes that the system had taken when it was last looked at. */
  sent: number;
  isStuck: boolean;
}

/** Finds connections whose peers read nothing of what they asked for. */
export class SlowReaders {
  readonly #sockets = new Map<Socket, Reading>();
  readonly #ms: number;
  readonly #onStuck: (socket: Socket) => void;
  #timer: NodeJS.Timeout | undefined;

  /** Looks every `ms` milliseconds; `onStuck` is told of who took nothing from one look to the next, and again to the one after. */
  constructor(ms: number, onStuck: (socket: Socket) => void) {
    this.#ms = ms;
    this.#onStuck = onStuck;
  }

  watch(socket: Socket): void {
    this.#timer ??= setInterval(() => {
      for (const [each, reading] of this.#sockets)
        if (this.#isStuck(each, reading)) this.#onStuck(each);
    }, this.#ms).unref();
    this.#sockets.set(socket, { sent: 0, isStuck: false });
    socket.once("close", () => this.#sockets.delete(socket));
  }

  /** The connection speaks another protocol from now on, whose own affair this is. */
  leave(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #isStuck(socket: Socket, reading: Reading): boolean {
    const sent = socket.bytesWritten - socket.writableLength;
    const takesNothing = socket.writableLength > 0 && sent === reading.sent;
    const wasStuck = reading.isStuck;
    reading.sent = sent;
    reading.isStuck = takesNothing;
    return takesNothing && wasStuck;
  }
}
