import assert from "node:assert/strict";
import { test } from "node:test";
import { range } from "../../service/revisions.ts";
import { folder } from "../../support/log-runs.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { flipped, withFile } from "../../support/sample-logs.ts";
import { scaled } from "../../campaign/scale.ts";
import { ChangedLog, longPlan, randomChange, recordsIn, textsIn } from "./changed-log.ts";

const path = `${folder}/${"1".padStart(20, "0")}.seg`;

/** How far the next byte is that is tried: each in the campaign, some within `npm test`. */
const stride = (random: Random): number => scaled(1 + random.below(40), 1);

/** A log of one segment on a disk: a plan, and so many records of changes, the last batch of which has several. */
const damageable = async (random: Random) => {
  const disk = new MemoryDisk();
  const log = await ChangedLog.open({ folder, fs: disk.mount() });
  await log.save(longPlan());
  for (const rev of range(2, 8)) await log.change(randomChange(random, rev));
  await log.change(...range(9, 11).map((rev) => randomChange(random, rev)));
  await log.close();
  const records = await recordsIn(folder, disk.mount());
  assert.equal(records.filter(({ isChange }) => isChange).length, 10);
  const places = records.map(({ offset, payload }, at) => ({
    start: offset,
    end: offset + 40 + Math.ceil(payload.length / 8) * 8,
    rev: at + 1,
  }));
  return { disk, bytes: disk.bytesOf(path), places, texts: log.texts };
};

/** Opens a copy of the disk with other bytes in its segment; what it holds is as it was stored. Returns the newest revision, or the refusal. */
const outcomeOf = async (
  disk: MemoryDisk,
  bytes: Buffer,
  texts: ReadonlyMap<number, string>,
  when: string,
): Promise<number | string> => {
  const damaged = withFile(disk, path, bytes);
  const before = damaged.files;
  const read = await textsIn({ folder, fs: damaged.mount() });
  if ("refused" in read) {
    assert.match(read.refused, /^0{19}1\.seg(?:, offset \d+)?: /, when);
    assert.deepEqual(damaged.files, before, `${when}: nothing on disk is changed`);
    return read.refused;
  }
  for (const [rev, text] of read) assert.equal(text, texts.get(rev), `${when}: revision ${rev}`);
  return Math.max(0, ...read.keys());
};

test("LOG-43, LOG-8, LOG-10: a bit turned at any byte of a record of changes before the last batch refuses the start, with the file and the record's offset", async (t) => {
  const random = seededRandom(t);
  const { disk, bytes, places, texts } = await damageable(random);
  const before = places.filter(({ rev }) => rev < 9);
  let count = 0;
  for (let at = places[1]?.start ?? 0; at < (before.at(-1)?.end ?? 0); at += stride(random)) {
    const when = `byte ${at}`;
    const outcome = await outcomeOf(disk, flipped(bytes, at, random.below(8)), texts, when);
    const record = places.find(({ start, end }) => start <= at && at < end);
    assert(typeof outcome === "string", `${when}: opened with ${outcome}`);
    assert(outcome.includes(`offset ${record?.start}: `), `${when}: ${outcome}`);
    count += 1;
  }
  t.diagnostic(`${count} bytes turned`);
});

test("LOG-43, LOG-9, LOG-32: a bit turned at any byte of the last batch is refused, and never read as another plan", async (t) => {
  const random = seededRandom(t);
  const { disk, bytes, places, texts } = await damageable(random);
  const [first, last] = [places[8], places.at(-1)];
  assert(first !== undefined && last !== undefined);
  for (let at = first.start; at < last.end; at += stride(random)) {
    const when = `byte ${at}`;
    const outcome = await outcomeOf(disk, flipped(bytes, at, random.below(8)), texts, when);
    assert(typeof outcome === "string" || outcome === 8, `${when}: opened with ${outcome}`);
  }
});

test("LOG-43, LOG-9: a log of changes whose last batch is torn at any byte opens with every revision that is whole", async (t) => {
  const random = seededRandom(t);
  const { disk, bytes, places, texts } = await damageable(random);
  const [first, last] = [places[8], places.at(-1)];
  assert(first !== undefined && last !== undefined);
  for (let at = first.start; at < last.end; at += stride(random)) {
    const torn = Buffer.from(bytes).fill(0, at);
    const outcome = await outcomeOf(disk, torn, texts, `torn at ${at}`);
    const whole = places.filter(({ end }) => end <= at).length;
    // A payload is filled up with zeros, which may be all that is torn off.
    const isFilling = at > (places[whole]?.end ?? 0) - 8;
    assert(outcome === whole || (isFilling && outcome === whole + 1), `torn at ${at}: ${outcome}`);
  }
});

test("LOG-43: a log of changes goes on after a torn batch, on what was left", async (t) => {
  const random = seededRandom(t);
  const { disk, bytes, places } = await damageable(random);
  const at = (places[9]?.start ?? 0) + 50;
  const damaged = withFile(disk, path, Buffer.from(bytes).fill(0, at));
  const log = await ChangedLog.open({ folder, fs: damaged.mount() });
  assert.equal(log.rev, 9);
  for (const rev of range(10, 15)) await log.change(randomChange(random, rev));
  await log.close();
  const read = await textsIn({ folder, fs: damaged.mount() });
  assert(!("refused" in read));
  assert.equal(Math.max(...read.keys()), 15);
  for (const [rev, text] of read) assert.equal(text, log.texts.get(rev));
});
