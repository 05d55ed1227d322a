import assert from "node:assert/strict";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { isRight, left, right } from "fp-ts/lib/Either.js";
import { usersKind } from "../../src/auth/user-directory.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { openClusterBackups } from "../../src/homes/storage/cluster-backups.ts";
import { openClusterDirectory } from "../../src/homes/directory/cluster-directory.ts";
import type { Transaction } from "../../src/storage/etcd/client/etcd.ts";
import { oneKey } from "../../src/storage/etcd/client/etcd.ts";
import { HomeImporter } from "../../src/storage/etcd/import-home.ts";
import { homesKeysOf } from "../../src/storage/etcd/keys.ts";
import { filledFolder } from "../backup/filled-folder.ts";
import { keysBelow, sameHome } from "../storage/etcd/cluster-tools.ts";
import { meddle } from "../storage/etcd/log/nodes.ts";
import { MemoryEtcd } from "../storage/etcd/memory-etcd.ts";
import { MemoryStore } from "../storage/etcd/memory-store.ts";
import { keptLog, leftOf, newHome, rightOf } from "../storage/etcd/test-home.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { mayUse } from "../support/programs.ts";
import { runInProcess } from "../support/run-command.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded, inCluster } from "../support/timeouts.ts";
import { openLink, startTestHomes, type TestHomes } from "./provider-service.ts";

const shared = sharedEtcd(after);

const keys = homesKeysOf("floorplan");

const record = { name: "", created_at: "2026-01-01T00:00:00.000Z", quotas: {} };

/** A node on an etcd in memory, and a backup of a filled home. */
const nodeOn = async (t: TestContext) => {
  const domain = "floorplan";
  const store = new MemoryStore();
  const etcd = new MemoryEtcd(store);
  const directory = rightOf(await openClusterDirectory(etcd, keys, keptLog(t).rated));
  t.after(() => directory.close());
  const folder = await temporaryFolder(t);
  const backups = await openClusterBackups({ etcd, domain, keys, directory, folder });
  const { data } = await filledFolder(t, domain, 7);
  const file = join(folder, "filled.tar.gz");
  rightOf(await makeBackup(folderHome(data), file));
  return { domain, store, etcd, directory, folder, backups, data, file };
};

/** What a home answers to a request that only its administrators may make. */
const statusAt = async (url: string, domain: string, token: string): Promise<number> => {
  const response = await fetch(`${url}/api/${domain}/background?level=none`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return response.status;
};

/** A provider's command, which must succeed. */
const said = async ({ url, token }: TestHomes, ...words: readonly string[]): Promise<string> => {
  const variables = { FLOORPLAN_URL: url, FLOORPLAN_TOKEN: token };
  const { code, out, err } = await runInProcess(["homes", ...words], variables);
  assert.equal(code, 0, err);
  return out;
};

test(
  "HOMES-118: a home is exported from a folder, imported into a cluster, and brought back, with the same plans, images and users",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain } = newHome();
    const cluster = (await shared()).urls.join(",");
    const inFolder = await startTestHomes(t, { domain });
    const there = await startTestHomes(t, { domain, cluster });
    const filled = await filledFolder(t, domain, 23);
    const home = (id: string): string => join(inFolder.data, "homes", id);
    const folder = await temporaryFolder(t);
    const [out, back] = [join(folder, "out.tar.gz"), join(folder, "back.tar.gz")];
    await rename(filled.data, home("a"));
    while (!(await said(inFolder, "list")).includes("\na "));
    await said(inFolder, "export", "a", out);
    assert.equal(await said(there, "import", "b", out, "--with-tokens"), "imported b\n");
    assert.equal(await statusAt(`${there.url}/h/b`, domain, filled.admin), 200);
    await said(there, "export", "b", back);
    await said(inFolder, "import", "c", back, "--with-tokens");
    await sameHome(domain, home("c"), home("a"));

    const [, link] = (await said(there, "import", "d", out)).split("\n");
    assert.equal(await statusAt(`${there.url}/h/d`, domain, filled.admin), 401);
    assert.equal(await statusAt(`${there.url}/h/d`, domain, await openLink(link)), 200);
    assert.deepEqual(await readdir(join(there.data, "node", "unfinished")), []);
  },
);

test(
  "HOMES-118: in a cluster, what is no whole backup is refused and leaves nothing; of two that import one id at once, one does",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain } = newHome();
    const cluster = await shared();
    const { url, token } = await startTestHomes(t, { domain, cluster: cluster.urls.join(",") });
    const { data } = await filledFolder(t, domain, 2);
    const file = join(await temporaryFolder(t), "home.tar.gz");
    rightOf(await makeBackup(folderHome(data), file));
    const variables = { FLOORPLAN_URL: url, FLOORPLAN_TOKEN: token };
    const give = (id: string, from: string) =>
      runInProcess(["homes", "import", id, from], variables);
    const odd = await give("a", join(data, "users.json"));
    assert.equal(odd.code, 1);
    assert.match(odd.err, /the backup is not a complete backup: /);
    const stored = async (): Promise<readonly string[]> =>
      (await keysBelow(cluster, domain)).filter((key) => /\/(homes?|part|unfinished)\//.test(key));
    assert.deepEqual(await stored(), []);
    const both = await Promise.all([give("a", file), give("a", file)]);
    assert.deepEqual(new Set(both.map(({ code }) => code)), new Set([0, 1]));
    assert.match(both.map(({ err }) => err).join(""), /there is a home a already/);
    const names = (await stored()).flatMap((key) => /\/(a\.[^/]+)/.exec(key)?.[1] ?? []);
    assert.equal(new Set(names).size, 1, names.join());
  },
);

test(
  "HOMES-118: a backup has what etcd had at one moment, whatever is changed while it is made",
  bounded,
  async (t) => {
    const { domain, store, etcd, directory, folder, backups, data, file } = await nodeOn(t);
    rightOf(await backups.restore("a", record, file, true));
    const own = keys.of(directory.storeOf("a") ?? "");
    let reads = 0;
    etcd.weather.read = () => {
      reads += 1;
      // The first one finds which plans there are.
      if (reads === 2)
        for (const key of [own.document(usersKind.name), own.image("bg_ground.1.png")])
          meddle(store, key, () => Buffer.from("{"));
      return "none";
    };
    const made = backups.newFile();
    rightOf(await backups.make("a", made));
    const restored = join(folder, "restored");
    rightOf(await restoreBackup(made, restored, true));
    await sameHome(domain, restored, data);
    assert.match(
      leftOf(await backups.make("a", backups.newFile())).message,
      /document\/users in etcd/,
    );
    assert.equal(leftOf(await backups.make("b", backups.newFile())).kind, "not_found");
  },
);

test("HOMES-118: a home that is purged while it is exported has no backup", bounded, async (t) => {
  const { etcd, directory, backups, file } = await nodeOn(t);
  rightOf(await backups.restore("a", record, file, true));
  const { from } = keys.of(directory.storeOf("a") ?? "").all;
  let isFirst = true;
  etcd.weather.wire = async () => {
    if (!isFirst) return;
    isFirst = false;
    rightOf(await directory.remove("a", new Date(1000)));
    rightOf(await directory.purge(new Date(2000)));
  };
  const made = backups.newFile();
  assert.match(leftOf(await backups.make("a", made)).message, /is not a home/);
  assert.deepEqual(rightOf(await etcd.read({ from, end: `${from}~` })).pairs, []);
});

test(
  "HOMES-119: a home is there as soon as its import is complete, once, also if etcd's answer is lost",
  bounded,
  async (t) => {
    const { store, etcd, directory, backups, file } = await nodeOn(t);
    let fault: "lost" | "never" | "none" | undefined;
    const isLast = (transaction: Transaction | undefined): boolean =>
      transaction?.then.some((each) => each.kind === "put" && each.key === keys.record("a")) ===
      true;
    etcd.weather.call = (_name, transaction) => {
      const now = isLast(transaction) ? fault : undefined;
      if (now === undefined) return "none";
      fault = undefined;
      assert(!directory.has("a"), "it is there before it is complete");
      return now;
    };
    for (const each of ["none", "lost", "never"] as const) {
      fault = each;
      rightOf(await backups.restore("a", record, file, true));
      assert(directory.has("a"));
      assert(!store.keys.some((key) => key.includes("/unfinished/") || key.endsWith("/filling")));
      rightOf(await directory.remove("a", new Date(1000)));
      rightOf(await directory.purge(new Date(2000)));
      assert.deepEqual(store.keys, []);
    }
  },
);

test(
  "HOMES-119: an interrupted import is no home and cannot be restored; what is left of it is purged, and it cannot go on",
  bounded,
  async (t) => {
    const { domain, store, etcd, directory } = await nodeOn(t);
    const interrupted = directory.createFilled("a", record, async (own, beside) => {
      const importer = rightOf(await HomeImporter.begin({ etcd, domain, keys: own }, beside));
      rightOf(await importer.image(["bg_ground.1.png"], Buffer.alloc(600_000)));
      const begun = store.keys.length;
      rightOf(await directory.purge(new Date()));
      assert.equal(store.keys.length, begun, "nothing of a running import is purged");
      assert(!directory.has("a"));
      assert.deepEqual(await directory.deleted(), []);
      assert.equal(leftOf(await directory.restore("a")).kind, "not_found");
      const [lock] = rightOf(await etcd.read(oneKey(own.importLock))).pairs;
      store.revoke(lock?.lease ?? "");
      rightOf(await directory.purge(new Date()));
      assert.deepEqual(store.keys, []);
      const late = await importer.image(["bg_ground.2.png"], Buffer.alloc(500));
      assert(!isRight(late));
      const ended = await importer.end(right(undefined));
      return isRight(ended) ? ended : left({ kind: "failed", message: ended.left });
    });
    assert.match(leftOf(await interrupted).message, /took too long/);
    assert(!directory.has("a"));
    assert.deepEqual(store.keys, []);
  },
);
