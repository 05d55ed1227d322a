import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Deflation } from "./event-frames.ts";
import { compressedBit, finBit, frameHead, opcodes } from "./frame-head.ts";
import type { DeflatedFrame, Frame } from "./frames.ts";

/** Below this many waiting bytes the peer is taken to keep up. */
const lowWaterBytes = 1024 * 1024;
/** A peer that has more than this to read is asked for signs of life on the way. */
const bytesPerPing = 256 * 1024;

/** Sends one fragment of a message. */
type SendFragment = (fragment: string | Buffer, isFirst: boolean, isLast: boolean) => void;

/**
 * What a connection has yet to read, bounded in bytes. Frames are sent in
 * order and never dropped: a peer that lets more than the limit pile up is
 * reported once as overflowed, and gets nothing more.
 */
export class Outbox {
  /** Whether the peer takes compressed messages. */
  readonly deflation: Deflation;
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
    deflation: Deflation,
    limitBytes: number,
    onOverflow: (backlogBytes: number) => void,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.deflation = deflation;
    this.#limitBytes = limitBytes;
    this.#onOverflow = onOverflow;
  }

  /** Bytes that the kernel has not taken yet. */
  get backlogBytes(): number {
    return this.#ws.bufferedAmount;
  }

  /** Queues a frame; a closing connection takes none, and none is missed. */
  send(frame: Frame | DeflatedFrame): void {
    if (this.#overflowed || this.#ws.readyState !== this.#ws.OPEN) return;
    this.#socket.cork();
    if ("deflated" in frame) this.#sendPieces(frame.deflated, this.#sendDeflated);
    else this.#sendPieces(frame, this.#sendPlain);
    this.#socket.uncork();
    const { backlogBytes } = this;
    // With a peer that keeps up there is nothing to ask about.
    if (backlogBytes === 0) this.#unaskedBytes = 0;
    if (backlogBytes <= this.#limitBytes) return;
    this.#overflowed = true;
    this.#onOverflow(backlogBytes);
  }

  /** Cuts long pieces, so that there is room for pings within them. */
  #sendPieces(pieces: Frame, send: SendFragment): void {
    for (const [position, piece] of pieces.entries()) {
      const isLast = position === pieces.length - 1;
      let isFirst = position === 0;
      let rest = piece;
      while (typeof rest !== "string" && rest.length > bytesPerPing) {
        this.#sendFragment(rest.subarray(0, bytesPerPing), send, isFirst, false);
        rest = rest.subarray(bytesPerPing);
        isFirst = false;
      }
      this.#sendFragment(rest, send, isFirst, isLast);
    }
  }

  #sendFragment(
    fragment: string | Buffer,
    send: SendFragment,
    isFirst: boolean,
    isLast: boolean,
  ): void {
    send(fragment, isFirst, isLast);
    this.#unaskedBytes += fragment.length;
    if (this.#unaskedBytes < bytesPerPing) return;
    this.#unaskedBytes = 0;
    // Between fragments as well (RFC 6455, 5.4): it is answered once what is before it was read.
    this.#ws.ping();
  }

  readonly #sendPlain: SendFragment = (fragment, _isFirst, fin) =>
    this.#ws.send(fragment, { binary: false, fin });

  /** Past the library, which knows nothing of compressed messages. It writes at once what it is given, so that the order is kept. */
  readonly #sendDeflated: SendFragment = (fragment, isFirst, isLast) => {
    const first =
      (isFirst ? opcodes.text | compressedBit : opcodes.continuation) | (isLast ? finBit : 0);
    this.#socket.write(frameHead(first, fragment.length));
    this.#socket.write(fragment);
  };

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
