import { link, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import { decodeRevision } from "../plan/stored-plan.ts";
import { type NewLog, newLog } from "../plan/write-log.ts";
import { logFolder } from "./log-folder.ts";
import { writeMark } from "./log-mark.ts";
import { isImage, type Manifest, manifestName, usersName } from "./manifest.ts";
import { type ArchivedFile, hashOf, readArchive } from "./read-archive.ts";

/** Writes a file piece by piece, synced when it returns; returns its SHA-256. */
const writeOut = async (path: string, { content }: ArchivedFile): Promise<string> => {
  const file = await open(path, "wx", 0o600);
  try {
    const sha256 = await hashOf(content, (piece) => file.writeFile(piece));
    await file.sync();
    return sha256;
  } finally {
    await file.close();
  }
};

/** Appends a plan of the backup to the log. The right is its revision and SHA-256, the left why that cannot be. */
const takePlan = async (
  log: NewLog,
  { name, content }: ArchivedFile,
): Promise<Either<string, { readonly rev: number; readonly sha256: string }>> => {
  const pieces: Buffer[] = [];
  const sha256 = await hashOf(content, (piece) => void pieces.push(piece));
  const plan = decodeRevision(Buffer.concat(pieces));
  if (isLeft(plan)) return left(`${name}: ${plan.left}`);
  const appended = await log.append(plan.right);
  return isLeft(appended) ? appended : right({ rev: plan.right.rev, sha256 });
};

/** Makes the log and the files; one plan at a time is held in memory, and of the other files nothing. */
const fill = async (
  file: string,
  into: string,
  manifest: Manifest,
  withUsers: boolean,
  log: NewLog,
): Promise<Either<string, void>> => {
  const plans = new Set(manifest.plans);
  const images = [...manifest.files, ...manifest.links].map(({ name }) => name).filter(isImage);
  const folders = new Set(images.map((name) => join(into, dirname(name))));
  for (const folder of folders) await nodeFileSystem.makeFolder(folder);
  const found = new Map<string, string>();
  let rev = 0;
  for await (const archived of readArchive(file)) {
    const { name, content } = archived;
    if (plans.has(name)) {
      const taken = await takePlan(log, archived);
      if (isLeft(taken)) return taken;
      found.set(name, taken.right.sha256);
      rev = taken.right.rev;
    } else if (name === manifestName || (name === usersName && !withUsers))
      found.set(name, await hashOf(content));
    else found.set(name, await writeOut(join(into, name), archived));
  }
  // Its names and lengths were looked at again on the way; now this tells that it is what was verified.
  if (manifest.files.some(({ name, sha256 }) => found.get(name) !== sha256))
    return left("it changed while it was restored");
  if (rev !== manifest.rev) return left("its plans are not what it says");
  for (const { name, of } of manifest.links) await link(join(into, of), join(into, name));
  for (const folder of folders) await nodeFileSystem.syncFolder(folder);
  return right(undefined);
};

/**
 * Unpacks a backup that was verified into a folder that is there and empty:
 * every file and name below it is durable when it returns, but for the names in
 * the folder itself. Without `withUsers` the users are left out. The left says
 * what is wrong with the backup; rejects with the system's error.
 */
export const unpackBackup = async (
  file: string,
  into: string,
  manifest: Manifest,
  withUsers: boolean,
): Promise<Either<string, void>> => {
  const log = await newLog(nodeFileSystem, logFolder(into));
  if (isLeft(log)) return log;
  try {
    const filled = await fill(file, into, manifest, withUsers, log.right);
    if (isLeft(filled)) return filled;
  } finally {
    await log.right.close();
  }
  return right(await writeMark(nodeFileSystem, into));
};
