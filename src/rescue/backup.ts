import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { pack, type Pack } from "tar-stream";
import { type FileSystem, messageOf, nodeFileSystem } from "../../wal/index.ts";
import { References } from "../floorplan/images/references.ts";
import { revisionOf, storedPlans } from "../plan/state.ts";
import { encodeRevision, type StoredPlan } from "../plan/stored-plan.ts";
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

/** The numbered images that the plans show, of every domain, and that are not among `names`. */
const missingImages = (
  plans: readonly StoredPlan[],
  names: ReadonlySet<string>,
  domains: readonly string[],
): readonly string[] =>
  domains.flatMap((domain) =>
    [...new References(domain).of(plans)]
      .map((file) => `www/${domain}/${file}`)
      .filter((name) => !names.has(name)),
  );

/** What was put into an archive. */
interface Filled {
  readonly manifest: Manifest;
  /** Images that its plans show and that were not there to be put into it. */
  readonly missing: readonly string[];
}

const fill = async (
  data: string,
  archive: Pack,
  fs: FileSystem,
): Promise<Either<string, Filled>> => {
  const writer = new ArchiveWriter(archive);
  const users = await readIfThere(join(data, "users.json"));
  if (users !== undefined) await writer.add("users.json", users);
  // The plan first: an image that it shows is kept at least as long as the plan is.
  const state = await readState(fs, data);
  if (isLeft(state)) return state;
  const stored = storedPlans(state.right);
  const plans: string[] = [];
  for (const plan of stored) {
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
  const names = new Set([...writer.files, ...links].map(({ name }) => name));
  const folders = await readdir(join(data, "www"), { withFileTypes: true }).catch(() => []);
  const domains = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return right({ manifest, missing: missingImages(stored, names, domains) });
};

const writeArchive = async (
  data: string,
  partial: string,
  fs: FileSystem,
): Promise<Either<string, Filled>> => {
  const archive = pack();
  const written = pipeline(
    archive,
    createGzip(),
    createWriteStream(partial, { mode: 0o600, flush: true }),
  );
  const filled = await Promise.race([
    fill(data, archive, fs),
    written.then(() => left("the archive ended too early")),
  ]);
  if (isLeft(filled)) {
    archive.destroy();
    await written.catch(() => undefined);
    return filled;
  }
  await written;
  return filled;
};

/** Each one more is needed only while saves push images out of the history as fast as they are read. */
const tries = 20;

/**
 * Writes a backup of a data folder to a file: plan, history, images and users,
 * as one compressed tar archive with a checksum for each file. It is consistent
 * also while the service runs: an image that a stored plan shows and that is
 * removed meanwhile, since newer saves show it no more, makes it begin anew.
 * The file appears under its name when it is whole and synced; the left says
 * why there is none. The log is read through `fs`.
 */
export const makeBackup = async (
  data: string,
  file: string,
  fs: FileSystem = nodeFileSystem,
): Promise<Either<string, Manifest>> => {
  const partial = `${file}.partial`;
  try {
    let before: string | undefined;
    for (let count = 1; count <= tries; count += 1) {
      const filled = await writeArchive(data, partial, fs);
      if (isLeft(filled)) {
        await rm(partial, { force: true });
        return filled;
      }
      const missing = filled.right.missing.join();
      // What is missing twice was never there, or is gone for good.
      if (missing === "" || missing === before) {
        await rename(partial, file);
        await nodeFileSystem.syncFolder(dirname(file));
        return right(filled.right.manifest);
      }
      before = missing;
    }
    await rm(partial, { force: true });
    return left("the images change faster than they can be read: try again");
  } catch (error) {
    await rm(partial, { force: true });
    return left(`the backup could not be written: ${messageOf(error)}`);
  }
};
