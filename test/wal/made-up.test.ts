import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { readDamagedLog } from "../../wal/index.ts";
import { bounded } from "../support/timeouts.ts";
import { folder } from "../support/log-runs.ts";
import { placesOf, plainLog, refusalOf, withFile } from "../support/sample-logs.ts";

const segmentBytes = 4 * 1024 * 1024;
const headerBytes = 40;

/** Bytes in which every 40 claim to be a record that reaches to the end. */
const claims = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + headerBytes <= length; at += headerBytes) {
    bytes.write("FPRC", at, "latin1");
    bytes.writeUInt32LE(length - at - headerBytes, at + 4);
    bytes.writeUInt32LE(1, at + 24);
  }
  return bytes;
};

test(
  "LOG-25: a segment that was made up to be as slow to read as can be is refused all the same, and what is sound of it is found",
  bounded,
  async () => {
    const { disk, newest, last } = await plainLog();
    const end = (await placesOf(disk)).get(newest)?.at(-1)?.end ?? 0;
    const sound = disk.bytesOf(newest).subarray(0, end);
    const bytes = Buffer.concat([sound, claims(segmentBytes - end)]);
    const madeUp = withFile(disk, newest, bytes);
    const { kind, file, offset } = await refusalOf(madeUp, "made up");
    assert.deepEqual(
      { kind, file, offset },
      { kind: "damaged", file: basename(newest), offset: end },
    );
    let found = 0;
    const visitor = { onSnapshot: () => undefined, onRecord: () => void (found += 1) };
    await readDamagedLog(madeUp.mount(), folder, visitor);
    assert.equal(found, last);
  },
);
