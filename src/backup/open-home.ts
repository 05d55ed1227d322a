import { type Either, right } from "fp-ts/lib/Either.js";
import type { Home } from "./home.ts";
import type { BackupSettings } from "./scheduled-backup.ts";

/** Opens the home that the settings name: in a cluster if there is one, of many by its `store`; else in the data folder. */
export const openHome = async (settings: BackupSettings): Promise<Either<string, Home>> => {
  // Loaded lazily: the cluster's client takes time to load.
  if (settings.cluster !== "") return (await import("./cluster-home.ts")).openClusterHome(settings);
  return right((await import("./folder-home.ts")).folderHome(settings.data));
};
