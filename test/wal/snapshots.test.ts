import assert from "node:assert/strict";
import test from "node:test";
import type { FileSystem, Log } from "../../wal/index.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting } from "../support/disk-faults.ts";
import { diskWith } from "../support/disk.ts";
import { append, folder, limits, payloadOf, reopen, run } from "../support/log-runs.ts";
import { flipped, withFile } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

const paths = (disk: MemoryDisk, ending: string): readonly string[] =>
  [...disk.files.keys()].filter((path) => path.endsWith(ending));

/** Bytes that a payload's record takes. */
const recordBytes = (number: number): number => 40 + Math.ceil(payloadOf(number).length / 8) * 8;

/** Appends until a snapshot is due; returns the last number and the bytes that it took. */
const appendUntilDue = async (log: Log, first: number) => {
  let last = first - 1;
  let bytes = 0;
  while (!log.isSnapshotDue()) {
    last += 1;
    bytes += recordBytes(last);
    assert(await append(log, last));
  }
  return { last, bytes };
};

/** A disk whose snapshots can be held up, and the promise of one being so. */
const withHeldSnapshots = (disk: MemoryDisk) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let arrived = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  const fs = diskWith(async ({ name, path }) => {
    if (name !== "datasync" || !path.endsWith(".snap.tmp")) return;
    arrived();
    await gate;
  }, disk.mount());
  return { fs, release, waiting };
};

test("LOG-5: a snapshot is due after snapshot-bytes of records, or four times the last snapshot's length if that is more", async () => {
  const disk = new MemoryDisk();
  const { log, events } = await reopen(disk.mount());
  const first = await appendUntilDue(log, 1);
  assert(first.bytes >= limits.snapshotBytes);
  assert(first.bytes - recordBytes(first.last) < limits.snapshotBytes, "and not before");
  const long = Array.from({ length: 20 }, () => [payloadOf(first.last)]);
  await log.startSnapshot(long)();
  const second = await appendUntilDue(log, first.last + 1);
  await log.close();
  const [written] = events;
  assert(written?.kind === "snapshot-written" && written.bytes > limits.snapshotBytes);
  assert(second.bytes >= 4 * written.bytes);
  assert(second.bytes - recordBytes(second.last) < 4 * written.bytes, "and not before");
});

test("LOG-5: the bytes since the last snapshot are counted on after a restart", async () => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount());
  const { last } = await appendUntilDue(log, 1);
  await log.close();
  const restarted = await reopen(disk.mount());
  assert(restarted.log.isSnapshotDue());
  await restarted.log.startSnapshot([[payloadOf(last)]])();
  await restarted.log.close();
  const third = await reopen(disk.mount());
  assert(!third.log.isSnapshotDue());
  const next = await appendUntilDue(third.log, last + 1);
  assert(next.bytes >= limits.snapshotBytes);
  await third.log.close();
});

test("LOG-5: a snapshot is written to a temporary file, synced, renamed, and its folder synced", async () => {
  const disk = new MemoryDisk();
  const { interfere, calls } = counting();
  const { log } = await reopen(disk.mount(interfere));
  assert(await append(log, 1, 3));
  const before = calls.length;
  await log.startSnapshot([[payloadOf(3)]])();
  await log.close();
  const snapshot = `${folder}/00000000000000000003.snap`;
  const steps = calls
    .slice(before)
    .filter(({ name, path }) => path.startsWith(snapshot) || name === "syncFolder")
    .filter(({ name }) => name !== "remove")
    .map(({ name, path }) => `${name} ${path.replace(snapshot, "")}`);
  // What comes before is the new segment's.
  const from = steps.indexOf("open .tmp");
  assert.deepEqual(steps.slice(from, from + 9), [
    "open .tmp",
    // The header, the entry and the seal.
    "write .tmp",
    "write .tmp",
    "write .tmp",
    "datasync .tmp",
    "close .tmp",
    "rename .tmp",
    `syncFolder ${folder}`,
    "open ",
  ]);
  assert(disk.afterPowerLoss().bytesOf(snapshot).equals(disk.bytesOf(snapshot)), "it is durable");
});

test("LOG-5: saves go on, segments included, while a snapshot is being written", async () => {
  const disk = new MemoryDisk();
  const { fs, release, waiting } = withHeldSnapshots(disk);
  const { log, events } = await reopen(fs);
  const { last } = await appendUntilDue(log, 1);
  await log.startSnapshot([[payloadOf(last)]])();
  await waiting;
  for (let number = last + 1; number <= last + 40; number += 1) assert(await append(log, number));
  assert(paths(disk, ".seg").length > 3, "the saves filled segments");
  assert(!log.isSnapshotDue(), "no second one is due while the first is being written");
  assert.equal(events.length, 0);
  await assertWhole(
    disk.afterPowerLoss(),
    { acknowledged: last + 40, attempted: last + 40 },
    "power loss during the snapshot",
  );
  release();
  await log.close();
  assert.equal(events[0]?.kind, "snapshot-written");
});

test("LOG-6: at every deletion of a segment two snapshots stand for its records, and either of them is enough", async () => {
  const disk = new MemoryDisk();
  const deletions: { readonly path: string; readonly durable: MemoryDisk }[] = [];
  const read = new Set<string>();
  const fs = disk.mount(({ name, path }) => {
    if (name === "read") read.add(path);
    if (name === "remove" && path.endsWith(".seg") && disk.files.has(path)) {
      const newest = paths(disk, ".snap").at(-1);
      assert(newest !== undefined && read.has(newest), "the newest snapshot was read back");
      deletions.push({ path, durable: disk.afterPowerLoss() });
    }
    return undefined;
  });
  assert((await run(fs)).answers.every(Boolean));
  assert(deletions.length > 5, "the run deletes segments");
  for (const { path, durable } of deletions) {
    const snapshots = paths(durable, ".snap");
    assert(snapshots.length >= 2, `${path}: there are two snapshots`);
    const without = new MemoryDisk([...durable.files].filter(([file]) => file !== path));
    for (const snapshot of snapshots.slice(-2)) {
      const bad = withFile(without, snapshot, flipped(without.bytesOf(snapshot), 80, 1));
      const { log } = await reopen(bad.mount());
      await log.close();
    }
  }
});

test("LOG-6: the same snapshot taken twice counts once", async () => {
  const disk = new MemoryDisk();
  const { log, events } = await reopen(disk.mount());
  const written = async (count: number): Promise<void> => {
    while (events.filter(({ kind }) => kind === "snapshot-written").length < count)
      await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  assert(await append(log, 1, 9));
  for (const count of [1, 2]) {
    await log.startSnapshot([[payloadOf(9)]])();
    await written(count);
  }
  assert(await append(log, 10, 12));
  await log.startSnapshot([[payloadOf(12)]])();
  await log.close();
  assert.equal(events.filter(({ kind }) => kind === "snapshot-written").length, 3);
  assert.equal(paths(disk, ".snap").length, 2, "both are there");
  assert(!events.some(({ kind }) => kind === "snapshot-failed"));
});

test("LOG-6: when a snapshot reads back other than it was written, no segment is deleted and saves go on", async () => {
  const disk = new MemoryDisk();
  const plain = disk.mount();
  const lying: FileSystem = {
    ...plain,
    open: async (path, mode) => {
      const file = await plain.open(path, mode);
      if (mode !== "read" || !path.endsWith(".snap")) return file;
      return {
        ...file,
        read: async (into, position) => {
          const got = await file.read(into, position);
          if (got > 0) into[got - 1] = (into[got - 1] ?? 0) ^ 1;
          return got;
        },
      };
    },
  };
  const { acknowledged, answers, events } = await run(lying);
  assert(answers.every(Boolean));
  assert(events.length > 3 && events.every(({ kind }) => kind === "snapshot-failed"));
  const whole = { acknowledged, attempted: acknowledged };
  assert(paths(disk, ".seg")[0]?.endsWith("/00000000000000000001.seg"), "no segment is gone");
  await assertWhole(disk, whole, "after bad snapshots");
});
