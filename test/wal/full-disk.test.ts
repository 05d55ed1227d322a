import assert from "node:assert/strict";
import test from "node:test";
import { sampledCases, scaled } from "../campaign/scale.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting } from "../support/disk-faults.ts";
import { limits, open, reopen, run } from "../support/log-runs.ts";
import { readAll } from "../support/sample-logs.ts";
import { type Fault, type Interfere, MemoryDisk, systemError } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";

/** From write number `at` on, which still takes `taken` bytes, there is no room. */
const fullFrom = (at: number, taken: number): Interfere => {
  let writes = 0;
  return (call): Fault => {
    if (call.name !== "write") return undefined;
    writes += 1;
    if (writes <= at) return undefined;
    return writes === at + 1 && taken > 0 ? taken : systemError("ENOSPC", call);
  };
};

const writesOf = async (script: (interfere: Interfere) => Promise<unknown>): Promise<number> => {
  const { interfere, calls } = counting();
  await script(interfere);
  return calls.filter(({ name, path }) => name === "write" && !path.includes("clean-shutdown"))
    .length;
};

const tooLittle =
  /^\/home\/data\/log has no room for a start, which needs up to (\d+) bytes free: .*ENOSPC/;

test("LOG-22: a disk that is full at any write of a start refuses it with the bytes that it needs, no byte of the log is changed, and with room it opens", async () => {
  const disk = new MemoryDisk();
  const ran = await run(disk.mount());
  const logOf = ({ files }: MemoryDisk) =>
    new Map([...files].filter(([path]) => /\.(?:seg|snap)$/.test(path)));
  const files = logOf(disk);
  const writes = await writesOf(async (interfere) => {
    const { log } = await reopen(new MemoryDisk(files).mount(interfere));
    await log.close();
  });
  let refusals = 0;
  for (let at = 0; at < writes; at += 1)
    for (const taken of [0, 1, 200]) {
      const full = new MemoryDisk(files);
      const { log, refused, events } = await open(full.mount(fullFrom(at, taken)));
      await log?.close().catch(() => undefined);
      const when = `write ${at} takes ${taken} bytes`;
      if (refused === undefined) {
        // The spare for the next segment is made beside; its failure is told, and costs nothing yet.
        assert(
          events.some(({ kind }) => kind === "spare-failed"),
          `${when}: the start was over`,
        );
      } else {
        refusals += 1;
        assert.equal(refused.kind, "full", when);
        const [, needed] = tooLittle.exec(refused.message) ?? [];
        assert(Number(needed) >= limits.segmentBytes, `${when}: ${refused.message}`);
        assert.deepEqual(logOf(full), files, `${when}: nothing is changed`);
      }
      assert.equal((await readAll(full)).last, ran.acknowledged, `${when}: the log is readable`);
      await assertWhole(full, ran, when);
    }
  assert(refusals > 3, `${refusals} starts were refused`);
});

test("LOG-22: a first start without room is refused with the bytes that it needs, and succeeds with it", async () => {
  for (const taken of [0, 7, 64]) {
    const disk = new MemoryDisk();
    const { refused } = await open(disk.mount(fullFrom(0, taken)));
    assert.equal(refused?.kind, "full");
    assert.match(refused.message, tooLittle);
    assert.deepEqual([...disk.files.keys()], []);
    await assertWhole(disk, { acknowledged: 0, attempted: 0 }, `${taken} bytes taken`);
  }
});

test("LOG-23: a disk that is full from any write on, having taken any part of it, loses nothing acknowledged, stays readable, and with room again it opens", async (t) => {
  const random = seededRandom(t);
  const writes = await writesOf((interfere) => run(new MemoryDisk().mount(interfere)));
  assert(writes > 100);
  const places = sampledCases(random, [...Array(writes).keys()], 9);
  for (const at of places)
    for (const taken of [0, 1 + random.below(40), 40, 41 + random.below(500)]) {
      const disk = new MemoryDisk();
      const ran = await run(disk.mount(fullFrom(at, taken)));
      const when = `write ${at} takes ${taken} bytes`;
      if (ran.refused !== undefined) assert.match(ran.refused.message, tooLittle);
      assert.equal(ran.failedAt, -1, `${when}: a want of room passes`);
      if (disk.files.size > 0) {
        const { last } = await readAll(disk);
        assert(last >= ran.acknowledged && last <= ran.attempted, `${when}: read as ${last}`);
      }
      await assertWhole(disk.afterPowerLoss(), ran, `${when}, only what was synced`);
      await assertWhole(disk.afterPowerLoss(random), ran, `${when}, power loss`);
      await assertWhole(disk, ran, when);
    }
  t.diagnostic(`${4 * places.length} writes to a full disk, each with 3 disks after it`);
});

test("LOG-3, LOG-23: a seal that the disk takes in part, at every byte, loses nothing, also behind a batch longer than a segment", async (t) => {
  const random = seededRandom(t);
  for (const sizes of [
    [9, 2],
    [30, 2],
  ]) {
    const { interfere, calls } = counting();
    await run(new MemoryDisk().mount(interfere), sizes);
    const synced = calls.findIndex(({ name }) => name === "truncate");
    const writes = calls.slice(0, synced).filter(({ name }) => name === "write").length;
    // The zeros behind the seal's place are the write before the seal itself.
    for (const at of [writes - 2, writes - 1])
      for (let taken = 0; taken <= 48; taken += 1) {
        const disk = new MemoryDisk();
        const ran = await run(disk.mount(fullFrom(at, taken)), sizes);
        // What only one length gives away takes some luck to meet.
        for (let round = 0; round < (taken === 40 ? scaled(10, 40) : scaled(1, 2)); round += 1)
          await assertWhole(
            disk.afterPowerLoss(random),
            ran,
            `${sizes.join()}: write ${at} takes ${taken} bytes, power loss ${round}`,
          );
        await assertWhole(disk, ran, `${sizes.join()}: write ${at} takes ${taken} bytes`);
      }
  }
});
