import assert from "node:assert/strict";
import { test } from "node:test";
import { range } from "../service/revisions.ts";
import {
  ChangedLog,
  longPlan,
  oneSegment,
  randomChange,
  textsIn,
} from "../storage/folder/changed-log.ts";
import { folder } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { type Random, randomOf, seededRandom } from "../support/random.ts";
import { mutate } from "./mutations.ts";
import { randomCases } from "./scale.ts";

/** Small segments, and snapshots now and then. */
const small = { segmentBytes: 16 * 1024, snapshotBytes: 64 * 1024 };

/** Logs of changes as the program writes them: in one segment, and in many with snapshots. */
const sampleOf = async (random: Random, limits: typeof oneSegment) => {
  const disk = new MemoryDisk();
  const log = await ChangedLog.open({ folder, fs: disk.mount(), limits });
  await log.save(longPlan());
  for (const rev of range(2, 30)) {
    if (rev % 11 === 0) await log.save(longPlan(`,"saved":${rev}`));
    else if (rev % 5 === 0)
      await log.change(randomChange(random, rev), randomChange(random, 100 + rev));
    else await log.change(randomChange(random, rev));
  }
  await log.close();
  return { disk, limits, texts: log.texts };
};

test("LOG-43, LOG-25: however the files of a log of changes are mutated, it is refused, or each plan in it is one that was stored", async (t) => {
  const random = seededRandom(t);
  const samples = [await sampleOf(random, oneSegment), await sampleOf(random, small)] as const;
  let [refused, opened] = [0, 0];
  for (let cases = randomCases(60, 20_000); cases > 0; cases -= 1) {
    const seed = random.below(2 ** 32);
    const own = randomOf(seed);
    const { disk, limits, texts } = own.pick(samples);
    const files = [...disk.files].filter(([name]) => /\.(?:seg|snap)$/.test(name));
    const [path, bytes] = files[own.below(files.length)] ?? [];
    const [, other] = files[own.below(files.length)] ?? [];
    assert(path !== undefined && bytes !== undefined && other !== undefined);
    const { name, bytes: mutated } = mutate(bytes, other, own);
    const changed = new MemoryDisk(new Map(disk.files).set(path, mutated));
    const read = await textsIn({ folder, fs: changed.mount(), limits });
    if ("refused" in read) {
      refused += 1;
      continue;
    }
    opened += 1;
    for (const [rev, text] of read)
      assert.equal(text, texts.get(rev), `case ${seed}, ${name}: revision ${rev}`);
  }
  t.diagnostic(`${refused} refused, ${opened} opened`);
  assert(refused > 0 && opened > 0);
});
