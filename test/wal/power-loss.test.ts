import assert from "node:assert/strict";
import test from "node:test";
import { randomCases, sampledCases } from "../campaign/scale.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting, endedBefore } from "../support/disk-faults.ts";
import { run } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { randomOf, seededRandom } from "../support/random.ts";

/** How many calls the script makes when nothing goes wrong. */
const callsOf = async (
  script: (disk: MemoryDisk, counted: ReturnType<typeof counting>) => Promise<unknown>,
) => {
  const counted = counting();
  await script(new MemoryDisk(), counted);
  return counted.calls.length;
};

/** Disks after one power loss, each with another part of what was not synced. */
const disks = randomCases(1, 12);
/** How many power losses follow each interruption of a first start. */
const losses = randomCases(2, 20);

test("PROOF-3, PROOF-4, LOG-2, LOG-3, LOG-9: after a power loss before any call of a run, all that was acknowledged is there, and at most a beginning of the batch that was not", async (t) => {
  const random = seededRandom(t);
  const calls = await callsOf((disk, { interfere }) => run(disk.mount(interfere)));
  const places = sampledCases(random, [...Array(calls + 1).keys()], 4);
  for (const at of places) {
    const disk = new MemoryDisk();
    const ended = await run(disk.mount(endedBefore(at)));
    await assertWhole(disk.afterPowerLoss(), ended, `call ${at}, only what was synced`);
    for (let round = 0; round < disks; round += 1) {
      const seed = random.below(2 ** 32);
      const left = disk.afterPowerLoss(randomOf(seed));
      await assertWhole(left, ended, `call ${at}, disk of seed ${seed}`);
    }
  }
  t.diagnostic(`${places.length} power losses, each with ${disks + 1} disks after it`);
});

test("PROOF-2, PROOF-3, LOG-9, LOG-11: a process that is killed before any call, a new one that goes on, and a power loss then lose nothing that either acknowledged", async (t) => {
  const random = seededRandom(t);
  const calls = await callsOf((disk, { interfere }) => run(disk.mount(interfere)));
  const places = sampledCases(random, [...Array(calls + 1).keys()], 4);
  for (const at of places) {
    const disk = new MemoryDisk();
    const killed = await run(disk.mount(endedBefore(at)));
    // The kernel still shows what the first process wrote; nobody has synced it since.
    const second = await run(disk.mount(), [1, 2]);
    assert.equal(second.refused, undefined, `call ${at}: the log opens`);
    assert(second.replay.last >= killed.acknowledged, `call ${at}: nothing is lost by the kill`);
    assert(second.answers.every(Boolean), `call ${at}: the second process saves`);
    await assertWhole(disk.afterPowerLoss(), second, `call ${at}, only what was synced`);
    for (let round = 0; round < disks; round += 1) {
      const seed = random.below(2 ** 32);
      const left = disk.afterPowerLoss(randomOf(seed));
      await assertWhole(left, second, `call ${at}, disk of seed ${seed}`);
    }
  }
  t.diagnostic(`${places.length} kills, each with ${disks + 1} power losses after it`);
});

test("LOG-15: a first start that is interrupted before any of its calls is followed by one that succeeds", async (t) => {
  const random = seededRandom(t);
  const calls = await callsOf((disk, { interfere }) => run(disk.mount(interfere), []));
  assert(calls > 5, "a first start takes some calls");
  for (let at = 0; at <= calls; at += 1) {
    const disk = new MemoryDisk();
    const ended = await run(disk.mount(endedBefore(at)), []);
    for (let round = 0; round < losses; round += 1) {
      const seed = random.below(2 ** 32);
      const left = disk.afterPowerLoss(randomOf(seed));
      await assertWhole(left, ended, `call ${at}, disk of seed ${seed}`);
    }
    await assertWhole(disk, ended, `call ${at}, killed`);
  }
  t.diagnostic(`${calls + 1} first starts, each with ${losses + 1} disks after it`);
});

test("PROOF-2, LOG-8, LOG-9: recovery that is interrupted before any of its calls, and then again, loses nothing", async (t) => {
  const random = seededRandom(t);
  const calls = await callsOf((disk, { interfere }) => run(disk.mount(interfere)));
  let interrupted = 0;
  for (let round = 0; round < randomCases(1, 100); round += 1) {
    const at = random.below(calls);
    const disk = new MemoryDisk();
    const ended = await run(disk.mount(endedBefore(at)));
    const seed = random.below(2 ** 32);
    const left = disk.afterPowerLoss(randomOf(seed)).files;
    const counted = counting();
    await run(new MemoryDisk(left).mount(counted.interfere), []);
    interrupted += counted.calls.length;
    for (let inner = 0; inner < counted.calls.length; inner += 1) {
      const recovering = new MemoryDisk(left);
      await run(recovering.mount(endedBefore(inner)), []);
      const again = recovering.afterPowerLoss(random);
      await run(again.mount(endedBefore(random.below(counted.calls.length))), []);
      const when = `call ${at}, disk of seed ${seed}, call ${inner} of recovery`;
      await assertWhole(again.afterPowerLoss(random), ended, when);
    }
  }
  t.diagnostic(`${interrupted} recoveries interrupted, and each again`);
});
