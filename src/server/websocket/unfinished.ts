/** What a chunk takes in memory beside its bytes. */
const chunkBytes = 256;

/** What all connections hold together of messages that are not whole yet. */
export class UnfinishedTotal {
  readonly #limitBytes: number;
  readonly #parts = new Set<UnfinishedMessage>();
  #bytes = 0;

  /** Past `limitBytes` the connection that holds the most is told to let go. */
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

/** What a connection holds of a message that is not whole yet. */
export class UnfinishedMessage {
  /** Called when it holds the most of too much; must end it. */
  readonly letGo: () => void;
  readonly #total: UnfinishedTotal;
  #heldBytes = 0;

  constructor(total: UnfinishedTotal, letGo: () => void) {
    this.letGo = letGo;
    this.#total = total;
  }

  /** What it takes in memory. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** So much is held now, in so many chunks. */
  holds(bytes: number, chunks: number): void {
    const before = this.#heldBytes;
    this.#heldBytes = bytes + chunks * chunkBytes;
    if (this.#heldBytes !== before) this.#total.add(this, this.#heldBytes - before);
  }

  /** What was held is not counted any more. */
  end(): void {
    this.#total.remove(this);
    this.#heldBytes = 0;
  }
}
