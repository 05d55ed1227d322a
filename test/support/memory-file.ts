/** The unit that a disk writes whole or not at all. */
export const sectorBytes = 512;

/**
 * One file twice: as the kernel shows it, and as it is on stable storage.
 *
 * A written sector is dirty until a sync. A failed sync loses its sectors, as on Linux: they read as written, but no
 * later sync writes them to the disk, and the kernel drops them when memory is short.
 */
export class MemoryFile {
  #seen: Buffer;
  #stable: Buffer;
  /** Whether a reader may still hold the visible bytes, which a write must then copy. */
  #isShared = true;
  readonly #dirty = new Set<number>();
  readonly #lost = new Set<number>();

  /** The file keeps the bytes, and never changes them. */
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#seen = bytes;
    this.#stable = bytes;
  }

  /** The bytes as a reader sees them now; later writes do not change them. */
  get bytes(): Buffer {
    this.#isShared = true;
    return this.#seen;
  }

  get length(): number {
    return this.#seen.length;
  }

  /** Copies bytes from `position` on; returns how many. */
  read(into: Uint8Array, position: number): number {
    return this.#seen.copy(into, 0, position);
  }

  write(bytes: Buffer, position: number): void {
    const end = position + bytes.length;
    if (this.#isShared || end > this.#seen.length) this.#resize(Math.max(end, this.#seen.length));
    bytes.copy(this.#seen, position);
    for (let sector = Math.floor(position / sectorBytes); sector * sectorBytes < end; sector += 1) {
      this.#dirty.add(sector);
      this.#lost.delete(sector);
    }
  }

  truncate(length: number): void {
    this.#resize(length);
  }

  sync(): void {
    this.#stable = this.#mix((sector) => this.#dirty.has(sector), this.#seen.length);
    this.#dirty.clear();
  }

  syncFailed(): void {
    for (const sector of this.#dirty) this.#lost.add(sector);
    this.#dirty.clear();
  }

  /** The kernel needs memory: sectors of failed syncs are read from the disk again. */
  forgetLost(): void {
    this.#seen = this.#mix((sector) => !this.#lost.has(sector), this.#seen.length);
    this.#isShared = false;
    this.#lost.clear();
  }

  /** The file after a power loss; `kept` decides for each unsynced sector, and for the length. */
  afterPowerLoss(kept: () => boolean): MemoryFile {
    const written = new Set([...this.#dirty, ...this.#lost]);
    const length = kept() ? this.#seen.length : this.#stable.length;
    return new MemoryFile(this.#mix((sector) => written.has(sector) && kept(), length));
  }

  /** Replaces the visible bytes by a copy, cut or zero-filled to `length`. */
  #resize(length: number): void {
    this.#seen = Buffer.concat([this.#seen.subarray(0, length)], length);
    this.#isShared = false;
  }

  /** The stable bytes, cut or zero-filled to `length`, with some sectors as visible. */
  #mix(isSeen: (sector: number) => boolean, length: number): Buffer {
    const mixed = Buffer.concat([this.#stable.subarray(0, length)], length);
    for (let at = 0; at < Math.min(length, this.#seen.length); at += sectorBytes)
      if (isSeen(at / sectorBytes)) this.#seen.copy(mixed, at, at, at + sectorBytes);
    return mixed;
  }
}
