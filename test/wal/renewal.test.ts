import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { counting, endedBefore, failing } from "../support/disk-faults.ts";
import { append, folder, open, reopen } from "../support/log-runs.ts";
import { plainLimits } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

const newest = `${folder}/00000000000000000001.seg`;
const mark = `${folder}/clean-shutdown`;

/** A disk on which payloads 1 to 3 are durable, and 4 and 5 can be read though their sync has failed. */
const afterFailedSync = async (): Promise<MemoryDisk> => {
  const disk = new MemoryDisk();
  const first = await reopen(disk.mount(), plainLimits);
  assert(await append(first.log, 1, 3));
  await first.log.close();
  const { interfere, calls } = counting();
  const undisturbed = await reopen(new MemoryDisk(disk.files).mount(interfere), plainLimits);
  await nextTurn();
  assert(await append(undisturbed.log, 4, 5));
  // The last one is the batch's own.
  const syncs = calls.filter(({ name }) => name === "datasync").length - 1;
  await undisturbed.log.close();
  const second = await reopen(
    disk.mount(failing({ name: "datasync", at: syncs, how: "EIO", howLong: "once" })),
    plainLimits,
  );
  // A spare is made beside: by the next turn of the event loop a disk in memory has it, and its sync.
  await nextTurn();
  // The log fails its own way: the batch is not acknowledged, whatever became of it.
  assert(!(await append(second.log, 4, 5)));
  await second.log.close();
  return disk;
};

test("LOG-11: what a start reads although it was never synced is durable before the start is over", async () => {
  const disk = await afterFailedSync();
  const lost = await reopen(new MemoryDisk(disk.afterPowerLoss().files).mount(), plainLimits);
  await lost.log.close();
  assert.equal(lost.replay.last, 3, "it was not durable before");
  const { log, replay } = await reopen(disk.mount(), plainLimits);
  assert.equal(replay.last, 5, "the start has read it");
  const durable = await reopen(disk.afterPowerLoss().mount(), plainLimits);
  await durable.log.close();
  assert.equal(durable.replay.last, 5, "and now it is durable");
  await log.close();
});

test("LOG-11: what was read and is gone before it was copied is never served", async () => {
  for (let forgetAt = 0; forgetAt < 20; forgetAt += 1) {
    const disk = await afterFailedSync();
    let calls = 0;
    // The kernel drops what a failed sync has left behind, in the middle of recovery.
    const fs = disk.mount(() => {
      if (calls === forgetAt) disk.forgetLost();
      calls += 1;
      return undefined;
    });
    const { log, replay, refused } = await open(fs, plainLimits);
    if (log === undefined) {
      assert(refused !== undefined);
      continue;
    }
    const { last } = replay;
    assert(await append(log, last + 1));
    await log.close();
    const { log: again, replay: durable } = await reopen(
      disk.afterPowerLoss().mount(),
      plainLimits,
    );
    await again.close();
    assert.equal(durable.last, last + 1, `forgotten at call ${forgetAt}: what was read is durable`);
  }
});

test("LOG-11: at every start after another end than a clean shutdown, the newest segment becomes a new file, synced before it has its name", async () => {
  const disk = new MemoryDisk();
  for (const size of [0, 2, 0, 1]) {
    const { interfere, calls } = counting();
    const { log, replay } = await reopen(disk.mount(interfere), plainLimits);
    const steps = calls.map(({ name, path }) => `${name} ${path}`);
    const synced = steps.lastIndexOf(
      `datasync ${folder}/spare.tmp`,
      steps.indexOf(`rename ${folder}/spare.tmp`),
    );
    const renamed = steps.indexOf(`rename ${folder}/spare.tmp`);
    const folderSynced = steps.indexOf(`syncFolder ${folder}`, renamed);
    assert(synced !== -1 && synced < renamed && renamed < folderSynced, steps.join("\n"));
    assert.equal(steps.indexOf(`write ${newest}`), -1, "nothing is written in place");
    if (size > 0) assert(await append(log, replay.last + 1, replay.last + size));
    await log.close();
    await disk.mount().remove(mark);
  }
});

test("LOG-11: a seal that was read although it was never synced is durable before the next segment takes records", async () => {
  const { interfere, calls } = counting();
  const rotate = async (fs: ReturnType<MemoryDisk["mount"]>): Promise<void> => {
    const { log } = await open(fs);
    if (log === undefined) return;
    for (let number = 1; number <= 14; number += 1) await append(log, number);
    await log.close().catch(() => undefined);
  };
  await rotate(new MemoryDisk().mount(interfere));
  const cut = calls.findIndex(({ name }) => name === "truncate");
  const syncs = calls.slice(0, cut).filter(({ name }) => name === "datasync").length;
  assert(cut > 2 && calls[cut - 1]?.name === "datasync" && calls[cut - 2]?.name === "write");
  // The process is killed after it wrote the seal and before it synced it; or that sync fails, and
  // the kernel drops the seal at some call of the recovery.
  const ends = [
    { interfere: endedBefore(cut - 1), forgetAt: undefined },
    ...Array.from({ length: 30 }, (_, forgetAt) => ({
      interfere: failing({ name: "datasync", at: syncs - 1, how: "EIO", howLong: "once" }),
      forgetAt,
    })),
  ];
  for (const { interfere: ending, forgetAt } of ends) {
    const disk = new MemoryDisk();
    await rotate(disk.mount(ending));
    let seen = 0;
    const second = await open(
      disk.mount(() => {
        if (seen === forgetAt) disk.forgetLost();
        seen += 1;
        return undefined;
      }),
    );
    if (second.log === undefined) {
      assert.notEqual(forgetAt, undefined);
      continue;
    }
    const { last } = second.replay;
    assert(await append(second.log, last + 1));
    await second.log.close();
    const { log, replay } = await reopen(disk.afterPowerLoss().mount());
    await log.close();
    assert.equal(replay.last, last + 1, `forgotten at call ${forgetAt}`);
  }
});
