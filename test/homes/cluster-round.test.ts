import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { verifyBackup } from "../../src/backup/read-backup.ts";
import { newHome as newDomain } from "../storage/etcd/test-home.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { reached } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { ofBackups } from "../support/timeouts.ts";
import { openLink, startTestHomes, together } from "./provider-service.ts";

const shared = sharedEtcd(after);

const ids = ["a", "b", "c", "d"];

/** The homes that have a backup in a folder, each with its files. */
const backedUpIn = async (folder: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = new Map<string, readonly string[]>();
  for (const id of ids) {
    const files = await readdir(join(folder, id)).catch(() => []);
    const backups = files.filter((name) => name.endsWith(".tar.gz"));
    if (backups.length > 0) found.set(id, backups);
  }
  return found;
};

test(
  "HOMES-194: in a cluster one node backs up each home, also while it sleeps; when it stops, another one does",
  ofBackups,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain } = newDomain();
    const cluster = (await shared()).urls.join(",");
    const start = async (token?: string) => {
      const backupTo = await temporaryFolder(t);
      const changes = { domain, cluster, backupTo, backupEvery: 86_400_000, homesRoundMs: 1 };
      const again = token === undefined ? undefined : { data: await temporaryFolder(t), token };
      return { backupTo, ...(await startTestHomes(t, { ...changes, homeIdle: 30 }, again)) };
    };
    const first = await start();
    const nodes = [first, await start(first.token)] as const;
    await together(nodes);
    for (const id of ids) {
      const { body } = await first.ask("POST", "/provider/homes", { id });
      const token = await openLink(body["link"]);
      const { port } = first.service.listening;
      const home = reached(t, port, { id, data: "", admin: token, viewer: "" });
      const desk = await home.login(token);
      await desk.result(`${domain}/plan/save`, { plan: numberedPlan(1) });
      desk.ws.close();
    }
    const all = (folders: readonly string[]) =>
      eventually(async () => {
        const found = await Promise.all(folders.map(backedUpIn));
        const missing = ids.filter((id) => !found.some((each) => each.has(id)));
        return missing.length === 0 ? { seen: found } : { not: `no backup of ${missing.join()}` };
      }, ofBackups.timeout);
    const [one = new Map(), other = new Map()] = await all(nodes.map(({ backupTo }) => backupTo));
    assert.equal(one.size + other.size, ids.length, "each home has one at one node");
    const [gone, left] = one.size > other.size ? nodes : [nodes[1], nodes[0]];
    await gone.stop();
    const [taken = new Map()] = await all([left.backupTo]);
    for (const [id, files] of taken)
      for (const file of files)
        assert(isRight(await verifyBackup(join(left.backupTo, id, file))), `${id}/${file}`);
  },
);
