import type { Socket } from "node:net";
import type { WebSocket } from "ws";

/** Tells whether a peer is still there: it answers pings, or at least takes what it is sent. */
export class Pulse {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  #isAlive = true;
  #sentBytes = 0;

  constructor(ws: WebSocket, socket: Socket) {
    this.#ws = ws;
    this.#socket = socket;
    ws.on("pong", () => this.beat());
  }

  /** Something of the peer was heard, or it is to be given as long for the next as any. */
  beat(): void {
    this.#isAlive = true;
  }

  /**
   * Whether the peer was there since the last call, and if so pings it again. While it is not read
   * from (`isPaused`) its pongs are not seen, but what it takes of the backlog is.
   */
  check(isPaused: boolean, backlogBytes: number): boolean {
    const sent = this.#socket.bytesWritten - this.#socket.writableLength;
    const isReading = backlogBytes === 0 || sent > this.#sentBytes;
    this.#sentBytes = sent;
    if (!this.#isAlive && !(isPaused && isReading)) return false;
    this.#isAlive = false;
    this.#ws.ping();
    return true;
  }
}
