import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Guarded } from "../runtime/boundary.ts";

/** Detects a dead peer: one that sends nothing and reads nothing of what waits for it. */
export class Heartbeat {
  readonly #ws: WebSocket;
  readonly #onDeath: Guarded;
  #isHeard = true;
  #beats = 0;

  /** `onDeath` is called when nothing was heard for `pingMs` after a ping. */
  constructor(ws: WebSocket, socket: Socket, pingMs: number, onDeath: Guarded) {
    this.#ws = ws;
    this.#onDeath = onDeath;
    // A ping behind a backlog has not been sent yet. Until then, any reading of the backlog counts as a sign of life. The
    // socket's timeout also notices when the peer reads part of one large write.
    socket.setTimeout(pingMs).on("timeout", () => {
      if (ws.bufferedAmount > 0) onDeath();
    });
  }

  /** Notes a sign of life, or gives the peer a full interval for the next one. */
  beat(): void {
    this.#isHeard = true;
    this.#beats += 1;
  }

  /** Counts the signs of life. */
  readonly heard = (): number => this.#beats;

  /** Pings early, for callers that want to know soon. A missing answer has no consequence. */
  readonly ask = (): void => {
    // A ping would only make a backlog longer.
    if (this.#ws.bufferedAmount === 0) this.#ws.ping();
  };

  /** Called every `pingMs`: pings the peer if it was heard since the last call. While its socket is paused (`isPaused`), nothing can be heard. */
  check(isPaused: boolean): void {
    if (!this.#isHeard && !isPaused && this.#ws.bufferedAmount === 0) return this.#onDeath();
    this.#isHeard = false;
    this.#ws.ping();
  }
}
