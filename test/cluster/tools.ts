import assert from "node:assert/strict";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { backup, restore } from "../../src/cli/backup.ts";
import { banLift, banList } from "../../src/cli/ban.ts";
import { exportPlan } from "../../src/cli/export.ts";
import { importData } from "../../src/cli/import.ts";
import { logShow, logVerify } from "../../src/cli/log.ts";
import { logRepair } from "../../src/cli/log-repair.ts";
import { runVerb } from "../../src/cli/run-verb.ts";
import { tokenCreate, tokenList, tokenRevoke } from "../../src/cli/token.ts";
import type { Verb } from "../../src/cli/verb.ts";
import { type PlanState, storedPlans } from "../../src/plan/state.ts";
import { folderHome } from "../../src/rescue/folder-home.ts";
import { bytesBelow } from "../rescue/folders.ts";
import type { EtcdCluster } from "../support/etcd.ts";
import { newHome, rightOf } from "./at-etcd.ts";

const verbs: readonly Verb[] = [
  tokenCreate,
  tokenList,
  tokenRevoke,
  banList,
  banLift,
  exportPlan,
  logShow,
  logVerify,
  logRepair,
  backup,
  restore,
  importData,
];

/** Runs the command line in this process, which is quicker by far than a process for each. */
const runHere = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> => {
  let [out, err] = ["", ""];
  const code = await runVerb(verbs, args, {
    out: (line) => void (out += `${line}\n`),
    err: (line) => void (err += `${line}\n`),
    version: "0",
    environment,
  });
  return { code, out, err };
};

/** Makes homes in the cluster that tests share, each with the program on it. */
export const homesOn = (shared: () => Promise<EtcdCluster>) => async () => {
  const { domain } = newHome();
  const cluster = await shared();
  const environment = { FLOORPLAN_CLUSTER: cluster.urls.join(","), FLOORPLAN_DOMAIN: domain };
  const run = (...args: readonly string[]) => runHere(args, environment);
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
