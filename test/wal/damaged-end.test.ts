import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { openLog } from "../../wal/index.ts";
import { scaled } from "../campaign/scale.ts";
import { append, folder, limits, reopen } from "../support/log-runs.ts";
import {
  flipped,
  placesOf,
  plainLimits,
  plainLog,
  refusalOf,
  type Sample,
  withFile,
} from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { type Random, seededRandom } from "../support/random.ts";

/** How far the next byte is that is tried: each in the campaign, every third or so within `npm test`. */
const stride = (random: Random): number => scaled(1 + random.below(5), 1);

/** Starts on other bytes of the newest segment are refused, and told the record at `start`. */
const assertDamaged = async (
  { disk, newest }: Pick<Sample, "disk" | "newest">,
  bytes: Buffer,
  start: number,
  when: string,
): Promise<void> => {
  const { kind, file, offset } = await refusalOf(withFile(disk, newest, bytes), when);
  assert.deepEqual(
    { kind, file, offset },
    { kind: "damaged", file: basename(newest), offset: start },
    when,
  );
};

test("LOG-31: a bit turned at any byte of the last record refuses the start, whether its batch has more records or not", async (t) => {
  const random = seededRandom(t);
  const several = await plainLog();
  assert(several.last > several.lastBatch);
  const alone = { ...several, disk: new MemoryDisk(several.disk.files) };
  const { log } = await reopen(alone.disk.mount(), plainLimits);
  assert(await append(log, several.last + 1));
  await log.close();
  for (const sample of [several, alone]) {
    const bytes = sample.disk.bytesOf(sample.newest);
    const last = (await placesOf(sample.disk)).get(sample.newest)?.at(-1);
    assert(last !== undefined && last.end - last.start > 60);
    for (let at = last.start; at < last.end; at += stride(random)) {
      const bit = random.below(8);
      await assertDamaged(sample, flipped(bytes, at, bit), last.start, `bit ${bit} of byte ${at}`);
    }
  }
});

test("LOG-41: a payload with a byte that is zero is refused, also as an entry of a snapshot, writes nothing, and the log goes on", async () => {
  const disk = new MemoryDisk();
  const { log, events } = await reopen(disk.mount(), plainLimits);
  assert(await append(log, 1));
  const files = () => [...disk.files].filter(([name]) => /\.(seg|snap)$/.test(name));
  const before = files();
  const binary = [[Buffer.from("a text")], [Buffer.from("a sector of"), Buffer.alloc(512)]];
  for (const asked of [log.append(binary), log.startSnapshot(binary)])
    await assert.rejects(asked(), /TypeError: .* the log takes texts only/);
  assert.deepEqual(files(), before);
  assert(await append(log, 2));
  await log.close();
  assert.deepEqual(events, []);
  assert.deepEqual(
    files().map(([name]) => name),
    before.map(([name]) => name),
  );
});

test("LOG-31: bytes without a zero from any byte of the last records on are damage, since no write leaves such", async (t) => {
  const random = seededRandom(t);
  const sample = await plainLog();
  const bytes = sample.disk.bytesOf(sample.newest);
  const records = (await placesOf(sample.disk)).get(sample.newest)?.slice(-6) ?? [];
  for (const { start, end } of records)
    for (let at = start; at < end; at += stride(random)) {
      const garbage = Array.from({ length: bytes.length - at }, () => 1 + random.below(255));
      // Garbage that happens to begin as the record did would be no garbage.
      garbage[0] = bytes[at] === 255 ? 254 : 255;
      const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from(garbage)]);
      await assertDamaged(sample, changed, start, `from ${at}`);
    }
});

/** Whether a byte stays one that is not zero when any bit of it is turned. */
const isNeverZero = (byte = 0): boolean => (byte & (byte - 1)) !== 0;

/**
 * A log of five records with a sealed segment. A seal ends with a byte of its checksum, which is another one in each log:
 * where that is zero, or a turned bit makes it zero, the seal looks like a write that broke off, and costs no record.
 */
const sealedLog = async (newest: string) => {
  for (;;) {
    const disk = new MemoryDisk();
    const { log } = await reopen(disk.mount(), plainLimits);
    assert(await append(log, 1, 5));
    await log.startSnapshot([])();
    await log.close();
    const sealed = disk.bytesOf(newest);
    if (isNeverZero(sealed.at(-1))) return { disk, sealed };
  }
};

test("LOG-31: a bit turned in a seal before the next segment has records refuses the start, and a seal that was written in part does not", async (t) => {
  const random = seededRandom(t);
  const newest = `${folder}/00000000000000000001.seg`;
  const { disk, sealed } = await sealedLog(newest);
  const start = sealed.length - 40;
  const files = new MemoryDisk([...disk.files].filter(([path]) => path.endsWith(".seg")));
  // As it is before the cut.
  const uncut = Buffer.concat([sealed], sealed.length + 8);
  for (let at = start; at < sealed.length; at += 1)
    await assertDamaged(
      { disk: files, newest },
      flipped(uncut, at, random.below(8)),
      start,
      `byte ${at}`,
    );
  for (let at = start; at < sealed.length; at += 1) {
    const part = Buffer.concat([uncut.subarray(0, at)], uncut.length);
    const opened = await reopen(withFile(files, newest, part).mount(), plainLimits);
    await opened.log.close();
    assert.equal(opened.replay.last, 5, `broken off at ${at}`);
  }
});

test("LOG-31: whatever texts a batch has, and wherever a crash interrupts it, the log opens", async (t) => {
  const random = seededRandom(t);
  const visitor = { onSnapshot: () => {}, onCovered: () => {}, onRecord: () => {} };
  // Payloads of few other bytes than ones, whose records may end with any byte.
  const payload = (): Buffer =>
    Buffer.from(
      Array.from({ length: random.below(700) }, () => 1 + random.below(3) * random.below(2)),
    );
  for (let round = 0; round < scaled(60, 300); round += 1) {
    const disk = new MemoryDisk();
    const script = async (fs: ReturnType<MemoryDisk["mount"]>): Promise<void> => {
      const opened = await openLog({ fs, folder, limits, report: () => undefined }, visitor)();
      if (!isRight(opened)) return;
      assert(isRight(await opened.right.append([[payload()]])()));
      await opened.right.append(Array.from({ length: 1 + random.below(3) }, () => [payload()]))();
      await opened.right.close().catch(() => undefined);
    };
    let writes = 0;
    const taken = random.below(600);
    await script(
      disk.mount((call) => {
        if (call.name === "write" && call.path.endsWith(".seg")) writes += 1;
        if (writes < 2) return undefined;
        // The process is killed in the middle of the write.
        return writes === 2 && call.name === "write" ? ((writes += 1), taken) : new Error("ENDED");
      }),
    );
    for (const left of [disk, disk.afterPowerLoss(random)]) {
      const again = await openLog(
        { fs: new MemoryDisk(left.files).mount(), folder, limits, report: () => undefined },
        visitor,
      )();
      assert(isRight(again), `round ${round}, ${taken} bytes taken`);
      await again.right.close();
    }
  }
});
