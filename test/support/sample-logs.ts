import assert from "node:assert/strict";
import { isRight } from "fp-ts/lib/Either.js";
import { readSoundLog } from "../../wal/index.ts";
import { append, folder, open, Replay, reopen } from "./log-runs.ts";
import { MemoryDisk } from "./memory-disk.ts";

/** The smallest allowed segments, and no snapshots. */
export const plainLimits = { segmentBytes: 4096, snapshotBytes: 2 ** 30 };

/** Where a record or a seal lies in a file; `end` is the start of the next one. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A log on a disk, with the places of its records. */
export interface Sample {
  readonly disk: MemoryDisk;
  readonly segments: readonly string[];
  readonly newest: string;
  /** The number of the last payload, and of the first of its batch. */
  readonly last: number;
  readonly lastBatch: number;
}

/** A log of three segments, without snapshots; the newest segment holds several batches. */
export const plainLog = async (): Promise<Sample> => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount(), plainLimits);
  let next = 1;
  let lastBatch = 1;
  for (const size of [1, 6, 11, 2, 9, 12, 4, 10, 3, 7, 5, 4]) {
    assert(await append(log, next, next + size - 1));
    lastBatch = next;
    next += size;
  }
  await log.close();
  const segments = [...disk.files.keys()].filter((path) => path.endsWith(".seg"));
  const newest = segments.at(-1);
  assert(newest !== undefined && segments.length === 3);
  return { disk, segments, newest, last: next - 1, lastBatch };
};

/** The places of the records in each file by path, as the log's own reader finds them. */
export const placesOf = async (
  disk: MemoryDisk,
): Promise<ReadonlyMap<string, readonly Place[]>> => {
  const places = new Map<string, Place[]>();
  const onRecord = (payload: Buffer, file: string, start: number): void => {
    const path = `${folder}/${file}`;
    const end = start + 40 + Math.ceil(payload.length / 8) * 8;
    places.set(path, [...(places.get(path) ?? []), { start, end }]);
  };
  const visitor = { onSnapshot: () => undefined, onRecord, onCovered: onRecord };
  assert(isRight(await readSoundLog(disk.mount(), folder, visitor)));
  return places;
};

/** A copy of the disk on which one file is replaced. */
export const withFile = (disk: MemoryDisk, path: string, bytes: Buffer): MemoryDisk =>
  new MemoryDisk(new Map(disk.files).set(path, bytes));

/** A copy of the disk without one file. */
export const withoutFile = (disk: MemoryDisk, path: string): MemoryDisk =>
  new MemoryDisk([...disk.files].filter(([there]) => there !== path));

/** The bytes with one bit flipped. */
export const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at);
  return copy;
};

/** Asserts that opening is refused and changes no file; returns the refusal. */
export const refusalOf = async (disk: MemoryDisk, when: string) => {
  const before = disk.files;
  const { refused, log, replay } = await open(disk.mount(), plainLimits);
  assert(log === undefined && refused !== undefined, `${when}: opened with ${replay.last}`);
  assert.deepEqual(disk.files, before, `${when}: nothing on disk is changed`);
  return refused;
};

/** Replays the whole log with the reader. */
export const readAll = async (disk: MemoryDisk): Promise<Replay> => {
  const replay = new Replay();
  assert(isRight(await readSoundLog(disk.mount(), folder, replay)));
  return replay;
};
