import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { giveToOwner, ifThere } from "../../wal/index.ts";
import { openUntrusted, putNewFile } from "../server/runtime/new-file.ts";

/** A new home's id: 32 hexadecimal digits. */
export const newHomeId = (): string => randomBytes(16).toString("hex");

/** The id in a stored text; undefined if there is none. */
export const homeIdOf = (text: string): string | undefined =>
  /^[0-9a-f]{32}\n$/.test(text) ? text.trim() : undefined;

/** An id as it is stored. */
export const encodeHomeId = (id: string): Buffer => Buffer.from(`${id}\n`);

const idBytes = encodeHomeId(newHomeId()).length;

/**
 * The id in a file, whose folder others may write to; undefined if there is no file. Left: what is wrong with it.
 * Rejects with the system's error.
 */
export const readHomeId = async (path: string): Promise<Either<string, string | undefined>> => {
  const file = await ifThere(openUntrusted(path));
  if (file === undefined) return right(undefined);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(idBytes + 1), 0, idBytes + 1, 0);
    const id = homeIdOf(buffer.toString("latin1", 0, bytesRead));
    return id === undefined ? left(`${path} is damaged: it does not hold a home's id`) : right(id);
  } finally {
    await file.close();
  }
};

/**
 * Stores an id in a new file that belongs to its folder's owner, if this process may change that. It is not a secret,
 * so everybody may read it. Rejects with the system's error, also if the file exists.
 */
export const writeHomeId = async (path: string, id: string): Promise<void> => {
  await putNewFile(path, {
    mode: 0o644,
    replaces: false,
    fill: async ({ file }) => {
      await giveToOwner(file, path);
      return right(await file.writeFile(encodeHomeId(id)));
    },
  });
};

/** The id of the home in a data folder, created if there is none. */
export const folderHomeId = async (data: string): Promise<Either<string, string>> => {
  const path = join(data, ".home-id");
  const found = await readHomeId(path);
  if (isLeft(found)) return left(`${found.left}: remove it, and the home gets a new one`);
  if (found.right !== undefined) return right(found.right);
  const id = newHomeId();
  try {
    await writeHomeId(path, id);
    return right(id);
  } catch (error) {
    // The service and its backups are two processes.
    const others = await readHomeId(path);
    if (isLeft(others) || others.right === undefined) throw error;
    return right(others.right);
  }
};
