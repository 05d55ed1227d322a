import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { oneKey } from "../../../src/storage/etcd/client/etcd.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { inCluster } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { rightOf } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { filledFolder } from "../../backup/filled-folder.ts";
import { homesOn, keysBelow, plansIn, stateOf } from "./cluster-tools.ts";

const home = homesOn(sharedEtcd(after));

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
        ["admin", "owner, control"],
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
      ["notes", "mine", /is not a home: choose another --domain/],
      ["home", '{"format":3}', /has format 3, .*: use a newer one/],
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
