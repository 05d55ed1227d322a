import assert from "node:assert/strict";
import test from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import {
  type FileHandle,
  type FileSystem,
  type Log,
  type LogLimits,
  openLog,
} from "../../wal/index.ts";
import { counting } from "../support/disk-faults.ts";
import { folder, run } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

const MiB = 1024 * 1024;
const spare = `${folder}/spare.tmp`;
const visitor = { onSnapshot: () => {}, onCovered: () => {}, onRecord: () => {} };

const opened = async (fs: FileSystem, limits: LogLimits): Promise<Log> => {
  const log = await openLog({ fs, folder, limits, report: () => undefined }, visitor)();
  assert(isRight(log));
  return log.right;
};

const save = async (log: Log, payload: Buffer): Promise<void> =>
  assert(isRight(await log.append([[payload]])()));

/** The lengths that files had at each of their syncs before they got their name, and a way to hold these up. */
const syncsOf = (disk: MemoryDisk, ending: string) => {
  const lengths: number[] = [];
  let held: Promise<void> = Promise.resolve();
  const mounted = disk.mount();
  const named = new Set<FileHandle>();
  let last: FileHandle | undefined;
  const fs: FileSystem = {
    ...mounted,
    open: async (path, mode) => {
      const file = await mounted.open(path, mode);
      if (!path.endsWith(ending)) return file;
      last = file;
      const datasync = async (): Promise<void> => {
        if (!named.has(file)) {
          lengths.push(await file.size());
          await held;
        }
        await file.datasync();
      };
      return { ...file, datasync };
    },
    rename: async (from, to) => {
      if (from.endsWith(ending) && last !== undefined) named.add(last);
      await mounted.rename(from, to);
    },
  };
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    return release;
  };
  return { fs, lengths, hold };
};

const never = 2 ** 30;

test("LOG-38: the next segment is made in steps of 1 MiB, each synced", async () => {
  const disk = new MemoryDisk();
  const { fs, lengths } = syncsOf(disk, "spare.tmp");
  const log = await opened(fs, { segmentBytes: 4 * MiB, snapshotBytes: never });
  await log.close();
  assert.deepEqual(lengths.slice(-4), [MiB, 2 * MiB, 3 * MiB, 4 * MiB + 4]);
});

test("LOG-38: a step is twice as long as what was saved during the step before", async () => {
  const disk = new MemoryDisk();
  const { fs, lengths, hold } = syncsOf(disk, "spare.tmp");
  const log = await opened(fs, { segmentBytes: 16 * MiB, snapshotBytes: never });
  const before = lengths.length;
  const release = hold();
  await save(log, Buffer.alloc(2 * MiB - 40, "x"));
  assert.equal(lengths.length, before + 1, "the first step waits for its sync");
  release();
  await log.close();
  assert.deepEqual(lengths.slice(before, before + 3), [MiB, 5 * MiB, 6 * MiB]);
});

test("LOG-38: the run that the other tests disturb makes its segments in several steps", async () => {
  const { interfere, calls } = counting();
  await run(new MemoryDisk().mount(interfere));
  const made = calls.filter(({ name, path }) => name === "open" && path === spare);
  const synced = calls.filter(({ name, path }) => name === "datasync" && path === spare);
  assert(made.length > 5);
  assert(synced.length > 3 * made.length, `${synced.length} syncs of ${made.length} spares`);
});

test("LOG-38: a snapshot is written in steps of 1 MiB, each synced", async () => {
  const disk = new MemoryDisk();
  const { fs, lengths } = syncsOf(disk, ".snap.tmp");
  const log = await opened(fs, { segmentBytes: 4 * MiB, snapshotBytes: never });
  await save(log, Buffer.from("{}"));
  const entries = Array.from({ length: 10 }, () => [Buffer.alloc(MiB / 4, "x")]);
  assert(isRight(await log.startSnapshot(entries)()));
  await log.close();
  const steps = lengths.map((length, at) => length - (lengths[at - 1] ?? 0));
  assert(steps.length >= 3, `${steps.length} syncs`);
  assert(
    steps.every((step) => step < 1.5 * MiB),
    `of ${steps.join(", ")} bytes`,
  );
});

test("LOG-39: saves of one length never begin a segment for one save alone, where a snapshot is due after as many bytes as a segment has", async () => {
  const disk = new MemoryDisk();
  const { interfere, calls } = counting();
  const log = await opened(disk.mount(interfere), { segmentBytes: 16_384, snapshotBytes: 16_384 });
  let snapshots = 0;
  for (let number = 1; number <= 200; number += 1) {
    await save(log, Buffer.alloc(1000, "x"));
    if (!log.isSnapshotDue()) continue;
    snapshots += 1;
    assert(isRight(await log.startSnapshot([[Buffer.alloc(1000, "x")]])()));
  }
  await log.close();
  const begun = calls.filter(({ name, path }) => name === "rename" && path === spare);
  assert(snapshots >= 10, `${snapshots} snapshots`);
  assert.equal(begun.length, snapshots + 1, "but for the first segment, a snapshot begins each");
});

test("LOG-39: a snapshot waits until all but the end of the next segment is made", async () => {
  const disk = new MemoryDisk();
  const { fs, hold } = syncsOf(disk, "spare.tmp");
  const log = await opened(fs, { segmentBytes: 4 * MiB, snapshotBytes: 4096 });
  const release = hold();
  for (let number = 1; number <= 8; number += 1) await save(log, Buffer.alloc(1000, "x"));
  assert(!log.isSnapshotDue());
  release();
  for (let number = 1; number <= 8; number += 1) await save(log, Buffer.alloc(100, "x"));
  assert(log.isSnapshotDue());
  await log.close();
});

test("LOG-39: after a segment's length of records more a snapshot is due also while no next segment is made", async () => {
  const disk = new MemoryDisk();
  const { fs, hold } = syncsOf(disk, "spare.tmp");
  const log = await opened(fs, { segmentBytes: 4 * MiB, snapshotBytes: MiB });
  const release = hold();
  // A segment that holds nothing takes a batch of any length, without the next one.
  await save(log, Buffer.alloc(5 * MiB, "x"));
  assert(log.isSnapshotDue());
  release();
  await log.close();
});
