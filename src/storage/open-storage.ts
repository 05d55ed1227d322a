import type { FileSystem } from "../../wal/index.ts";
import type { LogTimings } from "../plan/plan-log.ts";
import type { ClusterStorageParts } from "./etcd/cluster-storage.ts";
import { openFolderStorage } from "./folder/folder-storage.ts";
import type { OpenedStorage } from "./storage.ts";

/** What storage needs; `fs` is the disk under a folder's log. */
interface StorageParts extends ClusterStorageParts {
  readonly fs: FileSystem;
  readonly timings: LogTimings;
}

/** Opens the storage of the settings: a cluster, or else the data folder. The left says why it cannot be used. */
export const openStorage = async (parts: StorageParts): Promise<OpenedStorage> => {
  const { config, log } = parts;
  if (config.cluster === "") return openFolderStorage(config, log, parts);
  // Loaded lazily: a service with a folder starts faster without it.
  const { openClusterStorage: openNode } = await import("./etcd/cluster-storage.ts");
  return openNode(parts);
};
