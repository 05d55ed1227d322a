import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { defaultConfig } from "../../../src/server/config.ts";
import { openClusterHome } from "../../../src/backup/cluster-home.ts";
import { lockDataFolder } from "../../../src/storage/folder/data-folder.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { bytesBelow } from "../../backup/folders.ts";
import { inCluster } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { rightOf } from "./test-home.ts";
import { filledFolder } from "../../backup/filled-folder.ts";
import { homesOn, keysBelow, plansIn, sameHome, stateOf } from "./cluster-tools.ts";

const home = homesOn(sharedEtcd(after));

test(
  "CTOOL-4, CTOOL-6: a folder that is imported, backed up there and restored into a folder has the same bytes of plans, history, users and images",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { cluster, domain, done, refused } = await home();
    const { data } = await filledFolder(t, domain, 23);
    const before = await bytesBelow(data);
    const told = await done("import", "--data", data);
    assert.match(told, /^moved .*: revision 23, 21 plans, 2 users, 3 images\n/);
    assert.match(told, /^ {2}floorplan serve --cluster http:\S+ --domain \S+ /m);
    assert.deepEqual(await bytesBelow(data), before, "the folder stays as it is");
    assert.match(await done("ban", "list"), /^192\.0\.2\.7 /m);
    const keys = await keysBelow(cluster, domain);
    assert(!keys.some((key) => key.endsWith("/filling")), keys.join());
    assert(keys.includes(`/floorplan/${domain}/background/~c3~a4`), keys.join());

    const folder = await temporaryFolder(t);
    const [file, again] = [join(folder, "home.tar.gz"), join(folder, "again.tar.gz")];
    assert.match(await done("backup", file), /: revision 23, 21 plans, 3 images\n/);
    const [restored, third] = [join(folder, "restored"), join(folder, "third")];
    await done("restore", file, "--with-tokens", "--data", restored, "--cluster", "");
    await sameHome(domain, restored, data);
    assert.match(rightOf((await folderHome(restored).inspect()).result), /all sound$/);

    // And back again: a backup of a folder, restored into a cluster, and backed up there.
    await done("backup", file, "--data", data, "--cluster", "");
    const second = await home();
    const other = await second.done("restore", file, "--with-tokens");
    assert.match(other, /^restored to the home \S+ of the cluster: revision 23/);
    assert.match(other, /^left out, not images of this home: 3$/m);
    assert.match(other, /are the tokens of:\n {2}admin\n {2}wall\n/);
    assert.match(
      await refused("restore", file),
      /there is a home named ".*" in this cluster already/,
    );
    await cluster.ctl("del", `/floorplan/${domain}/`, "--prefix");
    await done("restore", file, "--with-tokens");
    await done("backup", again);
    await done("restore", again, "--with-tokens", "--data", third, "--cluster", "");
    await sameHome(domain, third, data);
  },
);

test(
  "CTOOL-4: an import is refused while a process has the folder, for a folder that is not there, and into a home that is there",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { cluster, domain, done, refused, run } = await home();
    const { data } = await filledFolder(t, domain, 1);
    const lock = rightOf(await lockDataFolder(data));
    assert.match(await refused("import", "--data", data), new RegExp(`process ${process.pid} `));
    await lock.release();
    assert.match(await refused("import", "--data", join(data, "none")), /there is no folder /);
    assert.deepEqual(await keysBelow(cluster, domain), [], "nothing was begun");
    await done("import", "--data", data);
    assert.match(
      await refused("import", "--data", data),
      /there is a home named ".*" in this cluster already/,
    );
    const nowhere = await run("import", "--data", data, "--cluster", "");
    assert.deepEqual([nowhere.code, nowhere.out], [2, ""]);
    assert.match(
      nowhere.err,
      /to move a data folder into a cluster: --cluster or FLOORPLAN_CLUSTER/,
    );
  },
);

test(
  "CTOOL-4, CTOOL-8: what cannot be moved in whole leaves nothing in the cluster",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { cluster, domain, done, refused } = await home();
    const { data } = await filledFolder(t, domain, 2);
    const bans = await readFile(join(data, "bans.json"));
    await writeFile(join(data, "bans.json"), "{");
    assert.match(await refused("import", "--data", data), /bans\.json is damaged/);
    assert.deepEqual(await keysBelow(cluster, domain), []);
    await writeFile(join(data, "bans.json"), bans);
    await done("import", "--data", data);
  },
);

test(
  "CTOOL-6: what a restore brings has a new administrator token, and none of the backup's without --with-tokens",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, done, run } = await home();
    const { data, admin } = await filledFolder(t, domain, 2);
    const file = join(await temporaryFolder(t), "home.tar.gz");
    await done("backup", file, "--data", data, "--cluster", "");
    const out = await done("restore", file);
    const token = /shown only once:\n {2}(\S{43})\n/.exec(out)?.[1];
    assert(token !== undefined && token !== admin, out);
    const rows = (await done("token", "list")).trimEnd().split("\n");
    assert.deepEqual([rows.length, rows[1]?.split(/ {2,}/)[0]], [2, "admin"]);
    const half = join(await temporaryFolder(t), "half.tar.gz");
    await writeFile(half, (await readFile(file)).subarray(0, 900));
    const other = await home();
    assert.match(await other.refused("restore", half), /is not a complete backup/);
    assert.deepEqual(await keysBelow(other.cluster, other.domain), []);
    assert.equal((await run("token", "list")).code, 0);
  },
);

test(
  "CTOOL-6: a backup has all plans and images of one moment, whatever is deleted while it is made",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { cluster, domain, done } = await home();
    const { data } = await filledFolder(t, domain, 4);
    await done("import", "--data", data);
    const settings = defaultConfig({ cluster: cluster.urls.join(","), domain });
    const opened = rightOf(await openClusterHome(settings));
    t.after(() => opened.close());
    const snapshot = rightOf(await opened.snapshot());
    await cluster.ctl("del", `/floorplan/${domain}/`, "--prefix");
    assert.deepEqual(plansIn(snapshot.state), plansIn(await stateOf(data)));
    const images = new Map<string, string>();
    for await (const { name, read } of snapshot.images)
      images.set(name.replace(/.*\//, ""), rightOf(await read())?.toString("latin1") ?? "none");
    assert.deepEqual(
      Object.fromEntries(images),
      Object.fromEntries(await bytesBelow(join(data, "www", domain))),
    );
  },
);
