import assert from "node:assert/strict";
import { test } from "node:test";
import { mendedRecord } from "../../wal/mend.ts";
import { encodeRecord, recordStride } from "../../wal/record.ts";
import { seededRandom } from "../support/random.ts";

const seed = 0x1234_5678;

/** A record in a file, between other bytes, and where it begins and ends. */
const fileWith = (text: string) => {
  const payload = Buffer.from(text);
  const link = { index: 7, batchStart: 6, kind: "data", previous: 0xfedc_ba98 } as const;
  const { pieces } = encodeRecord(link, [payload], seed);
  const start = 64;
  const end = start + recordStride(payload.length);
  const file = Buffer.concat([Buffer.alloc(start, "a"), ...pieces, Buffer.alloc(48, "b")]);
  return { file, start, end, text };
};

const mendedText = (file: Buffer, start: number, end: number | undefined): string | undefined =>
  mendedRecord(file, start, end, seed)?.payload.toString();

test("LOG-46: the one bad byte of a record is found, wherever it is and whatever it became", (t) => {
  const random = seededRandom(t);
  const { file, start, end, text } = fileWith('{"rev":7}\n[{"op":"remove","path":"/rooms/0"}]');
  for (let at = start; at < end; at += 1) {
    const damaged = Buffer.from(file);
    damaged[at] = (damaged[at] ?? 0) ^ (1 + random.below(255));
    assert.equal(mendedText(damaged, start, end), text, `byte ${at - start}`);
    // Where no record follows, the header tells the length, if its magic, length and kind are right.
    const within = at - start;
    if (within >= 28 || (within >= 8 && within < 24))
      assert.equal(mendedText(damaged, start, undefined), text);
  }
});

test("LOG-46: a record with more bad bytes, one that is cut off, and one of another length are not mended", (t) => {
  const random = seededRandom(t);
  const { file, start, end } = fileWith(`{"rev":7}\n["${"x".repeat(200)}"]`);
  for (let round = 0; round < 500; round += 1) {
    const damaged = Buffer.from(file);
    const first = start + random.below(end - start);
    const second = start + ((first - start + 1 + random.below(end - start - 1)) % (end - start));
    for (const at of [first, second]) damaged[at] = (damaged[at] ?? 0) ^ (1 + random.below(255));
    assert.equal(mendedText(damaged, start, end), undefined, `bytes ${first} and ${second}`);
  }
  for (const cut of [start + 8, start + 39, end - 8])
    assert.equal(mendedText(file.subarray(0, cut), start, undefined), undefined);
  for (const other of [end - 8, end + 8]) assert.equal(mendedText(file, start, other), undefined);
});
