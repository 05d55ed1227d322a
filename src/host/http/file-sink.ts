import { type FileHandle, type FileSystem, removeIfThere, writeWhole } from "../../../wal/index.ts";

/** A new file that is written piece by piece, one after another. Every call rejects with the system's error. */
export class FileSink {
  readonly path: string;
  readonly #fs: FileSystem;
  #file: FileHandle | undefined;
  #bytes = 0;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.path = path;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#file ??= await this.#fs.open(this.path, "create");
    await writeWhole(this.#file, [bytes], this.#bytes);
    this.#bytes += bytes.length;
  }

  /** The file is whole: durable when this returns. */
  async finish(): Promise<void> {
    await this.#file?.datasync();
    await this.#close();
  }

  /** The file is not wanted. */
  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    await removeIfThere(this.#fs, this.path);
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
