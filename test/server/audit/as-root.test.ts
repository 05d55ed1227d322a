import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chown, mkdir, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { giveToOwner } from "../../../wal/index.ts";
import { builtProgram } from "../../support/program.ts";
import { skipWithout } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";

/** Somebody who is not root; nobody needs to be called that. */
const [uid, gid] = [1234, 1234];

test("AUDIT-7: what root's command line makes in a data folder belongs to that folder's owner", async (t) => {
  if (process.getuid?.() !== 0) return skipWithout(t, "root");
  const data = join(await temporaryFolder(t), "data");
  await mkdir(data, { mode: 0o700 });
  await chown(data, uid, gid);
  for (const args of [
    ["token", "create", "Anna"],
    ["token", "create", "Bert"],
    ["ban", "lift", "192.0.2.1"],
  ]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      [builtProgram, ...args, "--data", data],
      { encoding: "utf8" },
    );
    assert(status === 0 || args[0] === "ban", stderr);
  }
  const made = await readdir(data, { recursive: true });
  assert(made.includes("users.json") && made.some((name) => name.endsWith(".jsonl")), made.join());
  for (const name of made) {
    const found = await stat(join(data, name));
    assert.deepEqual([found.uid, found.gid, found.mode & 0o077], [uid, gid, 0], name);
  }
});

test("AUDIT-7: where the folder is gone meanwhile, what root has made goes on to whoever closes it", async (t) => {
  if (process.getuid?.() !== 0) return skipWithout(t, "root");
  const folder = await temporaryFolder(t);
  const file = await open(join(folder, "made"), "ax");
  t.after(() => file.close());
  await giveToOwner(file, join(folder, "gone", "made"));
  assert.equal((await file.stat()).size, 0);
});
