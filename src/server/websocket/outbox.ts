import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Guarded } from "../runtime/boundary.ts";
import { bytesOf, type JsonText } from "../../plan/raw-json/raw-json.ts";
import {
  compressedBit,
  type DeflatedFrame,
  type Deflation,
  type EventFrames,
  finBit,
  frameHead,
  longestPayloadBytes,
  opcodes,
  type WholeFrame,
} from "./frames.ts";
import type { EventKind, Frame, MessageSink } from "./messages.ts";
import type { Reader, UnreadTotal } from "./limits.ts";

/** Below this many waiting bytes, the peer counts as keeping up. */
const lowWaterBytes = 1024 * 1024;

/** Below this many waiting bytes, there is room for replaceable events. */
const roomBytes = 64 * 1024;

/** Shorter messages are passed to the kernel in one piece. */
const shortBytes = 16 * 1024;

/**
 * The same limit while the message must wait: a longer piece is kept by reference, because other connections share it,
 * which is cheaper than a copy.
 */
const tinyBytes = 1024;

/** Splits a message's pieces into portions of at most so many bytes. */
const portionsOf = (pieces: readonly Buffer[], most: number): readonly (readonly Buffer[])[] => {
  if (bytesOf(pieces) <= most) return [pieces];
  let portion: Buffer[] = [];
  const portions = [portion];
  let room = most;
  for (const piece of pieces) {
    let rest = piece;
    while (rest.length > room) {
      portion.push(rest.subarray(0, room));
      rest = rest.subarray(room);
      room = most;
      portions.push((portion = []));
    }
    portion.push(rest);
    room -= rest.length;
  }
  return portions;
};

/** The settings that limit unread bytes: of a connection, and of all connections of a user who may not save. */
export type UnreadLimit = "outboxBytes" | "viewerOutboxBytes";

/** How a connection gets events: the frames that all connections share, compressed or not. */
interface Encoding {
  /** Whether the peer takes compressed messages. */
  readonly deflation: Deflation;
  readonly frames: Readonly<Record<EventKind, EventFrames>>;
}

/**
 * A connection's unread bytes, bounded. Frames are sent in order and never dropped: a peer that exceeds the limit is
 * reported once as overflowed, and is sent nothing more. Messages bypass `ws`, which would compress each one per
 * connection and does not support pieces. It writes its pings and closes at once, so the order is kept.
 */
export class Outbox implements Reader, MessageSink {
  readonly #encoding: Encoding;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #limitBytes: number;
  readonly #onOverflow: (limit: UnreadLimit, backlogBytes: number) => void;
  /** Counts for all connections of the user, if those are limited. */
  #unread: UnreadTotal | undefined;
  #overflowed = false;
  /** Bytes sent since the last ping. */
  #unaskedBytes = 0;
  #waitingForRoom: Guarded[] = [];

  constructor(
    ws: WebSocket,
    socket: Socket,
    encoding: Encoding,
    limitBytes: number,
    onOverflow: (limit: UnreadLimit, backlogBytes: number) => void,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.#encoding = encoding;
    this.#limitBytes = limitBytes;
    this.#onOverflow = onOverflow;
  }

  /** Bytes that the kernel has not accepted yet. */
  get backlogBytes(): number {
    return this.#ws.bufferedAmount;
  }

  /** Whether the peer may be sent more. */
  get isOpen(): boolean {
    return !this.#overflowed && this.#ws.readyState === this.#ws.OPEN;
  }

  /** From now on counts for all connections of the user, until the peer is gone. */
  countWith(unread: UnreadTotal): void {
    this.#unread = unread;
    unread.add(this);
    this.#ws.once("close", () => unread.remove(this));
  }

  readonly overflow = (): void => this.#overflow("viewerOutboxBytes");

  readonly drop = (): void => this.#ws.terminate();

  /** Whether a replaceable event may be sent now: the peer has read most of the earlier bytes. */
  readonly hasRoom = (): boolean => this.backlogBytes <= roomBytes;

  /** Calls back once there is room; never if the peer leaves before. */
  readonly whenRoom = (callback: Guarded): void => {
    this.#waitingForRoom.push(callback);
    if (this.#waitingForRoom.length === 1) this.#callBack();
  };

  /** Whether more is unread than is sent at a time. */
  get isBehind(): boolean {
    return this.backlogBytes > lowWaterBytes;
  }

  /** Queues a message. A closing connection ignores it. */
  send(message: Frame): void {
    this.#send(message);
  }

  /** Queues an event, in a frame that connections share. */
  sendEvent(id: number, json: JsonText, kind: EventKind): void {
    const { deflation, frames } = this.#encoding;
    this.#send(frames[kind].of(id, json, deflation));
  }

  #send(frame: Frame | DeflatedFrame | WholeFrame): void {
    if (!this.isOpen) return;
    if ("whole" in frame) {
      this.#socket.write(frame.whole);
      this.#askAfter(frame.whole.length);
    } else {
      this.#socket.cork();
      if ("deflated" in frame) this.#sendMessage(frame.deflated, opcodes.text | compressedBit);
      else this.#sendMessage(frame, opcodes.text);
      this.#socket.uncork();
    }
    this.#wrote();
  }

  /** Answers a ping. */
  readonly pong = (payload: Buffer): void => {
    if (!this.isOpen) return;
    this.#ws.pong(payload);
    this.#wrote();
  };

  /** Updates the counts after a write. */
  #wrote(): void {
    const { backlogBytes } = this;
    // A peer that keeps up need not be pinged.
    if (backlogBytes === 0) this.#unaskedBytes = 0;
    if (backlogBytes > this.#limitBytes) this.#overflow("outboxBytes");
    this.#unread?.sent(this, backlogBytes);
  }

  #overflow(limit: UnreadLimit): void {
    this.#overflowed = true;
    this.#onOverflow(limit, this.backlogBytes);
  }

  /** Sends a message whose first frame begins with `opening`: in one frame, or in several with room for pings between. */
  #sendMessage(pieces: readonly Buffer[], opening: number): void {
    const portions = portionsOf(pieces, longestPayloadBytes);
    for (const [position, portion] of portions.entries()) {
      const first = position === 0 ? opening : opcodes.continuation;
      this.#sendFrame(position === portions.length - 1 ? first | finBit : first, portion);
    }
  }

  #sendFrame(first: number, payload: readonly Buffer[]): void {
    const bytes = bytesOf(payload);
    const head = frameHead(first, bytes);
    const whole = this.backlogBytes > 0 ? tinyBytes : shortBytes;
    if (bytes < whole) this.#socket.write(Buffer.concat([head, ...payload]));
    else for (const piece of [head, ...payload]) this.#socket.write(piece);
    this.#askAfter(bytes);
  }

  /** Pings a peer that has more than a long frame to read. */
  #askAfter(bytes: number): void {
    this.#unaskedBytes += bytes;
    if (this.#unaskedBytes < longestPayloadBytes) return;
    this.#unaskedBytes = 0;
    // A ping may come between fragments (RFC 6455, 5.4); the pong shows that everything before it was read.
    this.#ws.ping();
  }

  #callBack(): void {
    // The socket emits "drain" only after it was full.
    if (!this.hasRoom()) return void this.#socket.once("drain", () => this.#callBack());
    const waiting = this.#waitingForRoom;
    this.#waitingForRoom = [];
    for (const callback of waiting) callback();
  }

  /** Resolves when the peer has read most of what was sent, or is gone. */
  async keepsUp(): Promise<void> {
    while (this.isBehind && this.#ws.readyState === this.#ws.OPEN) {
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
