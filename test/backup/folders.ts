import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Every file below a folder and its bytes; nothing where there is no such folder. */
export const bytesBelow = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const found = new Map<string, string>();
  for (const file of files.toSorted())
    found.set(file.slice(folder.length + 1), (await readFile(file)).toString("latin1"));
  return found;
};
