import assert from "node:assert/strict";
import test from "node:test";
import { sampledCases } from "../campaign/scale.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting, endedBefore, failing } from "../support/disk-faults.ts";
import { append, batches, folder, limits, open, reopen, run } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";
import { plainLimits } from "../support/sample-logs.ts";

const spare = `${folder}/spare.tmp`;

const runWithout = (fs: ReturnType<MemoryDisk["mount"]>, sizes: readonly number[]) =>
  run(fs, sizes, undefined, false);

test("LOG-49: without a segment in advance, the log has one only while a batch begins the next one, and a start removes that of another way to run", async () => {
  const disk = new MemoryDisk();
  const kept = await reopen(disk.mount(), plainLimits);
  assert(await append(kept.log, 1, 3));
  await kept.log.close();
  assert(disk.files.has(spare), "one was made in advance");
  const { interfere, calls } = counting();
  const { log, replay } = await open(disk.mount(interfere), plainLimits, false);
  assert(log !== undefined);
  assert.equal(replay.last, 3);
  assert(!disk.files.has(spare), "it is gone");
  for (let number = 4; number <= 60; number += 1) {
    assert(await append(log, number));
    assert(!disk.files.has(spare), `after ${number}`);
  }
  await log.close();
  const made = calls.filter(({ name, path }) => name === "rename" && path === spare);
  assert(made.length > 1, "segments were begun");
  assert(!disk.files.has(spare));
});

test("LOG-49, PROOF-2, PROOF-3: without a segment in advance, nothing acknowledged is lost in runs one after another, whenever a process ends and the power fails", async (t) => {
  const random = seededRandom(t);
  const { interfere, calls } = counting();
  const whole = new MemoryDisk();
  for (let round = 0; round < 3; round += 1)
    await runWithout(whole.mount(interfere), batches.slice(8 * round, 8 * round + 8));
  for (const at of sampledCases(random, [...Array(calls.length + 1).keys()], 8)) {
    const disk = new MemoryDisk();
    // One process after the other: the first that ends on the way is the last.
    const ending = endedBefore(at);
    let kept = { acknowledged: 0, attempted: 0 };
    for (let round = 0; round < 3; round += 1) {
      const ran = await runWithout(disk.mount(ending), batches.slice(8 * round, 8 * round + 8));
      if (ran.refused !== undefined) break;
      kept = { acknowledged: ran.acknowledged, attempted: Math.max(ran.attempted, kept.attempted) };
    }
    await assertWhole(disk.afterPowerLoss(), kept, `call ${at}, only what was synced`);
    await assertWhole(disk.afterPowerLoss(random), kept, `call ${at}, power loss`);
    await assertWhole(disk, kept, `call ${at}, killed`);
  }
});

test("LOG-49: without a segment in advance, a batch that finds no room for the next one is refused for now, and taken with room again", async () => {
  const disk = new MemoryDisk();
  const full = failing({ name: "write", at: 0, how: "ENOSPC", howLong: "for good" });
  let isFull = false;
  const { log } = await open(
    disk.mount((call) => (isFull && call.path === spare ? full(call) : undefined)),
    limits,
    false,
  );
  assert(log !== undefined);
  let last = 0;
  isFull = true;
  while (await append(log, last + 1)) last += 1;
  assert(full.hit.length > 0, "the next segment was refused");
  assert(!(await append(log, last + 1)));
  isFull = false;
  assert(await append(log, last + 1));
  await log.close();
  await assertWhole(disk, { acknowledged: last + 1, attempted: last + 1 }, "with room again");
});

test("LOG-48: a start after a clean shutdown goes on behind a batch that is longer than a segment, whose segment takes no other", async () => {
  const disk = new MemoryDisk();
  const first = await open(disk.mount(), limits, false);
  assert(first.log !== undefined && (await append(first.log, 1, 40)));
  await first.log.close();
  const { interfere, calls } = counting();
  const second = await open(disk.mount(interfere), limits, false);
  assert(second.log !== undefined);
  assert.equal(second.replay.last, 40);
  assert(!calls.some(({ name }) => name === "write"), "nothing is copied");
  assert(await append(second.log, 41));
  await second.log.close();
  await assertWhole(disk, { acknowledged: 41, attempted: 41 }, "gone on");
});
