import assert from "node:assert/strict";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Etcd } from "../../../../src/storage/etcd/client/etcd.ts";
import { type Keys, keysOf } from "../../../../src/storage/etcd/keys.ts";
import {
  openClusterLog,
  type OpenedClusterLog,
} from "../../../../src/storage/etcd/log/cluster-log.ts";
import { readKeptPlans } from "../../../../src/storage/etcd/log/read-revisions.ts";
import { type PlanState, stateOf } from "../../../../src/plan/state.ts";
import { boundary } from "../../../support/failing-boundary.ts";

/** Times of a log under test: it waits for no company, and as long as a slow machine may take. */
export const patient = { commitDelayMs: 0, clusterUnknownMs: 60_000 };

/** Fails where the log finds that etcd is away. */
const noTrouble = { away: assert.fail, back: assert.fail, failed: assert.fail };

/** Opens a log that is to have no trouble. */
export const openLogOn = async (etcd: Etcd, keys: Keys): Promise<OpenedClusterLog> => {
  const opened = await openClusterLog({
    etcd,
    keys,
    settings: patient,
    status: noTrouble,
    boundary,
    allReadChanges: () => true,
  });
  if (isLeft(opened)) assert.fail(opened.left);
  return opened.right;
};

/** What is kept there now; each plan is held against its SHA-256. */
export const lookAt = async (etcd: Etcd, keys: Keys): Promise<PlanState> => {
  const kept = await readKeptPlans(etcd, keys);
  if (isLeft(kept)) assert.fail(kept.left.reason);
  return stateOf(kept.right.saved.map(({ plan }) => plan));
};

/** The log of a home of that name, for the acceptance suite; `etcd` gives each its own client. */
export const storeOn = (etcd: () => Etcd, domain: string) => {
  const keys = keysOf(domain);
  return { open: () => openLogOn(etcd(), keys), look: () => lookAt(etcd(), keys) };
};
