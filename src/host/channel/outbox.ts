import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Frame } from "./frames.ts";

/** Below this many waiting bytes the peer is taken to keep up. */
const lowWaterBytes = 1024 * 1024;
/** A peer that has more than this to read is asked for signs of life on the way. */
const bytesPerPing = 256 * 1024;

/**
 * What a connection has yet to read, bounded in bytes. Frames are sent in
 * order and never dropped: a peer that lets more than the limit pile up is
 * reported once as overflowed, and gets nothing more.
 */
export class Outbox {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #limitBytes: number;
  readonly #onOverflow: (backlogBytes: number) => void;
  #overflowed = false;
  /** Bytes behind the last ping. */
  #unaskedBytes = 0;

  constructor(
    ws: WebSocket,
    socket: Socket,
    limitBytes: number,
    onOverflow: (backlogBytes: number) => void,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.#limitBytes = limitBytes;
    this.#onOverflow = onOverflow;
  }

  /** Bytes that the kernel has not taken yet. */
  get backlogBytes(): number {
    return this.#ws.bufferedAmount;
  }

  /** Queues a frame; a closing connection takes none, and none is missed. */
  send(frame: Frame): void {
    if (this.#overflowed || this.#ws.readyState !== this.#ws.OPEN) return;
    this.#socket.cork();
    for (const [position, piece] of frame.entries())
      this.#sendPiece(piece, position === frame.length - 1);
    this.#socket.uncork();
    const { backlogBytes } = this;
    // With a peer that keeps up there is nothing to ask about.
    if (backlogBytes === 0) this.#unaskedBytes = 0;
    if (backlogBytes <= this.#limitBytes) return;
    this.#overflowed = true;
    this.#onOverflow(backlogBytes);
  }

  /** Cuts a long piece, so that there is room for pings within it. */
  #sendPiece(piece: string | Buffer, fin: boolean): void {
    let rest = piece;
    while (typeof rest !== "string" && rest.length > bytesPerPing) {
      this.#sendFragment(rest.subarray(0, bytesPerPing), false);
      rest = rest.subarray(bytesPerPing);
    }
    this.#sendFragment(rest, fin);
  }

  #sendFragment(fragment: string | Buffer, fin: boolean): void {
    this.#ws.send(fragment, { binary: false, fin });
    this.#unaskedBytes += fragment.length;
    if (this.#unaskedBytes < bytesPerPing) return;
    this.#unaskedBytes = 0;
    // Between fragments as well (RFC 6455, 5.4): it is answered once what is before it was read.
    this.#ws.ping();
  }

  /** Resolves when the peer has read most of what was sent, or is gone. */
  async keepsUp(): Promise<void> {
    while (this.backlogBytes > lowWaterBytes && this.#ws.readyState === this.#ws.OPEN) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.#socket.off("drain", done).off("close", done);
          resolve();
        };
        this.#socket.on("drain", done).on("close", done);
      });
    }
  }
}
