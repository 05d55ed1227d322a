import assert from "node:assert/strict";
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { backup, restore } from "../../src/cli/backup.ts";
import { banLift, banList } from "../../src/cli/ban.ts";
import { exportPlan } from "../../src/cli/export.ts";
import { importData } from "../../src/cli/import.ts";
import { logShow, logVerify } from "../../src/cli/log.ts";
import { logRepair } from "../../src/cli/log-repair.ts";
import { runVerb } from "../../src/cli/run-verb.ts";
import { tokenCreate, tokenList, tokenRevoke } from "../../src/cli/token.ts";
import type { Verb } from "../../src/cli/verb.ts";
import { oneKey } from "../../src/cluster/etcd/etcd.ts";
import { defaultConfig } from "../../src/config.ts";
import { type PlanState, storedPlans } from "../../src/plan/state.ts";
import { openClusterHome } from "../../src/rescue/cluster-home.ts";
import { lockDataFolder } from "../../src/rescue/data-folder.ts";
import { folderHome } from "../../src/rescue/folder-home.ts";
import { bytesBelow } from "../rescue/folders.ts";
import { inCluster } from "../support/bounded.ts";
import { type EtcdCluster, sharedEtcd } from "../support/etcd.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { newHome, rightOf } from "./at-etcd.ts";
import { clientOf } from "./etcd/asked.ts";
import { filledFolder } from "./filled-folder.ts";

const shared = sharedEtcd(after);

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

/** A home of its own in the cluster that the tests share, and the program on it. */
const home = async (domain = newHome().domain) => {
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

/** What is below a home's prefix, but for what no two moves have in common. */
const keysBelow = async (cluster: EtcdCluster, domain: string): Promise<readonly string[]> => {
  const listed = await cluster.ctl("get", `/floorplan/${domain}/`, "--prefix", "--keys-only");
  return listed.split("\n").filter((key) => key !== "");
};

/** Each plan as it is kept, who saved it included. */
const plansIn = (state: PlanState) =>
  storedPlans(state).map(({ rev, saved_at, rooms, items, by, json }) => {
    const text = Buffer.concat(json).toString();
    return { rev, saved_at, rooms, items, by, text };
  });

const stateOf = async (data: string): Promise<PlanState> =>
  rightOf(await folderHome(data).readState());

/** The names of images, each with those that are the same file. */
const imagesOf = async (data: string, domain: string): Promise<readonly string[]> => {
  const folder = join(data, "www", domain);
  const names = (await readdir(folder)).toSorted();
  const inodes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).ino));
  return names.map((name, at) => `${name} is ${names[inodes.indexOf(inodes[at] ?? 0)] ?? ""}`);
};

/** A folder has the same plans, users and images as another one. */
const sameHome = async (domain: string, data: string, other: string): Promise<void> => {
  assert.deepEqual(plansIn(await stateOf(data)), plansIn(await stateOf(other)));
  assert.deepEqual(await bytesBelow(join(data, "www")), await bytesBelow(join(other, "www")));
  assert.deepEqual(await imagesOf(data, domain), await imagesOf(other, domain));
  const users = (folder: string) => readFile(join(folder, "users.json"), "utf8");
  assert.equal(await users(data), await users(other));
};

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
    assert.match(other, /^left out, being no images of this home: 3$/m);
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
    assert.match(nowhere.err, /--cluster or FLOORPLAN_CLUSTER is missing/);
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
  "CTOOL-3: tokens and bans of a home in a cluster are made, listed and ended by the same commands",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, cluster, done, refused } = await home();
    const { data } = await filledFolder(t, domain, 1);
    await done("import", "--data", data);
    assert.match(await done("token", "create", "tablet", "--control"), /^[\w-]{43}\n$/);
    assert.match(await refused("token", "create", "tablet"), /a token named "tablet" already/);
    const rows = (await done("token", "list")).trimEnd().split("\n");
    assert.deepEqual(
      rows.slice(1).map((row) => row.split(/ {2,}/).slice(0, 2)),
      [
        ["admin", "owner"],
        ["wall", "viewer"],
        ["tablet", "viewer, control"],
      ],
    );
    await done("token", "revoke", "wall");
    assert.match(await refused("token", "revoke", "wall"), /no token named "wall"/);
    assert.match(await done("ban", "list"), /^192\.0\.2\.7 +\S+ +9$/m);
    await done("ban", "lift", "192.0.2.7");
    assert.match(await refused("ban", "lift", "192.0.2.7"), /is not banned/);
    const kept = await cluster.ctl(
      "get",
      `/floorplan/${domain}/document/users`,
      "--print-value-only",
    );
    const { users } = JSON.parse(kept);
    assert.deepEqual(
      users.map(({ name }: { readonly name: string }) => name),
      ["admin", "tablet"],
    );
    assert.match(
      await readFile(join(data, "users.json"), "utf8"),
      /"wall"/,
      "the folder's are its own",
    );
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
    const token = /shown this once:\n {2}(\S{43})\n/.exec(out)?.[1];
    assert(token !== undefined && token !== admin, out);
    const rows = (await done("token", "list")).trimEnd().split("\n");
    assert.deepEqual([rows.length, rows[1]?.split(/ {2,}/)[0]], [2, "admin"]);
    const half = join(await temporaryFolder(t), "half.tar.gz");
    await writeFile(half, (await readFile(file)).subarray(0, 900));
    const other = await home();
    assert.match(await other.refused("restore", half), /is no whole backup/);
    assert.deepEqual(await keysBelow(other.cluster, other.domain), []);
    assert.equal((await run("token", "list")).code, 0);
  },
);

test(
  "CTOOL-5: a plan of a home in a cluster is exported as from a folder, with the same bytes",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, done, refused } = await home();
    const { data } = await filledFolder(t, domain, 3);
    await done("import", "--data", data);
    const folder = await temporaryFolder(t);
    const [here, there] = [join(folder, "here.json"), join(folder, "there.json")];
    await done("export", here, "--revision", "2", "--data", data, "--cluster", "");
    await done("export", there, "--revision", "2");
    assert.equal(await readFile(here, "utf8"), await readFile(there, "utf8"));
    assert.match(
      await refused("export", here, "--revision", "9"),
      /revision 9 is not stored; there are 1, 2, 3/,
    );
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

test(
  "CTOOL-9: log show tells a line for each revision that is kept, log verify reads every plan and image, and there is nothing to repair",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { cluster, domain, done, refused, run } = await home();
    const { data } = await filledFolder(t, domain, 23);
    await done("import", "--data", data);
    const below = `/floorplan/${domain}/`;
    const plans = plansIn(await stateOf(data));
    const lines = (await done("log", "show")).trimEnd().split("\n");
    assert.deepEqual(
      lines,
      plans.map(({ rev, saved_at, text, by }) => {
        const key = `${below}rev/${String(rev).padStart(12, "0")}`;
        const name = by === undefined ? "" : `  by ${by.name}`;
        return `${key}  rev ${rev}  ${saved_at}  ${Buffer.byteLength(text)} bytes${name}`;
      }),
    );
    const [first = ""] = (await done("log", "show", "--json")).split("\n");
    const { rev, saved_at, text } = plans[0] ?? assert.fail("there are plans");
    assert.deepEqual(JSON.parse(first), {
      key: `${below}rev/${String(rev).padStart(12, "0")}`,
      rev,
      saved_at,
      bytes: Buffer.byteLength(text),
      by: { id: "1", name: "Anna" },
    });
    const sound = await run("log", "verify");
    assert.deepEqual(
      [sound.code, sound.out, sound.err],
      [0, "", "21 revisions and 3 images, all sound\n"],
    );
    assert.match(
      await refused("log", "repair", "--to-last-good"),
      /nothing to repair here: restore a backup/,
    );

    // Damage of each kind: of an image, of a plan in parts, of one that stands in its key, and what is gone.
    const etcd = clientOf(t, cluster);
    const pairs = rightOf(await etcd.read({ from: below, end: `${below}~` })).pairs;
    const partOf = (value: Buffer): string => {
      const { parts } = JSON.parse(value.toString().split("\n")[0] ?? "");
      return `${below}part/${parts.upload}/000000000000`;
    };
    const at = (name: string) => pairs.find(({ key }) => key === below + name) ?? assert.fail(name);
    const [image, long, short] = [
      at("image/bg_ground.1.png"),
      at("rev/000000000022"),
      at("rev/000000000005"),
    ];
    const damages: readonly (readonly [key: string, told: RegExp, revisions: number])[] = [
      [partOf(image.value), /bg_ground\.1\.png/, 21],
      [partOf(long.value), /rev\/000000000022: /, 19],
      [short.key, /rev\/000000000005/, 2],
      [at("head").key, /head/, 0],
    ];
    for (const [key, told, revisions] of damages) {
      const found = rightOf(await etcd.read(oneKey(key))).pairs[0] ?? assert.fail(key);
      const damaged = Buffer.from(found.value);
      damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
      for (const then of [
        { kind: "put", key, value: damaged },
        { kind: "delete", range: oneKey(key) },
      ] as const) {
        if (key.endsWith("/head") && then.kind === "delete") continue;
        rightOf(await etcd.transact({ guards: [], then: [then] }));
        const [verified, shown] = [await run("log", "verify"), await run("log", "show")];
        assert.deepEqual([verified.code, verified.out, shown.code], [1, "", 1], key);
        assert.match(verified.err, told);
        assert.equal(
          shown.out.split("\n").length - 1,
          revisions,
          `those in front of ${key} are told`,
        );
        const file = join(await temporaryFolder(t), "home.tar.gz");
        assert.match(await refused("backup", file), told);
        await assert.rejects(stat(file), /ENOENT/);
      }
      rightOf(
        await etcd.transact({ guards: [], then: [{ kind: "put", key, value: found.value }] }),
      );
    }
    assert.equal((await run("log", "verify")).code, 0);
  },
);

test(
  "CTOOL-10: a home that is not there is not begun by whoever looks for it, and what is no home, or a newer one, is left alone",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { cluster, domain, refused } = await home();
    const { data } = await filledFolder(t, domain, 1);
    const file = join(await temporaryFolder(t), "home.tar.gz");
    const readers = [
      ["token", "list"],
      ["token", "create", "tablet"],
      ["ban", "list"],
      ["log", "show"],
      ["log", "verify"],
      ["export", "plan.json"],
      ["backup", file],
    ];
    const sentences = await Promise.all(readers.map((args) => refused(...args)));
    for (const sentence of sentences)
      assert(sentence.includes(`there is no home named "${domain}" in this cluster`), sentence);
    assert.deepEqual(await keysBelow(cluster, domain), []);
    for (const [key, value, told] of [
      ["notes", "mine", /is no home: choose another --domain/],
      ["home", '{"format":2}', /has format 2, .*: use a newer one/],
    ] as const) {
      await cluster.ctl("put", `/floorplan/${domain}/${key}`, value);
      for (const args of [
        ["token", "list"],
        ["import", "--data", data],
      ])
        assert.match(await refused(...args), told);
      assert.deepEqual(await keysBelow(cluster, domain), [`/floorplan/${domain}/${key}`]);
      await cluster.ctl("del", `/floorplan/${domain}/${key}`);
    }
    assert(isRight(await folderHome(data).readState()));
    assert(isLeft(await folderHome(join(data, "none")).readState()));
  },
);
