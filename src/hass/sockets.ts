import type { WebSocket } from "ws";

/** All websockets to Home Assistant, so that none outlives the service. */
export class Sockets {
  readonly #open = new Set<WebSocket>();
  #isOver = false;

  add(ws: WebSocket): void {
    this.#open.add(ws);
    ws.on("close", () => this.#open.delete(ws));
    if (this.#isOver) ws.terminate();
  }

  /** Ends them, and each that is added later. */
  terminate(): void {
    this.#isOver = true;
    for (const ws of this.#open) ws.terminate();
  }
}
