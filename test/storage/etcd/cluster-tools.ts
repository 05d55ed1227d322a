import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type PlanState, storedPlans } from "../../../src/plan/state.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { bytesBelow } from "../../backup/folders.ts";
import type { EtcdCluster } from "../../support/etcd.ts";
import { runInProcess } from "../../support/run-command.ts";
import { newHome, rightOf } from "./test-home.ts";

/** Makes homes in the cluster that tests share, each with the program on it. */
export const homesOn = (shared: () => Promise<EtcdCluster>) => async () => {
  const { domain } = newHome();
  const cluster = await shared();
  const environment = { FLOORPLAN_CLUSTER: cluster.urls.join(","), FLOORPLAN_DOMAIN: domain };
  const run = (...args: readonly string[]) => runInProcess(args, environment);
  /** Runs what must succeed, and returns what it printed. */
  const done = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await run(...args);
    assert.equal(code, 0, `${args.join(" ")}: ${err}`);
    return out;
  };
  /** Runs what must fail, and returns the sentence. */
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await run(...args);
    assert.deepEqual([code, out], [1, ""], args.join(" "));
    assert.match(err, /^floorplan: [^\n]+\n$/, "one sentence");
    return err;
  };
  return { cluster, domain, run, done, refused };
};

/** All keys below a home's prefix. */
export const keysBelow = async (
  cluster: EtcdCluster,
  domain: string,
): Promise<readonly string[]> => {
  const listed = await cluster.ctl("get", `/floorplan/${domain}/`, "--prefix", "--keys-only");
  return listed.split("\n").filter((key) => key !== "");
};

/** Each plan as it is kept, who saved it included. */
export const plansIn = (state: PlanState) =>
  storedPlans(state).map(({ rev, saved_at, rooms, items, by, json }) => {
    const text = Buffer.concat(json).toString();
    return { rev, saved_at, rooms, items, by, text };
  });

export const stateOf = async (data: string): Promise<PlanState> =>
  rightOf(await folderHome(data).readState());

/** The names of images, each with those that are the same file. */
const imagesOf = async (data: string, domain: string): Promise<readonly string[]> => {
  const folder = join(data, "www", domain);
  const names = (await readdir(folder)).toSorted();
  const inodes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).ino));
  return names.map((name, at) => `${name} is ${names[inodes.indexOf(inodes[at] ?? 0)] ?? ""}`);
};

/** A folder has the same plans, users and images as another one. */
export const sameHome = async (domain: string, data: string, other: string): Promise<void> => {
  assert.deepEqual(plansIn(await stateOf(data)), plansIn(await stateOf(other)));
  assert.deepEqual(await bytesBelow(join(data, "www")), await bytesBelow(join(other, "www")));
  assert.deepEqual(await imagesOf(data, domain), await imagesOf(other, domain));
  const users = (folder: string) => readFile(join(folder, "users.json"), "utf8");
  assert.equal(await users(data), await users(other));
};
