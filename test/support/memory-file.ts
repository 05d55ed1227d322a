/** What a disk writes whole or not at all. */
export const sectorBytes = 512;

/**
 * One file twice: as the kernel shows it, and as it is on stable storage.
 *
 * A sector that was written is dirty until a sync. A sync that fails leaves its
 * sectors lost, as Linux does: they read as written, but no later sync takes
 * them to the disk, and they are forgotten when memory is short.
 */
export class MemoryFile {
  #seen: Buffer;
  #stable: Buffer;
  readonly #dirty = new Set<number>();
  readonly #lost = new Set<number>();

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#seen = Buffer.from(bytes);
    this.#stable = Buffer.from(bytes);
  }

  /** The bytes as every reader sees them now. */
  get bytes(): Buffer {
    return this.#seen;
  }

  write(bytes: Buffer, position: number): void {
    const end = position + bytes.length;
    if (end > this.#seen.length)
      this.#seen = Buffer.concat([this.#seen, Buffer.alloc(end - this.#seen.length)]);
    bytes.copy(this.#seen, position);
    for (let sector = Math.floor(position / sectorBytes); sector * sectorBytes < end; sector += 1) {
      this.#dirty.add(sector);
      this.#lost.delete(sector);
    }
  }

  truncate(length: number): void {
    this.#seen = Buffer.concat([this.#seen.subarray(0, length)], length);
  }

  sync(): void {
    this.#stable = this.#mix((sector) => this.#dirty.has(sector), this.#seen.length);
    this.#dirty.clear();
  }

  syncFailed(): void {
    for (const sector of this.#dirty) this.#lost.add(sector);
    this.#dirty.clear();
  }

  /** The kernel needs memory: what a failed sync left behind is read from the disk again. */
  forgetLost(): void {
    this.#seen = this.#mix((sector) => !this.#lost.has(sector), this.#seen.length);
    this.#lost.clear();
  }

  /** The file after a power loss; `kept` is asked of each sector that was not synced, and of the length. */
  afterPowerLoss(kept: () => boolean): MemoryFile {
    const written = new Set([...this.#dirty, ...this.#lost]);
    const length = kept() ? this.#seen.length : this.#stable.length;
    return new MemoryFile(this.#mix((sector) => written.has(sector) && kept(), length));
  }

  /** The stable bytes, cut or filled with zeros to `length`, with some sectors as they are seen. */
  #mix(isSeen: (sector: number) => boolean, length: number): Buffer {
    const mixed = Buffer.concat([this.#stable.subarray(0, length)], length);
    for (let at = 0; at < length; at += sectorBytes)
      if (isSeen(at / sectorBytes)) this.#seen.copy(mixed, at, at, at + sectorBytes);
    return mixed;
  }
}
