import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { clusterSnapshot } from "../../backup/cluster-home.ts";
import { makeBackup } from "../../backup/make-backup.ts";
import { restoreInto } from "../../backup/restore-into-cluster.ts";
import { checkHome } from "../../storage/etcd/home.ts";
import { HomeImporter } from "../../storage/etcd/import-home.ts";
import type { HomesKeys } from "../../storage/etcd/keys.ts";
import type { PlaceInCluster } from "../../storage/etcd/open-cluster.ts";
import type { ClusterDirectory } from "../directory/cluster-directory.ts";
import { type HomeBackups, problemOf } from "./home-backups.ts";

interface ClusterBackupParts extends Pick<PlaceInCluster, "etcd" | "domain"> {
  readonly keys: HomesKeys;
  readonly directory: ClusterDirectory;
  /** The node's folder on this machine. */
  readonly folder: string;
}

/** The backups of homes in a cluster. What an earlier process left of files on their way is removed first. */
export const openClusterBackups = async ({
  etcd,
  domain,
  keys,
  directory,
  folder,
}: ClusterBackupParts): Promise<HomeBackups> => {
  const unfinished = join(folder, "unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  return {
    newFile: () => join(unfinished, `${randomBytes(8).toString("hex")}.tar.gz`),
    make: async (id, file) => {
      const store = directory.storeOf(id);
      if (store === undefined)
        return left(
          directory.has(id)
            ? { kind: "failed", message: `the record of the home ${id} cannot be read` }
            : { kind: "not_found", message: `there is no home ${id}` },
        );
      const home = { etcd, domain, keys: keys.of(store) };
      const snapshot: typeof clusterSnapshot = async (place) => {
        const taken = await clusterSnapshot(place);
        // One that was purged before that looks like one without a plan.
        const there = await checkHome(etcd, place.keys, id);
        return isLeft(there) ? there : taken;
      };
      const made = await makeBackup({ snapshot: () => snapshot(home) }, file);
      return isLeft(made) ? left(problemOf(folder, file)(made.left)) : right(undefined);
    },
    restore: (id, record, file, withTokens) =>
      directory.createFilled(id, record, async (own, beside) => {
        const restored = await restoreInto(file, {
          begin: () => HomeImporter.begin({ etcd, keys: own, domain }, beside),
          domain,
          withTokens,
          settle: async () => right({}),
        });
        return mapLeft(problemOf(folder, file))(map(() => undefined)(restored));
      }),
  };
};
