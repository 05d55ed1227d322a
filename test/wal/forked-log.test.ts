import assert from "node:assert/strict";
import test from "node:test";
import { append, folder, payloadOf, reopen } from "../support/log-runs.ts";
import { plainLimits, refusalOf, withFile } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

/** A log of three records. */
const started = async (): Promise<MemoryDisk> => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount(), plainLimits);
  assert(await append(log, 1, 3));
  await log.close();
  return disk;
};

/** A copy of the log that goes on with records 4 and 5, in batches up to these, and a snapshot. */
const goneOn = async (disk: MemoryDisk, ends: readonly number[]): Promise<MemoryDisk> => {
  const copy = new MemoryDisk(disk.files);
  const { log, replay } = await reopen(copy.mount(), plainLimits);
  let { last } = replay;
  for (const end of ends) {
    assert(await append(log, last + 1, end));
    last = end;
  }
  await log.startSnapshot([[payloadOf(last)]])();
  await log.close();
  return copy;
};

const snapshot = `${folder}/00000000000000000005.snap`;
const newest = `${folder}/00000000000000000006.seg`;

/** The refusal of a log that got one file of a copy that went another way. */
const refusedWith = async (log: MemoryDisk, other: MemoryDisk, path: string) => {
  const bytes = other.bytesOf(path);
  assert(bytes.length > 0);
  const { kind, offset, message } = await refusalOf(withFile(log, path, bytes), path);
  return { kind, offset, message };
};

test("LOG-12: a snapshot of a copy of the log that went another way is refused by name", async () => {
  const before = await started();
  const [log, other] = [await goneOn(before, [4, 5]), await goneOn(before, [5])];
  assert.deepEqual(await refusedWith(log, other, snapshot), {
    kind: "damaged",
    offset: 40,
    message: "00000000000000000005.snap, offset 40: does not fit record 5 of the segments",
  });
});

test("LOG-12: a snapshot of a copy of the log that went further is refused with the records that are missing", async () => {
  const before = await started();
  const refused = await refusedWith(before, await goneOn(before, [5]), snapshot);
  assert.equal(refused.kind, "missing");
  assert.match(
    refused.message,
    /^0{19}1\.seg, offset \d+: records up to 5, which 0{19}5\.snap covers, are missing$/,
  );
});

test("LOG-1, LOG-12: a segment of a copy of the log that went another way is refused by name, also while it is empty", async () => {
  const before = await started();
  const [log, other] = [await goneOn(before, [4, 5]), await goneOn(before, [5])];
  assert.deepEqual(await refusedWith(log, other, newest), {
    kind: "damaged",
    offset: 40,
    message:
      "00000000000000000006.seg, offset 40: does not continue the chain of 00000000000000000001.seg",
  });
});
