import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Guarded } from "../runtime/boundary.ts";

/** Tells when a peer is not there any more: it says nothing, and takes nothing of what waits for it. */
export class Heartbeat {
  readonly #ws: WebSocket;
  readonly #onDeath: Guarded;
  #isHeard = true;
  #beats = 0;

  /** `onDeath` is called when nothing was heard of the peer for `pingMs` after it was asked. */
  constructor(ws: WebSocket, socket: Socket, pingMs: number, onDeath: Guarded) {
    this.#ws = ws;
    this.#onDeath = onDeath;
    // A ping behind a backlog has not been asked yet. What the peer takes of that backlog is its
    // sign of life, and a socket's timeout notices also that it took a part of one large write.
    socket.setTimeout(pingMs).on("timeout", () => {
      if (ws.bufferedAmount > 0) onDeath();
    });
  }

  /** Something of the peer was heard, or it is to be given as long for the next as any. */
  beat(): void {
    this.#isHeard = true;
    this.#beats += 1;
  }

  /** Grows with whatever is heard of the peer. */
  readonly heard = (): number => this.#beats;

  /** Asks for a sign out of turn, for those who want to know earlier; where it comes to nothing the peer stays. */
  readonly ask = (): void => {
    // Behind a backlog it would only make that longer.
    if (this.#ws.bufferedAmount === 0) this.#ws.ping();
  };

  /** Called every `pingMs`: asks the peer for a sign, if it gave one since the last call. While it is not read from (`isPaused`) none can be heard. */
  check(isPaused: boolean): void {
    if (!this.#isHeard && !isPaused && this.#ws.bufferedAmount === 0) return this.#onDeath();
    this.#isHeard = false;
    this.#ws.ping();
  }
}
