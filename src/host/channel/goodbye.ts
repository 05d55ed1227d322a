import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { ConnectionLog } from "../../server/websocket/connection-log.ts";
import type { CloseReason } from "../../server/websocket/close.ts";

/** How long a peer that is not waited for has to read why it is closed. */
const leaveMs = 1000;

/** The end of a connection: its peer is told why, and so is the log, whichever side began with it. */
export class CloseHandshake {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #log: ConnectionLog;
  #why: CloseReason | undefined;
  #leaving: NodeJS.Timeout | undefined;

  constructor(ws: WebSocket, socket: Socket, log: ConnectionLog) {
    this.#ws = ws;
    this.#socket = socket;
    this.#log = log;
  }

  /** Tells the peer why, after everything that was sent before. */
  say(why: CloseReason): void {
    this.#log.info({ ...why }, "closing a connection");
    this.#why = why;
    this.#ws.close(why.code, why.reason);
    this.#socket.end();
  }

  /** Waits no longer than a moment for the peer. */
  hurry(): void {
    this.#leaving ??= setTimeout(() => this.#ws.terminate(), leaveMs);
  }

  /** It is closed, with what the peer said where it was the first. */
  ended(code: number, reason: string): void {
    clearTimeout(this.#leaving);
    const why = this.#why ?? { code, ...(reason === "" ? {} : { reason }) };
    this.#log.info({ ...why }, "a connection ended");
  }
}
