import type { WebSocket } from "ws";
import { longestHeadBytes } from "./frame-head.ts";

/** What a chunk takes in memory beside its bytes. */
const chunkBytes = 256;
/** Bytes of a client's control frame beside its payload (RFC 6455, 5.2 and 5.5). */
const controlHeadBytes = 6;

/** What all connections hold together of messages that are not whole yet. */
export class UnfinishedTotal {
  readonly #limitBytes: number;
  readonly #parts = new Set<Unfinished>();
  #bytes = 0;

  /** Past `limitBytes` the connection that holds the most is told to let go. */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(part: Unfinished, bytes: number): void {
    this.#parts.add(part);
    this.#bytes += bytes;
    if (this.#bytes <= this.#limitBytes) return;
    let largest = part;
    for (const each of this.#parts) if (each.heldBytes > largest.heldBytes) largest = each;
    largest.letGo();
  }

  remove(part: Unfinished): void {
    if (this.#parts.delete(part)) this.#bytes -= part.heldBytes;
  }
}

/**
 * What a connection holds of a message that is not whole yet. The receiver,
 * which holds it, tells of whole ones only; so bytes are counted as they come
 * in, the heads of their frames among them. Where a message ended within a
 * chunk, the rest of the chunk is not counted.
 */
export class Unfinished {
  /** Called when it holds the most of too much; must end it. */
  readonly letGo: () => void;
  readonly #total: UnfinishedTotal;
  #bytes = 0;
  #chunks = 0;
  /** Of the chunk that is being taken apart. */
  #controlBytes = 0;
  #isMessageOver = false;

  constructor(ws: WebSocket, total: UnfinishedTotal, letGo: () => void) {
    this.letGo = letGo;
    this.#total = total;
    const countControl = (payload: Buffer): void => {
      this.#controlBytes += controlHeadBytes + payload.length;
    };
    ws.on("ping", countControl).on("pong", countControl);
    ws.on("message", () => {
      this.#isMessageOver = true;
    });
  }

  /** What it takes in memory. */
  get heldBytes(): number {
    return this.#bytes + this.#chunks * chunkBytes;
  }

  /** Whether the message must become longer than so many bytes, or is more heads than message. */
  isLongerThan(bytes: number): boolean {
    return this.#bytes > bytes + longestHeadBytes;
  }

  /** Counts a chunk, after the receiver has taken it apart. */
  took(chunk: Buffer): void {
    const before = this.heldBytes;
    const rest = chunk.length - this.#controlBytes;
    this.#bytes = this.#isMessageOver ? 0 : Math.max(0, this.#bytes + rest);
    this.#chunks = this.#bytes === 0 ? 0 : this.#chunks + 1;
    this.#controlBytes = 0;
    this.#isMessageOver = false;
    if (this.heldBytes !== before) this.#total.add(this, this.heldBytes - before);
  }

  /** What was held is not counted any more. */
  end(): void {
    this.#total.remove(this);
    this.#bytes = 0;
    this.#chunks = 0;
  }
}
