import { isLeft, right } from "fp-ts/lib/Either.js";
import { Disposer } from "../../server/runtime/disposer.ts";
import type { OpenedStorage } from "../storage.ts";
import { type ClusterStorageParts, joinCluster } from "./cluster-session.ts";
import { ensureHome } from "./home.ts";
import { openHomeStorage } from "./home-storage.ts";
import { keysOf } from "./keys.ts";

/**
 * Joins the cluster of the settings as a node of the domain's one home; waits for a while if it has no majority yet.
 * Left: why it failed.
 */
export const openClusterStorage = async (parts: ClusterStorageParts): Promise<OpenedStorage> => {
  const { config, log, ratedLog } = parts;
  const { domain } = config;
  const keys = keysOf(domain);
  const all = new Disposer();
  const storage = await joinCluster(
    parts,
    {
      keys,
      begin: (etcd) => ensureHome(etcd, keys, domain),
      open: (session, opened) => openHomeStorage({ session, keys, config, log, ratedLog, opened }),
    },
    all,
  );
  if (isLeft(storage)) return all.refuse(storage, log);
  return right({ ...storage.right, close: () => all.close() });
};
