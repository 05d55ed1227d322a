import assert from "node:assert/strict";
import { cp, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import {
  findLog,
  finishInterruptedRepair,
  replaceLogFolder,
  writeMark,
} from "../../src/storage/folder/data-folder.ts";
import { readState } from "../../src/storage/folder/read-state.ts";
import { makeRepair, planRepair } from "../../src/backup/repair.ts";
import { storedPlans } from "../../src/plan/state.ts";
import { range } from "../service/revisions.ts";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { diskWith } from "../support/disk.ts";
import { temporaryFolder } from "../support/service.ts";
import { bytesBelow } from "./folders.ts";
import { damageRevision, servedRevs, withLog } from "./logs.ts";

const left = [1, 2, 4, 5];

const damagedFolder = async (t: TestContext) => {
  const folder = await withLog(t, 5);
  await damageRevision(folder.data, 3);
  return folder;
};

/** Repairs a folder on a disk that fails from call number `at` on; tells whether it got to the end. */
const repairUntil = async (data: string, at: number): Promise<boolean> => {
  const plan = await planRepair(nodeFileSystem, data);
  assert(isRight(plan));
  let calls = 0;
  const fs = diskWith(async ({ name }) => {
    calls += 1;
    if (calls > at && name !== "close") throw new Error("ended");
  });
  return isRight(await makeRepair(fs, data, plan.right));
};

test(
  "REPAIR-3, REPAIR-8: a repair that is interrupted at any step is finished or undone by the next start, whatever became of the mark",
  bounded,
  async (t) => {
    const { data: made } = await damagedFolder(t);
    await writeMark(nodeFileSystem, made);
    const damaged = await bytesBelow(join(made, "log"));
    const outcomes = new Set<string>();
    for (let at = 0, isOver = false; !isOver; at += 1) {
      assert(at < 200, "a repair has an end");
      const data = join(await temporaryFolder(t), "data");
      await cp(made, data, { recursive: true });
      isOver = await repairUntil(data, at);
      await finishInterruptedRepair(nodeFileSystem, data);
      const found = await findLog(nodeFileSystem, data);
      assert(
        isRight(found) && found.right !== "none",
        `step ${at}: the mark fits, or is not there`,
      );
      const names = await readdir(data);
      assert(names.includes("log") && !names.includes("log.new"), `step ${at}: ${names.join()}`);
      const state = await readState(nodeFileSystem, data);
      if (isLeft(state)) {
        assert.deepEqual(await bytesBelow(join(data, "log")), damaged, `step ${at}: undone`);
        outcomes.add("undone");
        continue;
      }
      const revs = storedPlans(state.right).map(({ rev }) => rev);
      assert.deepEqual(revs, left, `step ${at}: finished`);
      const aside = names.find((name) => name.startsWith("log.before-repair-")) ?? "";
      assert.deepEqual(await bytesBelow(join(data, aside)), damaged, `step ${at}: kept`);
      outcomes.add(isOver ? "made" : "finished");
    }
    assert.deepEqual([...outcomes], ["undone", "finished", "made"]);
  },
);

test(
  "REPAIR-3: where the log is aside and the new one not in its place, a start finishes the repair",
  bounded,
  async (t) => {
    const folder = await damagedFolder(t);
    await rename(join(folder.data, "log"), join(folder.data, "log.before-repair-x"));
    const other = await withLog(t, 4);
    await cp(join(other.data, "log"), join(folder.data, "log.new"), { recursive: true });
    assert.deepEqual(await servedRevs(t, folder), range(1, 4).toReversed());
    assert(!(await readdir(folder.data)).includes("log.new"));
  },
);

test(
  "REPAIR-3: where the log is in its place, what was made of a new one goes, and the log is used",
  bounded,
  async (t) => {
    const folder = await withLog(t, 5);
    await mkdir(join(folder.data, "log.new"));
    await writeFile(join(folder.data, "log.new", "half"), "of a segment");
    assert.deepEqual(await servedRevs(t, folder), range(1, 5).toReversed());
    assert(!(await readdir(folder.data)).includes("log.new"));
  },
);

test(
  "REPAIR-3, REPAIR-8: the new log's name is durable, and the old one's mark gone, before that one is put aside; the new mark comes after it",
  bounded,
  async (t) => {
    const { data } = await damagedFolder(t);
    const plan = await planRepair(nodeFileSystem, data);
    assert(isRight(plan));
    await writeMark(nodeFileSystem, data);
    const steps: string[] = [];
    const fs = diskWith(async ({ name, path }) => {
      const within = path.slice(data.length + 1);
      if (name === "rename" && !within.includes("/")) steps.push(`rename ${within}`);
      if (name === "remove" && within === ".log-id") steps.push("remove the mark");
      if (name === "syncFolder" && path === data) steps.push("sync");
    });
    assert(isRight(await makeRepair(fs, data, plan.right)));
    assert.deepEqual(steps.slice(-7), [
      "remove the mark",
      "sync",
      "rename log",
      "rename log.new",
      "sync",
      "rename .log-id.tmp",
      "sync",
    ]);
  },
);

test(
  "REPAIR-3: a repair that a start finishes is durable before the log is read",
  bounded,
  async (t) => {
    const { data } = await dataFolder(t);
    await mkdir(join(data, "log.new"));
    const steps: string[] = [];
    const fs = diskWith(async ({ name, path }) => void steps.push(`${name} ${path}`));
    await finishInterruptedRepair(fs, data);
    assert.deepEqual(steps, [`rename ${join(data, "log.new")}`, `syncFolder ${data}`]);
  },
);

test("REPAIR-3: two repairs within a second each put their log aside", bounded, async (t) => {
  const { data } = await damagedFolder(t);
  const now = new Date();
  const asides = new Set<string>();
  for (const count of [1, 2, 3]) {
    await cp(join(data, "log"), join(data, "log.new"), { recursive: true });
    asides.add(await replaceLogFolder(nodeFileSystem, data, now));
    assert.equal(asides.size, count);
  }
  assert.equal((await readdir(data)).filter((name) => name.startsWith("log.before")).length, 3);
});
