import { type FileEntry, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import type { GivenFile } from "./import-result.ts";
import { checkLimit, hasControls, type ImportLimits, refuse, ImportRefused } from "./refusal.ts";

/** An open archive; its files are unpacked on demand. */
export interface Archive {
  readonly name: string;
  readonly names: readonly string[];
  /** The file of a name; undefined if there is none. */
  readonly take: (name: string) => Promise<GivenFile | undefined>;
}

/** Archives begin with an entry or, if empty, with their end record (APPNOTE 4.3.7, 4.3.16). */
export const isArchive = ({ bytes }: GivenFile): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** Bytes of a local header without its name (APPNOTE 4.3.7). */
const headerBytes = 30;

/** Refuses entries that share a name or bytes: one would hide what the other is. */
const checkApart = (name: string, entries: readonly FileEntry[], end: number): void => {
  const byName = new Set<string>();
  for (const { filename } of entries) {
    if (byName.has(filename)) refuse("unusualArchive", name, { place: filename });
    byName.add(filename);
  }
  const inOrder = entries.toSorted((one, other) => one.offset - other.offset);
  inOrder.forEach(({ filename, offset, compressedSize, rawFilename }, at) => {
    const next = inOrder[at + 1]?.offset ?? end;
    if (offset + headerBytes + rawFilename.length + compressedSize > next)
      refuse("unusualArchive", name, { place: filename });
  });
};

/** Unpacks files, within one limit for all archives together. */
export class ArchiveReader {
  readonly #limits: ImportLimits;
  #bytes = 0;

  constructor(limits: ImportLimits) {
    this.#limits = limits;
  }

  async take(archive: string, entry: FileEntry): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    // Depending on the Node.js version, streams may replace the error that ends them.
    let refused: unknown;
    // An entry's declared size may be false, so the actual bytes are counted.
    const writable = new WritableStream<Uint8Array>({
      write: (chunk) => {
        size += chunk.length;
        this.#bytes += chunk.length;
        try {
          checkLimit(this.#limits, "importUnpackedBytes", this.#bytes, archive, entry.filename);
        } catch (error) {
          refused = error;
          throw error;
        }
        chunks.push(chunk.slice());
      },
    });
    try {
      await entry.getData(writable, {
        useWebWorkers: false,
        checkCrc32: true,
        checkOverlappingEntry: true,
      });
    } catch (error) {
      throw refused ?? error;
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/** The archive reader throws only errors about the archive. */
const orDamaged = async <T>(file: string, place: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    return refuse("damagedArchive", file, { place });
  }
};

/** Reads an archive's directory. Unpacks nothing yet. */
export const openArchive = async (
  { name, bytes }: GivenFile,
  limits: ImportLimits,
  unpacked: ArchiveReader,
): Promise<Archive> => {
  const entries = await orDamaged(name, "", async () => {
    const reader = new ZipReader(new Uint8ArrayReader(bytes));
    const found: FileEntry[] = [];
    let count = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      checkLimit(limits, "importEntries", count, name);
      if (entry.encrypted) refuse("encryptedArchive", name, { place: entry.filename });
      if (entry.filename.length > 1000 || hasControls(entry.filename))
        refuse("badText", name, { place: entry.filename });
      if (!entry.directory) found.push(entry);
    }
    return found;
  });
  checkApart(name, entries, bytes.length);
  const byName = new Map(entries.map((entry) => [entry.filename, entry]));
  return {
    name,
    names: [...byName.keys()],
    take: async (wanted) => {
      const entry = byName.get(wanted);
      if (entry === undefined) return undefined;
      const content = await orDamaged(name, wanted, () => unpacked.take(name, entry));
      return { name: wanted, bytes: content };
    },
  };
};
