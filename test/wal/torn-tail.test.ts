import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { sampledCases, scaled } from "../campaign/scale.ts";
import { counting, endedBefore } from "../support/disk-faults.ts";
import { append, folder, open, reopen } from "../support/log-runs.ts";
import {
  type Place,
  placesOf,
  plainLimits,
  plainLog,
  refusalOf,
  type Sample,
  withFile,
} from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";

const headerBytes = 64;
const sectorBytes = 512;

/** A log, and where the records of its newest segment lie. */
interface Torn extends Sample {
  readonly records: readonly Place[];
}

const sampleLog = async (): Promise<Torn> => {
  const sample = await plainLog();
  const records = (await placesOf(sample.disk)).get(sample.newest) ?? [];
  assert(records.length > 10);
  return { ...sample, records };
};

/** Each byte of the last records. */
const tailOf = ({ records }: Torn, count: number): readonly number[] => {
  const [first] = records.slice(-count);
  const last = records.at(-1);
  assert(first !== undefined && last !== undefined);
  return Array.from({ length: last.end - first.start }, (_, position) => first.start + position);
};

/**
 * Opens the log with a newest segment that ends in other bytes than were written: the records
 * before the first changed one are there, the rest is kept beside, and the log goes on.
 */
const assertTorn = async (sample: Torn, bytes: Buffer, when: string): Promise<void> => {
  const written = sample.disk.bytesOf(sample.newest);
  const { records } = sample;
  const bad = records.findIndex(
    ({ start, end }) => !bytes.subarray(start, end).equals(written.subarray(start, end)),
  );
  const whole = bad === -1 ? records : records.slice(0, bad);
  const offset = whole.at(-1)?.end ?? headerBytes;
  const lastIndex = sample.last - (records.length - whole.length);
  const rest = bytes.subarray(offset);

  const disk = withFile(sample.disk, sample.newest, bytes);
  const { log, replay, events } = await reopen(disk.mount(), plainLimits);
  assert.equal(replay.last, lastIndex, `${when}: every whole record is there`);
  const file = basename(sample.newest);
  const kept = `${file}.${offset}.torn`;
  if (rest.every((byte) => byte === 0)) assert.deepEqual(events, [], when);
  else {
    assert.deepEqual(events, [{ kind: "torn-tail", file, offset, lastIndex, kept }], when);
    assert(disk.bytesOf(`${folder}/${kept}`).equals(rest), `${when}: the tail is kept`);
    assert(disk.afterPowerLoss().bytesOf(`${folder}/${kept}`).equals(rest), `${when}: durably`);
  }
  assert(await append(log, lastIndex + 1, lastIndex + 2), `${when}: the log goes on`);
  await log.close();
  const again = await reopen(disk.mount(), plainLimits);
  assert.equal(again.replay.last, lastIndex + 2, `${when}: and is sound`);
  assert.deepEqual(again.events, [], `${when}: and no longer torn`);
  await again.log.close();
};

test("LOG-9: a newest segment that is cut at any byte opens with every whole record", async (t) => {
  const sample = await sampleLog();
  const bytes = sample.disk.bytesOf(sample.newest);
  const within = sampledCases(seededRandom(t), tailOf(sample, sample.records.length), 4);
  const cuts = [headerBytes, ...within, bytes.length];
  for (const length of cuts)
    await assertTorn(sample, bytes.subarray(0, length), `cut to ${length}`);
  t.diagnostic(`${cuts.length} cuts`);
});

test("LOG-8: a newest segment that is cut in its header is damaged, since no file has its name before its header is durable", async () => {
  const { disk, newest } = await plainLog();
  for (let length = 0; length < headerBytes; length += 1) {
    const cut = withFile(disk, newest, disk.bytesOf(newest).subarray(0, length));
    const refused = await refusalOf(cut, `cut to ${length}`);
    assert.equal(refused.kind, "damaged");
    assert.equal(refused.file, basename(newest));
  }
});

test("LOG-9: a newest segment with zeros from any byte on opens with every whole record", async (t) => {
  const sample = await sampleLog();
  const bytes = sample.disk.bytesOf(sample.newest);
  const places = sampledCases(seededRandom(t), tailOf(sample, 6), 3);
  for (const at of places)
    await assertTorn(sample, Buffer.concat([bytes.subarray(0, at)], bytes.length), `from ${at}`);
  t.diagnostic(`${places.length} tails of zeros`);
});

test("LOG-9: a last batch that lacks any of its sectors, and breaks off at any byte or does not, opens with every whole record", async (t) => {
  const random = seededRandom(t);
  const sample = await sampleLog();
  const bytes = sample.disk.bytesOf(sample.newest);
  const [first] = sample.records.slice(sample.lastBatch - sample.last - 1);
  const end = sample.records.at(-1)?.end ?? 0;
  assert(first !== undefined);
  const sectors = Math.ceil(end / sectorBytes) - Math.floor(first.start / sectorBytes);
  assert(sectors > 1 && sectors < 6);
  // Every set of sectors; one byte in some is where the write broke off.
  for (let lacking = 1; lacking < 2 ** sectors; lacking += 1)
    for (let round = 0; round < scaled(7, 25); round += 1) {
      const left = Buffer.from(bytes);
      if (round > 0) left.fill(0, first.start + random.below(end - first.start));
      for (let sector = 0; sector < sectors; sector += 1) {
        const from = (Math.floor(first.start / sectorBytes) + sector) * sectorBytes;
        if ((lacking & (1 << sector)) !== 0)
          left.fill(0, Math.max(first.start, from), Math.min(end, from + sectorBytes));
      }
      await assertTorn(sample, left, `sectors ${lacking.toString(2)}, round ${round}`);
    }
});

test("LOG-10: a record that never reached the disk is a torn tail until a later batch is there, and damage from then on", async () => {
  const sample = await sampleLog();
  const batch = sample.records.slice(sample.lastBatch - sample.last - 1);
  assert(batch.length > 3);
  const without = (disk: MemoryDisk, { start, end }: Place): Buffer =>
    Buffer.from(disk.bytesOf(sample.newest)).fill(0, start, end);
  for (const place of batch)
    await assertTorn(sample, without(sample.disk, place), `without the record at ${place.start}`);

  const { log } = await reopen(sample.disk.mount(), plainLimits);
  assert(await append(log, sample.last + 1));
  await log.close();
  for (const place of batch) {
    const bytes = without(sample.disk, place);
    const refused = await refusalOf(
      withFile(sample.disk, sample.newest, bytes),
      `without the record at ${place.start}`,
    );
    assert.deepEqual(
      { kind: refused.kind, file: refused.file, offset: refused.offset },
      { kind: "damaged", file: basename(sample.newest), offset: place.start },
    );
  }
});

test("LOG-9: a torn tail's file is durable under its name before its segment gives up its own", async () => {
  const sample = await sampleLog();
  const offset = sample.records.at(-1)?.end ?? 0;
  const bytes = Buffer.from(sample.disk.bytesOf(sample.newest)).fill(0xaa, offset, offset + 30);
  const disk = withFile(sample.disk, sample.newest, bytes);
  const durable: boolean[] = [];
  const fs = disk.mount(({ name, path }) => {
    if (name !== "rename" || !path.endsWith("spare.tmp")) return;
    const kept = disk.afterPowerLoss().bytesOf(`${sample.newest}.${offset}.torn`);
    durable.push(kept.equals(bytes.subarray(offset)));
  });
  await (await reopen(fs, plainLimits)).log.close();
  assert.deepEqual(durable, [true]);
});

test("LOG-9: after a power loss before any call of a start, a torn tail is in its segment or in the file beside it", async (t) => {
  const random = seededRandom(t);
  const sample = await sampleLog();
  const offset = sample.records.at(-1)?.end ?? 0;
  const bytes = Buffer.from(sample.disk.bytesOf(sample.newest)).fill(0xaa, offset, offset + 30);
  const torn = withFile(sample.disk, sample.newest, bytes);
  const kept = `${sample.newest}.${offset}.torn`;
  const counted = counting();
  const { log } = await reopen(new MemoryDisk(torn.files).mount(counted.interfere), plainLimits);
  await log.close();
  for (let at = 0; at <= counted.calls.length; at += 1) {
    const disk = new MemoryDisk(torn.files);
    const ended = await open(disk.mount(endedBefore(at)), plainLimits);
    await ended.log?.close().catch(() => undefined);
    for (let round = 0; round < scaled(5, 20); round += 1) {
      const left = disk.afterPowerLoss(random);
      assert(
        left.bytesOf(sample.newest).equals(bytes) ||
          left.bytesOf(kept).equals(bytes.subarray(offset)),
        `call ${at}, round ${round}`,
      );
    }
  }
});
