import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { pack, type Pack } from "tar-stream";
import { messageOf, nodeFileSystem } from "../../wal/index.ts";
import { revisionOf, storedPlans } from "../plan/state.ts";
import { encodeRevision } from "../plan/stored-plan.ts";
import { backupFormat, type Manifest, manifestName } from "./manifest.ts";
import { readState } from "./read-state.ts";

type Entry = Manifest["files"][number];

/** Puts files into an archive and remembers their checksums. */
class ArchiveWriter {
  readonly files: Entry[] = [];
  readonly #archive: Pack;

  constructor(archive: Pack) {
    this.#archive = archive;
  }

  async add(name: string, content: Buffer): Promise<void> {
    const entry = this.#archive.entry({ name, size: content.length, mode: 0o600 });
    entry.end(content);
    await once(entry, "finish");
    const sha256 = createHash("sha256").update(content).digest("hex");
    this.files.push({ name, bytes: content.length, sha256 });
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Adds the images of every domain: each file once, and its other names as links. */
const addImages = async (data: string, archive: ArchiveWriter): Promise<Manifest["links"]> => {
  const links: { name: string; of: string }[] = [];
  const seen = new Map<string, string>();
  const www = join(data, "www");
  const names = await readdir(www, { recursive: true }).catch(() => []);
  for (const name of names.toSorted((one, other) => (one < other ? -1 : 1))) {
    const path = join(www, name);
    if (name.startsWith(".")) continue;
    const info = await stat(path).catch(() => undefined);
    if (info === undefined || !info.isFile()) continue;
    const identity = `${info.dev}-${info.ino}`;
    const known = seen.get(identity);
    if (known !== undefined) {
      links.push({ name: `www/${name}`, of: known });
      continue;
    }
    const content = await readIfThere(path);
    if (content === undefined) continue;
    seen.set(identity, `www/${name}`);
    await archive.add(`www/${name}`, content);
  }
  return links;
};

const fill = async (data: string, archive: Pack): Promise<Either<string, Manifest>> => {
  const writer = new ArchiveWriter(archive);
  const users = await readIfThere(join(data, "users.json"));
  if (users !== undefined) await writer.add("users.json", users);
  // The plan first: an image that it shows is kept at least as long as the plan is.
  const state = await readState(nodeFileSystem, data);
  if (isLeft(state)) return state;
  const plans: string[] = [];
  for (const plan of storedPlans(state.right)) {
    const name = `plans/${String(plan.rev).padStart(12, "0")}`;
    await writer.add(name, Buffer.concat(encodeRevision(plan)));
    plans.push(name);
  }
  const links = await addImages(data, writer);
  const manifest: Manifest = {
    format: backupFormat,
    created_at: new Date().toISOString(),
    rev: revisionOf(state.right),
    files: [...writer.files],
    plans,
    links,
  };
  await writer.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  archive.finalize();
  return right(manifest);
};

/**
 * Writes a backup of a data folder to a file: plan, history, images and users,
 * as one compressed tar archive with a checksum for each file. It is consistent
 * also while the service runs. The file appears under its name when it is whole
 * and synced; the left says why there is none.
 */
export const makeBackup = async (data: string, file: string): Promise<Either<string, Manifest>> => {
  const partial = `${file}.partial`;
  try {
    const archive = pack();
    const written = pipeline(
      archive,
      createGzip(),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    const filled = await Promise.race([
      fill(data, archive),
      written.then(() => left("the archive ended too early")),
    ]);
    if (isLeft(filled)) {
      archive.destroy();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
      return filled;
    }
    await written;
    await rename(partial, file);
    await nodeFileSystem.syncFolder(dirname(file));
    return filled;
  } catch (error) {
    await rm(partial, { force: true });
    return left(`the backup could not be written: ${messageOf(error)}`);
  }
};
