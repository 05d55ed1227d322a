import { createHash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { pack, type Pack } from "tar-stream";
import { messageOf } from "../../wal/index.ts";
import { ImageReferences } from "../images/image-references.ts";
import { EventLoopTurns, inTurns } from "../server/runtime/event-loop-turns.ts";
import { putNewFile } from "../server/runtime/new-file.ts";
import { revisionOf, storedPlans } from "../plan/state.ts";
import { encodeRevision, type StoredPlan } from "../plan/stored-plan.ts";
import type { Home, Snapshot } from "./home.ts";
import {
  backupFormat,
  type Manifest,
  manifestName,
  usersName,
  whyNotInBackup,
} from "./manifest.ts";

type SnapshotSource = Pick<Home, "snapshot">;

type ManifestFile = Manifest["files"][number];

/** Bytes that are hashed in one go, in less than a millisecond. */
const hashedBytes = 256 * 1024;

/** Writes files to an archive and records their checksums, in turns with what else the process does. */
class ArchiveWriter {
  readonly files: ManifestFile[] = [];
  readonly #archive: Pack;
  readonly #share = new EventLoopTurns().share();

  constructor(archive: Pack) {
    this.#archive = archive;
  }

  /** Throws if a restore would refuse the archive because of this name or length. */
  admit(name: string, bytes: number): void {
    const odd = whyNotInBackup(name, bytes, this.files.length);
    if (odd !== undefined) throw new Error(odd);
  }

  async add(name: string, content: Buffer): Promise<void> {
    this.admit(name, content.length);
    const entry = this.#archive.entry({ name, size: content.length, mode: 0o600 });
    entry.end(content);
    await once(entry, "finish");
    const hash = createHash("sha256");
    for (let at = 0; at < content.length; at += hashedBytes) {
      hash.update(content.subarray(at, at + hashedBytes));
      await this.#share();
    }
    this.files.push({ name, bytes: content.length, sha256: hash.digest("hex") });
  }
}

/** Adds each image once, and returns its other names as links. */
const addImages = async (
  images: Snapshot["images"],
  archive: ArchiveWriter,
): Promise<Either<string, Manifest["links"]>> => {
  const links: { name: string; of: string }[] = [];
  const seen = new Map<string, string>();
  for await (const { name, identity, bytes, read } of images) {
    const known = seen.get(identity);
    if (known !== undefined) {
      links.push({ name, of: known });
      continue;
    }
    archive.admit(name, bytes);
    const content = await read();
    if (isLeft(content)) return content;
    if (content.right === undefined) continue;
    seen.set(identity, name);
    await archive.add(name, content.right);
  }
  return right(links);
};

interface BackupContents {
  readonly manifest: Manifest;
  /** Images that its plans show and that were missing. */
  readonly missing: readonly string[];
}

const nameOf = ({ rev }: StoredPlan): string => `plans/${String(rev).padStart(12, "0")}`;

const fill = async (
  home: SnapshotSource,
  archive: Pack,
): Promise<Either<string, BackupContents>> => {
  const writer = new ArchiveWriter(archive);
  const snapshot = await home.snapshot();
  if (isLeft(snapshot)) return snapshot;
  const { users, state, domains, images } = snapshot.right;
  if (users !== undefined) await writer.add(usersName, users);
  const stored = storedPlans(state);
  for (const plan of stored) await writer.add(nameOf(plan), Buffer.concat(encodeRevision(plan)));
  const added = await addImages(images, writer);
  if (isLeft(added)) return added;
  const links = added.right;
  const manifest: Manifest = {
    format: backupFormat,
    created_at: new Date().toISOString(),
    rev: revisionOf(state),
    files: [...writer.files],
    plans: stored.map(nameOf),
    links,
  };
  await writer.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  const names = new Set([...writer.files, ...links].map(({ name }) => name));
  const shown: string[] = [];
  for (const domain of domains) {
    const references = new ImageReferences(domain);
    await inTurns(references.learn(stored), new EventLoopTurns().share());
    for (const image of references.of(stored) ?? []) shown.push(`www/${domain}/${image}`);
  }
  // Last, since whoever waits for the end of the archive would take it for an early one.
  archive.finalize();
  return right({ manifest, missing: shown.filter((name) => !names.has(name)) });
};

/** Overwrites the file with an archive. */
const writeArchive = async (
  home: SnapshotSource,
  file: FileHandle,
): Promise<Either<string, BackupContents>> => {
  const archive = pack();
  await file.truncate();
  let writing = Promise.resolve();
  const written = pipeline(archive, createGzip(), (packed) => (writing = writeFile(file, packed)));
  try {
    const filled = await Promise.race([
      fill(home, archive),
      written.then(() => left("the archive ended too early")),
    ]);
    if (!isLeft(filled)) await written;
    return filled;
  } catch (error) {
    // A full disk ends all streams; another one may report its end before the real error is known.
    archive.destroy();
    const failed = await writing.catch((cause: unknown) => cause);
    throw failed instanceof Error && "syscall" in failed ? failed : error;
  } finally {
    archive.destroy();
    await written.catch(() => undefined);
  }
};

/** More than one is needed only while saves push images out of the history as fast as they are read. */
const tries = 20;

const writeWholeArchive = async (
  home: SnapshotSource,
  file: FileHandle,
): Promise<Either<string, Manifest>> => {
  let before: string | undefined;
  for (let count = 1; count <= tries; count += 1) {
    const filled = await writeArchive(home, file);
    if (isLeft(filled)) return filled;
    const missing = filled.right.missing.join();
    // Images that are missing twice never existed, or are gone for good.
    if (missing === "" || missing === before) return right(filled.right.manifest);
    before = missing;
  }
  return left("the images change faster than they can be read: try again");
};

/** Hooks that run before the backup has its name; `path` is where it is until then. */
interface BackupHooks {
  /** Before anything is written. */
  readonly begun: (path: string) => void;
  /** Checks the whole file. Left: why it must not get its name. */
  readonly check: (path: string) => Promise<Either<string, unknown>>;
}

/**
 * Writes a backup of a home: plan, history, images and users in one compressed tar archive with a checksum per file. It
 * is consistent even while the service runs: if an image that a stored plan shows is removed meanwhile, it starts over.
 * The file gets its name once it is complete and synced. Left: why there is no file.
 */
export const makeBackup = async (
  home: SnapshotSource,
  file: string,
  hooks?: BackupHooks,
): Promise<Either<string, Manifest>> => {
  try {
    return await putNewFile(file, {
      fill: async (writing) => {
        hooks?.begun(writing.path);
        const made = await writeWholeArchive(home, writing.file);
        if (isLeft(made)) return made;
        const checked = await hooks?.check(writing.path);
        return checked !== undefined && isLeft(checked) ? checked : made;
      },
    });
  } catch (error) {
    return left(`the backup could not be written: ${messageOf(error)}`);
  }
};
