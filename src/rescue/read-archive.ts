import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { mostBytesOf, mostFiles } from "./manifest.ts";

/** A file of an archive, while the archive is read. */
export interface ArchivedFile {
  readonly name: string;
  /** Its content, piece by piece; the next file comes after it was read to its end. */
  readonly content: AsyncIterable<Buffer>;
}

/** What a header says that cannot be in a backup; undefined where it can. */
const findOdd = (name: string, type: unknown, bytes: number): string | undefined => {
  const most = mostBytesOf(name);
  if (most === undefined || type !== "file") return `"${name}" does not belong in a backup`;
  return bytes > most
    ? `"${name}" has ${bytes} bytes, and a backup at most ${most} of that kind`
    : undefined;
};

async function* piecesOf(content: AsyncIterable<unknown>): AsyncGenerator<Buffer, void> {
  for await (const piece of content) if (Buffer.isBuffer(piece)) yield piece;
}

/**
 * The files of a compressed archive, in order. One that belongs in no backup,
 * is too long or is one too many is refused by its header, before anything of
 * it is read, and none is held in memory: so that is bounded, whatever the
 * archive unfolds to. Throws a sentence for a person where the archive is
 * damaged or holds such a file, and the system's error where it cannot be read.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchivedFile, void> {
  const archive = extract();
  // What ends this early ends the archive, too, and is told by that.
  const fed = pipeline(createReadStream(path), createGunzip(), archive).catch(() => undefined);
  try {
    let count = 0;
    for await (const entry of archive) {
      const { name, type, size } = entry.header;
      const odd = findOdd(name, type, size);
      if (odd !== undefined) throw new Error(odd);
      count += 1;
      if (count > mostFiles) throw new Error(`it holds more than ${mostFiles} files`);
      yield { name, content: piecesOf(entry) };
    }
  } finally {
    archive.destroy();
    await fed;
  }
}

/** Reads a content to its end, handing each piece to `use`, and returns its SHA-256 in hexadecimal. */
export const hashOf = async (
  content: AsyncIterable<Buffer>,
  use: (piece: Buffer) => Promise<unknown> | void = () => undefined,
): Promise<string> => {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    await use(piece);
  }
  return hash.digest("hex");
};
