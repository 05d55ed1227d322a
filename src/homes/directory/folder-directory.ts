import { randomBytes } from "node:crypto";
import { watch } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import {
  type FileSystem,
  ifThere,
  messageOf,
  nodeFileSystem,
  replaceFile,
  writeWhole,
} from "../../../wal/index.ts";
import { boundaryIn } from "../../server/runtime/boundary.ts";
import { serial } from "../../server/runtime/coalescing.ts";
import { Hub } from "../../server/runtime/hub.ts";
import { folderIdentity } from "../../storage/folder/homes-root.ts";
import { JsonFile } from "../../storage/folder/json-file.ts";
import type { DeletedHome, DirectoryProblem, HomeDirectory } from "./home-directory.ts";
import { expectedHomeId, type HomeRecord, homeRecordKind, isHomeId } from "./home-record.ts";

/** The homes in the folders of one data folder: `homes/ID` each, `deleted/ID.STAMP` until they are purged. */
export interface FolderDirectory extends HomeDirectory {
  /** A home's data folder, whether there is one or not. */
  readonly folderOf: (id: string) => string;
  /** For files that are not finished yet; emptied at each start. */
  readonly unfinished: string;
  /**
   * Creates a home in a folder that `fill` makes, with everything in it durable, at the path that it gets. Left: also
   * why `fill` failed; nothing is left of the home then.
   */
  readonly createFilled: (
    id: string,
    record: HomeRecord,
    fill: (folder: string) => Promise<Either<DirectoryProblem, void>>,
  ) => Promise<Either<DirectoryProblem, void>>;
  readonly close: () => void;
}

const deletedRule = /^([a-z0-9-]+)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** A moment as part of a file name, to the millisecond. */
const stampOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:.]/g, "");

/** What the name of a deleted home's folder says; undefined if it is not one. */
const readDeleted = (name: string): DeletedHome | undefined => {
  const [, id = "", year, month, day, hour, minute, second, ms] = deletedRule.exec(name) ?? [];
  const deletedAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  return isHomeId(id) && Number.isFinite(Date.parse(deletedAt)) ? { id, deletedAt } : undefined;
};

const problem = (kind: DirectoryProblem["kind"], message: string) =>
  left<DirectoryProblem>({ kind, message });

const exists = (id: string) => problem("exists", `there is a home ${id} already`);
const notFound = (id: string) => problem("not_found", `there is no home ${id}`);

const isFolder = (path: string): boolean => folderIdentity(path) !== undefined;

/** The ids among the folders, with one line in the log for everything else that lies there. */
const findIds = async (homes: string, log: Logger): Promise<readonly string[]> => {
  const entries = await readdir(homes, { withFileTypes: true });
  const isHome = (entry: (typeof entries)[number]): boolean =>
    entry.isDirectory() && isHomeId(entry.name);
  const others = entries.filter((entry) => !isHome(entry)).map(({ name }) => name);
  if (others.length > 0)
    log.warn(
      { names: others.slice(0, 20), count: others.length, expected: expectedHomeId },
      "what is no folder with the id of a home is left alone",
    );
  return entries.filter(isHome).map(({ name }) => name);
};

class Folders implements FolderDirectory {
  readonly unfinished: string;
  readonly #root: string;
  readonly #homes: string;
  readonly #deleted: string;
  readonly #fs: FileSystem;
  /** With each home's identity as it was last seen; empty before the first look. */
  readonly #ids: Map<string, string>;
  /** Sorted; cached until there is another home. */
  #sorted: readonly string[] | undefined;
  readonly #changes: Hub<[id: string]>;
  /** One change at a time, so that none meets a home that is just being moved. */
  readonly #inTurn = serial();
  #unwatch = (): void => undefined;

  constructor(root: string, ids: readonly string[], log: Logger, fs: FileSystem) {
    this.unfinished = join(root, "unfinished");
    this.#root = root;
    this.#homes = join(root, "homes");
    this.#deleted = join(root, "deleted");
    this.#fs = fs;
    this.#ids = new Map(ids.map((id) => [id, ""]));
    this.#changes = new Hub(boundaryIn(log), "a change of a home could not be followed");
  }

  /** Notices homes that are moved in and out by others, such as an operator. */
  follow(log: Logger): void {
    const boundary = boundaryIn(log);
    const noticed = boundary("the folders of homes could not be followed", (name: string) => {
      if (isHomeId(name)) this.#look(name);
    });
    const watcher = watch(this.#homes, { persistent: false }, (_event, name) =>
      noticed(name ?? ""),
    );
    watcher.on("error", (error) => log.warn({ problem: messageOf(error) }, unfollowed));
    this.#unwatch = () => watcher.close();
  }

  folderOf(id: string): string {
    return join(this.#homes, id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  identity(id: string): string | undefined {
    return folderIdentity(this.folderOf(id));
  }

  ids(): readonly string[] {
    return (this.#sorted ??= [...this.#ids.keys()].toSorted());
  }

  async record(id: string): Promise<Either<DirectoryProblem, HomeRecord>> {
    if (!this.has(id)) return notFound(id);
    return mapLeft((message: string) => this.#failure(message))(this.#file(id).read());
  }

  create(id: string, record: HomeRecord): Promise<Either<DirectoryProblem, void>> {
    return this.createFilled(id, record, async (folder) =>
      right(await this.#fs.makeFolder(folder)),
    );
  }

  async createFilled(
    id: string,
    record: HomeRecord,
    fill: (folder: string) => Promise<Either<DirectoryProblem, void>>,
  ): Promise<Either<DirectoryProblem, void>> {
    if (this.has(id)) return exists(id);
    const made = join(this.unfinished, `${id}.${randomBytes(8).toString("hex")}`);
    try {
      const filled = await fill(made);
      if (isLeft(filled)) return filled;
      const bytes = Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
      await replaceFile(this.#fs, made, `${homeRecordKind.name}.json`, (file) =>
        writeWhole(file, [bytes], 0),
      );
      return await this.#inTurn(async () => {
        if (isFolder(this.folderOf(id))) return exists(id);
        return right(await this.#move(id, made, this.folderOf(id)));
      });
    } catch (error) {
      return left(this.#failure(messageOf(error)));
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }

  change(
    id: string,
    change: (record: HomeRecord) => HomeRecord,
  ): Promise<Either<DirectoryProblem, HomeRecord>> {
    return this.#inTurn(async () => {
      // The file would be made again, with a folder, for a home that is gone.
      if (!isFolder(this.folderOf(id))) return notFound(id);
      const changed = await this.#file(id).change((record) => {
        const next = change(record);
        return right([next, next]);
      });
      if (isLeft(changed)) return left(this.#failure(changed.left));
      this.#changes.publish(id);
      return changed;
    });
  }

  remove(id: string, now: Date): Promise<Either<DirectoryProblem, void>> {
    return this.#attempt(async () => {
      if (!isFolder(this.folderOf(id))) return notFound(id);
      let moment = now;
      while (isFolder(this.#asideOf(id, moment))) moment = new Date(moment.getTime() + 1);
      return right(await this.#move(id, this.folderOf(id), this.#asideOf(id, moment)));
    });
  }

  async deleted(): Promise<readonly DeletedHome[]> {
    const found = (await readdir(this.#deleted)).flatMap((name) => readDeleted(name) ?? []);
    return found.toSorted((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1));
  }

  restore(id: string): Promise<Either<DirectoryProblem, void>> {
    return this.#attempt(async () => {
      if (isFolder(this.folderOf(id))) return exists(id);
      const newest = (await this.deleted()).find((each) => each.id === id);
      if (newest === undefined)
        return problem("not_found", `there is no deleted home ${id}, or no longer`);
      const aside = this.#asideOf(id, new Date(newest.deletedAt));
      return right(await this.#move(id, aside, this.folderOf(id)));
    });
  }

  purge(before: Date): Promise<Either<DirectoryProblem, readonly string[]>> {
    return this.#attempt(async () => {
      const due = (await this.deleted()).filter(
        ({ deletedAt }) => Date.parse(deletedAt) < before.getTime(),
      );
      for (const { id, deletedAt } of due) {
        const aside = this.#asideOf(id, new Date(deletedAt));
        const removed = join(this.unfinished, basename(aside));
        // Half of a home must never be restored.
        await this.#move(id, aside, removed);
        await rm(removed, { recursive: true, force: true });
      }
      return right(due.map(({ id }) => id));
    });
  }

  watch(onChange: (id: string) => void): () => void {
    return this.#changes.subscribe(onChange);
  }

  close(): void {
    this.#unwatch();
  }

  /** Where a home is that was deleted at a moment. */
  #asideOf(id: string, moment: Date): string {
    return join(this.#deleted, `${id}.${stampOf(moment)}`);
  }

  #file(id: string): JsonFile<HomeRecord> {
    return new JsonFile(this.folderOf(id), homeRecordKind);
  }

  /** For the provider, to whom the process's paths say nothing. */
  #failure(message: string): DirectoryProblem {
    return { kind: "failed", message: message.replaceAll(`${this.#root}/`, "") };
  }

  async #attempt<A>(
    work: () => Promise<Either<DirectoryProblem, A>>,
  ): Promise<Either<DirectoryProblem, A>> {
    try {
      return await this.#inTurn(work);
    } catch (error) {
      return left(this.#failure(messageOf(error)));
    }
  }

  /** Moves a home's folder as a whole, durable when it resolves. Rejects with the system's error. */
  async #move(id: string, from: string, to: string): Promise<void> {
    await this.#fs.rename(from, to);
    this.#look(id);
    await this.#fs.syncFolder(dirname(to));
    await this.#fs.syncFolder(dirname(from));
  }

  /** Compares with the disk, at once: an answer that came later could be older than a change. */
  #look(id: string): void {
    const identity = this.identity(id);
    if (identity === this.#ids.get(id)) return;
    if (identity === undefined) this.#ids.delete(id);
    else this.#ids.set(id, identity);
    this.#sorted = undefined;
    this.#changes.publish(id);
  }
}

const unfollowed = "homes that are moved in or out are noticed at the next start only";

/**
 * Opens the homes of a data folder, which this process has locked. Reads one folder, and no home. Left: why the folder
 * cannot be used.
 */
export const openFolderDirectory = async (
  root: string,
  log: Logger,
  fs: FileSystem = nodeFileSystem,
): Promise<Either<string, FolderDirectory>> => {
  try {
    for (const name of ["homes", "deleted", "unfinished"]) await fs.makeFolder(join(root, name));
    const unfinished = join(root, "unfinished");
    for (const name of (await ifThere(readdir(unfinished))) ?? [])
      await rm(join(unfinished, name), { recursive: true, force: true });
    const folders = new Folders(root, await findIds(join(root, "homes"), log), log, fs);
    try {
      folders.follow(log);
    } catch (error) {
      log.warn({ problem: messageOf(error) }, unfollowed);
    }
    return right(folders);
  } catch (error) {
    return left(`the homes in ${root} cannot be used: ${messageOf(error)}`);
  }
};
