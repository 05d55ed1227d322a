import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { type Either, isLeft, left, tryCatch } from "fp-ts/lib/Either.js";
import { extract } from "tar-stream";
import { firstProblem } from "../codec/problem.ts";
import { messageOf, nodeFileSystem } from "../../wal/index.ts";
import { StateReader } from "../plan/read-log.ts";
import { revisionOf } from "../plan/state.ts";
import { writeLog } from "../plan/write-log.ts";
import { ifThere } from "./if-there.ts";
import { logFolder, restoringFolder } from "./log-folder.ts";
import { belongsInBackup, type Manifest, manifestCodec, manifestName } from "./manifest.ts";

/** Hands each file of an archive to `use`, in order. Rejects where the archive is damaged. */
const readArchive = async (
  file: string,
  use: (name: string, content: Buffer) => Promise<void> | void,
): Promise<void> => {
  const archive = extract();
  const source = createReadStream(file);
  const unzipped = source.on("error", (error) => unzip.destroy(error)).pipe(createGunzip());
  const unzip = unzipped.on("error", (error) => archive.destroy(error));
  unzipped.pipe(archive);
  for await (const entry of archive) await use(entry.header.name, await buffer(entry));
};

const isImage = (name: string): boolean => name.startsWith("www/");

/** What a manifest asks for that no backup holds: it must not be able to name a file outside. */
const findOdd = ({ files, links, plans }: Manifest): string | undefined => {
  const names = files.map(({ name }) => name);
  const stored = names.filter((name) => name.startsWith("plans/"));
  const odd =
    names.find((name) => !belongsInBackup(name)) ??
    links.find(({ name }) => !belongsInBackup(name) || !isImage(name))?.name ??
    links.find(({ of }) => !isImage(of) || !names.includes(of))?.of ??
    plans.find((name, position) => name !== stored[position]);
  return odd ?? stored[plans.length];
};

const decodeManifest = (content: Buffer): Either<string, Manifest> => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(content.toString()),
    () => "the manifest is no JSON",
  );
  if (isLeft(parsed)) return parsed;
  const decoded = manifestCodec.decode(parsed.right);
  return isLeft(decoded) ? left(`the manifest: ${firstProblem(decoded.left)}`) : decoded;
};

/** Reads a whole backup and checks every byte of it; writes nothing. */
const verify = async (file: string): Promise<Either<string, Manifest>> => {
  const found = new Map<string, string>();
  let manifest: Either<string, Manifest> = left("it has no manifest: it was cut off");
  let twice: string | undefined;
  const seen = new Set<string>();
  await readArchive(file, (name, content) => {
    if (seen.has(name)) twice = name;
    seen.add(name);
    if (name === manifestName) manifest = decodeManifest(content);
    else found.set(name, createHash("sha256").update(content).digest("hex"));
  });
  if (isLeft(manifest)) return manifest;
  if (twice !== undefined) return left(`"${twice}" is in it twice`);
  const { files } = manifest.right;
  const bad = files.find(({ name, sha256 }) => found.get(name) !== sha256);
  if (bad !== undefined) return left(`${bad.name} is missing or damaged`);
  const odd = findOdd(manifest.right);
  if (odd !== undefined) return left(`"${odd}" does not belong in a backup`);
  return found.size === files.length ? manifest : left("it holds files that its manifest does not");
};

/** A new file system has this folder at its root. */
const ofFileSystem = "lost+found";

/** What lies in a folder; undefined where there is none. */
const contentOf = async (folder: string): Promise<readonly string[] | undefined> =>
  (await ifThere(readdir(folder)))?.filter((name) => name !== ofFileSystem);

const unpack = async (
  file: string,
  into: string,
  manifest: Manifest,
): Promise<Either<string, void>> => {
  const reader = new StateReader();
  await nodeFileSystem.makeFolder(into);
  await readArchive(file, async (name, content) => {
    if (manifest.plans.includes(name)) return reader.onRecord(content, name, 0);
    if (name === manifestName) return;
    await nodeFileSystem.makeFolder(dirname(join(into, name)));
    await writeFile(join(into, name), content, { mode: 0o600, flush: true });
  });
  for (const { name, of } of manifest.links) {
    await nodeFileSystem.makeFolder(dirname(join(into, name)));
    await link(join(into, of), join(into, name));
  }
  const images = [...manifest.files, ...manifest.links].map(({ name }) => name).filter(isImage);
  for (const folder of new Set(images.map(dirname)))
    await nodeFileSystem.syncFolder(join(into, folder));
  if (reader.problem !== undefined) return left(reader.problem);
  if (revisionOf(reader.state) !== manifest.rev) return left("its plans are not what it says");
  return writeLog(nodeFileSystem, logFolder(into), reader.state);
};

/** Gives what was unpacked beside a folder that does not exist that folder's name. */
const becomes = async (unpacked: string, data: string): Promise<void> => {
  await rename(unpacked, data);
  await nodeFileSystem.syncFolder(dirname(data));
};

/**
 * Takes what was unpacked within the data folder out into it. As long as
 * `unpacked` is there, whose name must be durable by now, no service starts.
 */
const movesUp = async (unpacked: string, data: string): Promise<void> => {
  for (const name of await readdir(unpacked)) await rename(join(unpacked, name), join(data, name));
  await nodeFileSystem.syncFolder(data);
  await rmdir(unpacked);
  await nodeFileSystem.syncFolder(data);
};

/**
 * Restores a backup into a data folder that is empty or not there. First all of
 * it is verified, then it is unpacked beside the folder, or within one that is
 * there, which may be a mount point and keeps its owner and rights. Only when
 * all is whole and synced it gets its place. The left says why nothing was restored.
 */
export const restoreBackup = async (
  file: string,
  data: string,
): Promise<Either<string, Manifest>> => {
  let unpacking: string | undefined;
  const fail = async (problem: string): Promise<Either<string, never>> => {
    if (unpacking !== undefined) await rm(unpacking, { recursive: true, force: true });
    return left(`${file} cannot be restored: ${problem}`);
  };
  try {
    const content = await contentOf(data);
    if (content !== undefined && content.length > 0) return left(`${data} is not empty`);
    const manifest = await verify(file).catch((error: unknown) => left(messageOf(error)));
    if (isLeft(manifest)) return left(`${file} is no whole backup: ${manifest.left}`);
    unpacking = content === undefined ? `${data}.restoring` : restoringFolder(data);
    await rm(unpacking, { recursive: true, force: true });
    const unpacked = await unpack(file, unpacking, manifest.right);
    if (isLeft(unpacked)) return await fail(unpacked.left);
    await nodeFileSystem.syncFolder(unpacking);
    if (content === undefined) await becomes(unpacking, data);
    else {
      const folder = unpacking;
      // From here on it tells a start that the restore is not over, also when that fails.
      unpacking = undefined;
      await movesUp(folder, data);
    }
    return manifest;
  } catch (error) {
    return fail(messageOf(error));
  }
};
