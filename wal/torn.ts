import type { FileSystem } from "./file-system.ts";
import { readFile, replaceFile } from "./whole-io.ts";

const tornName = (file: string, offset: number, count: number): string =>
  `${file}.${offset}${count === 1 ? "" : `.${count}`}.torn`;

/**
 * Keeps what is cut off a segment at `offset` in a file beside it, durable when
 * it returns, and returns that file's name. A segment can tear at the same
 * offset again: what an earlier start kept there stays, and a number tells the
 * files apart. A start that is tried again keeps the same bytes only once.
 */
export const keepTorn = async (
  fs: FileSystem,
  folder: string,
  file: string,
  offset: number,
  bytes: Buffer,
): Promise<string> => {
  const names = new Set(await fs.list(folder));
  for (let count = 1; ; count += 1) {
    const name = tornName(file, offset, count);
    if (!names.has(name)) {
      await replaceFile(fs, folder, name, [bytes]);
      return name;
    }
    // One that cannot be read is not these bytes, and stays as it is as well.
    const kept = await readFile(fs, `${folder}/${name}`).catch(() => undefined);
    if (kept?.equals(bytes) !== true) continue;
    await fs.syncFolder(folder);
    return name;
  }
};
