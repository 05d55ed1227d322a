/** The memory overhead of a chunk, in bytes. */
const chunkBytes = 256;

/** The memory that all connections hold together for incomplete messages. */
export class UnfinishedTotal {
  readonly #limitBytes: number;
  readonly #parts = new Set<UnfinishedMessage>();
  #bytes = 0;

  /** Beyond `limitBytes`, the connection that holds the most must let go. */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(part: UnfinishedMessage, bytes: number): void {
    this.#parts.add(part);
    this.#bytes += bytes;
    if (this.#bytes <= this.#limitBytes) return;
    let largest = part;
    for (const each of this.#parts) if (each.heldBytes > largest.heldBytes) largest = each;
    largest.letGo();
  }

  remove(part: UnfinishedMessage): void {
    if (this.#parts.delete(part)) this.#bytes -= part.heldBytes;
  }
}

/** The memory that a connection holds for an incomplete message. */
export class UnfinishedMessage {
  /** Called when it holds the most while the total is too large; must end it. */
  readonly letGo: () => void;
  readonly #total: UnfinishedTotal;
  #heldBytes = 0;

  constructor(total: UnfinishedTotal, letGo: () => void) {
    this.letGo = letGo;
    this.#total = total;
  }

  /** Bytes of memory. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Sets how much is held now, in how many chunks. */
  holds(bytes: number, chunks: number): void {
    const before = this.#heldBytes;
    this.#heldBytes = bytes + chunks * chunkBytes;
    if (this.#heldBytes !== before) this.#total.add(this, this.#heldBytes - before);
  }

  /** Stops counting. */
  end(): void {
    this.#total.remove(this);
    this.#heldBytes = 0;
  }
}
