import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { ifThere } from "../../../wal/index.ts";
import type { Config } from "../../server/config.ts";
import { shellWord } from "../../server/paths.ts";
import type { StorageOpener, StorageParts } from "../../server/service-parts.ts";
import { lockDataFolder, logFolder } from "../../storage/folder/data-folder.ts";
import { openHomeStorage, warnWithoutLinks } from "../../storage/folder/folder-storage.ts";
import { JsonFile } from "../../storage/folder/json-file.ts";
import type { SharedStorage, Storage } from "../../storage/storage.ts";
import { openFolderDirectory } from "../directory/folder-directory.ts";
import { folderBackups, type HomeBackups } from "./home-backups.ts";
import type { HomeDirectory } from "../directory/home-directory.ts";
import { type HomeUsage, homeUsageKind } from "../homes.ts";
import { type ProviderDocuments, providerFiles } from "../provider/provider-tokens.ts";

/** What a home used when it fell asleep. */
export interface UsageStore {
  /** Undefined if it was never kept. Left: why it cannot be read. */
  readonly read: () => Promise<Either<string, HomeUsage | undefined>>;
  /** Stores what `change` makes of it, or of the usage of a home that nobody has used. Left: why it is not kept. */
  readonly keep: (change: (stored: HomeUsage) => HomeUsage) => Promise<Either<string, void>>;
}

/** What a home that does not exist has in common with others, so that nobody can tell it from them. */
export type NobodysStorage = Pick<Storage, "shared" | "close">;

/** Where the homes of a process are stored. */
export interface HomesStorage {
  /** For the log. */
  readonly place: Readonly<Record<string, string>>;
  readonly directory: HomeDirectory;
  /** The folder of what a home keeps on this machine, which need not exist. */
  readonly folderOf: (id: string) => string;
  /** Opens the storage of a home that is there; closing it leaves no descriptor open. */
  readonly opener: (id: string) => StorageOpener;
  /** Whether this process, and no other, does what a home needs while it sleeps, such as backups. */
  readonly looksAfter: (id: string) => boolean;
  /** What a home used when it fell asleep. */
  readonly usageOf: (id: string) => UsageStore;
  readonly openNobody: () => NobodysStorage;
  readonly backups: HomeBackups;
  /** The provider's tokens. */
  readonly provider: ProviderDocuments;
  /** The state of the cluster, if there is one. */
  readonly report: SharedStorage["report"] | undefined;
  readonly close: () => Promise<void>;
}

/**
 * The homes in the folders of a data folder, under one lock. Left: why it cannot be used; a folder that holds a single
 * home is not taken for one of many.
 */
export const openFolderHomes = async (
  { data }: Config,
  log: Logger,
  { fs, imageDisk }: Pick<StorageParts, "fs" | "imageDisk">,
): Promise<Either<string, HomesStorage>> => {
  if ((await ifThere(stat(logFolder(data)))) !== undefined)
    return left(
      `${data} holds a single home: move it to ${shellWord(join(data, "homes", "NAME"))}, or name another folder with --data`,
    );
  const lock = await lockDataFolder(data);
  if (isLeft(lock)) return lock;
  const directory = await openFolderDirectory(data, log, fs);
  if (isLeft(directory)) {
    await lock.right.release();
    return directory;
  }
  // All homes are on one file system.
  await warnWithoutLinks(imageDisk, data, log);
  const { folderOf } = directory.right;
  const folder = (id: string): string => folderOf.call(directory.right, id);
  return right({
    place: { data },
    directory: directory.right,
    folderOf: folder,
    looksAfter: () => true,
    opener: () => (parts) => openHomeStorage(parts.config, parts.log, parts),
    backups: folderBackups(data, directory.right),
    provider: providerFiles(data),
    report: undefined,
    usageOf: (id) => {
      const file = new JsonFile(folder(id), homeUsageKind);
      return {
        read: async () => (file.isThere ? file.read() : right(undefined)),
        keep: (change) => file.change((stored) => right([change(stored), undefined])),
      };
    },
    openNobody: () => ({ shared: undefined, close: async () => undefined }),
    close: async () => {
      directory.right.close();
      await lock.right.release();
    },
  });
};
