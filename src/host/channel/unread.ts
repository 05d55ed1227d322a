/** A connection, as far as it leaves something unread. */
export interface Reader {
  /** Bytes that the kernel has not taken yet. */
  readonly backlogBytes: number;
  /** Whether it may be sent more. */
  readonly isOpen: boolean;
  /** Closes it; the peer is told why behind what it has not read. */
  readonly overflow: () => void;
  /** Ends it without a word, and lets go of what it has not read. */
  readonly drop: () => void;
}

/** What a connection left at the last look at it: since then it may have read some, and may have closed. */
interface Seen {
  bytes: number;
  isOpen: boolean;
}

/**
 * What the connections of one user leave unread, bounded for all together, as each alone may leave as much as a
 * large plan needs. Past the limit the one that holds the most is closed. Its bytes are kept until it has read why; past
 * twice the limit, of all that are kept, the closed one that holds the most is dropped.
 */
export class UnreadTotal {
  readonly #limitBytes: number;
  readonly #seen = new Map<Reader, Seen>();
  #bytes = 0;
  /** Those of the bytes that were left by connections that were open. */
  #openBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Whether no connection is left. */
  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** One more connection, until it is removed. */
  add(reader: Reader): void {
    this.#seen.set(reader, { bytes: 0, isOpen: true });
  }

  remove(reader: Reader): void {
    const seen = this.#seen.get(reader);
    if (seen === undefined) return;
    this.#update(seen, 0, false);
    this.#seen.delete(reader);
  }

  /** A connection was sent something, and leaves so much now. */
  sent(reader: Reader, bytes: number): void {
    const seen = this.#seen.get(reader);
    if (seen === undefined || seen.bytes === bytes) return;
    this.#update(seen, bytes, seen.isOpen);
    if (!this.#isTooMuch()) return;
    for (const [each, was] of this.#seen) this.#update(was, each.backlogBytes, each.isOpen);
    if (this.#isTooMuch()) this.#makeRoom();
  }

  #isTooMuch(): boolean {
    return this.#openBytes > this.#limitBytes || this.#bytes > 2 * this.#limitBytes;
  }

  #makeRoom(): void {
    const mostFirst = [...this.#seen].toSorted(([, one], [, other]) => other.bytes - one.bytes);
    for (const [reader, seen] of mostFirst) {
      if (this.#openBytes <= this.#limitBytes) break;
      if (!seen.isOpen) continue;
      this.#update(seen, seen.bytes, false);
      reader.overflow();
    }
    for (const [reader, seen] of mostFirst) {
      if (this.#bytes <= 2 * this.#limitBytes) break;
      if (seen.isOpen) continue;
      this.remove(reader);
      reader.drop();
    }
  }

  #update(seen: Seen, bytes: number, isOpen: boolean): void {
    this.#bytes += bytes - seen.bytes;
    this.#openBytes += (isOpen ? bytes : 0) - (seen.isOpen ? seen.bytes : 0);
    seen.bytes = bytes;
    seen.isOpen = isOpen;
  }
}
