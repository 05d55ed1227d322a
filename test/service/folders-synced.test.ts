import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { endedBefore } from "../support/disk-faults.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { temporaryFolder } from "../support/service.ts";
import { mayUse } from "../support/programs.ts";
import { traceProgram } from "../support/strace.ts";
import { fileOf, namedDurably, newNames } from "../support/system-trace.ts";

const createToken = (t: TestContext, data: string) =>
  traceProgram(t, ["token", "create", "me", "--data", data]);

test(
  "PROOF-8: each folder that token create makes is durable before anything is made in it",
  bounded,
  async (t) => {
    if (!mayUse(t, "strace")) return;
    const folder = await temporaryFolder(t);
    const data = join(folder, "home", "data");
    const calls = await createToken(t, data);
    const names = newNames(calls, folder);
    for (const path of [join(folder, "home"), data]) {
      const made = names.find((name) => name.path === path && name.call.name === "mkdir");
      assert(made !== undefined, `${path} is made`);
      const durable = namedDurably(calls, made);
      assert(durable !== undefined, `${path} is synced in its parent`);
      const within = names.filter((name) => dirname(name.path) === path);
      assert(within.length > 0 && within.every(({ call }) => call.began > durable), path);
    }
  },
);

test(
  "PROOF-8: a folder that somebody else has made, and perhaps not synced, is durable before anything is made in it",
  bounded,
  async (t) => {
    if (!mayUse(t, "strace")) return;
    const folder = await temporaryFolder(t);
    const data = join(folder, "data");
    await mkdir(data);
    const calls = await createToken(t, data);
    const synced = calls.find(({ name, args }) => name === "fsync" && args.includes(`<${folder}>`));
    assert(synced !== undefined && fileOf(synced) === folder);
    const [first] = newNames(calls, data);
    assert(first !== undefined && synced.ended < first.call.began);
    await rm(data, { recursive: true });
  },
);

test("PROOF-8: a folder in which a file was synced is there after a power loss, whatever process died while it made its parents", async () => {
  const deep = "/srv/home/data/log";
  for (let at = 0; at < 20; at += 1) {
    const disk = new MemoryDisk();
    await disk
      .mount(endedBefore(at))
      .makeFolder(deep)
      .catch(() => undefined);
    const fs = disk.mount();
    await fs.makeFolder(deep);
    const file = await fs.open(`${deep}/file`, "create");
    await file.write([Buffer.from("kept")], 0);
    await file.datasync();
    await file.close();
    await fs.syncFolder(deep);
    assert.equal(disk.afterPowerLoss().bytesOf(`${deep}/file`).toString(), "kept", `call ${at}`);
  }
});
