import assert from "node:assert/strict";
import { test } from "node:test";
import { range } from "../../service/revisions.ts";
import { failing, type FaultPlan } from "../../support/disk-faults.ts";
import { folder } from "../../support/log-runs.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { randomCases } from "../../campaign/scale.ts";
import { ChangedLog, longPlan, randomChange, textsIn } from "./changed-log.ts";

/** Small files, so that some changes meet new segments and snapshots. */
const opening = { folder, limits: { segmentBytes: 8192, snapshotBytes: 24_000 }, chainRecords: 7 };

/** Saves and changes a log on a disk that fails as the plan says, from when it is open. */
const runOn = async (disk: MemoryDisk, plan: FaultPlan, random: Random): Promise<ChangedLog> => {
  const interfere = failing(plan);
  let isOpen = false;
  const fs = disk.mount((call) => (isOpen ? interfere(call) : undefined));
  const log = await ChangedLog.open({ ...opening, fs });
  isOpen = true;
  for (const each of range(1, 40)) {
    const rev = log.rev + 1;
    if (rev === 1 || random.below(12) === 0) await log.save(longPlan(`,"saved":${each}`));
    else if (random.below(4) === 0)
      await log.change(randomChange(random, each), randomChange(random, 1000 + each));
    else await log.change(randomChange(random, each));
  }
  return log;
};

/** What the log holds on a disk is all that was acknowledged, and else what was appended. */
const assertKept = async (disk: MemoryDisk, log: ChangedLog, when: string): Promise<void> => {
  const read = await textsIn({ ...opening, fs: disk.mount() });
  assert(!("refused" in read), `${when}: ${JSON.stringify(read)}`);
  const newest = Math.max(0, ...read.keys());
  assert(
    newest >= log.rev,
    `${when}: revision ${log.rev} was acknowledged, and ${newest} is there`,
  );
  for (const [rev, text] of read) {
    if (rev <= log.rev) assert.equal(text, log.texts.get(rev), `${when}: revision ${rev}`);
    else assert(log.attempted.has(text), `${when}: revision ${rev} was never appended`);
  }
};

test("LOG-43, LOG-23, LOG-27: whichever write or sync of a log of changes fails, once or for good, and whatever a power loss then leaves, what was acknowledged is there, and nothing that was never appended", async (t) => {
  const random = seededRandom(t);
  const counts = { acknowledged: 0, failed: 0 };
  for (let cases = randomCases(4, 600); cases > 0; cases -= 1) {
    const plan: FaultPlan = {
      name: random.pick(["write", "write", "datasync", "open", "rename", "truncate", "syncFolder"]),
      at: random.below(60),
      how: random.pick(["EIO", "ENOSPC"]),
      howLong: random.pick(["once", "for good"]),
    };
    const when = `${JSON.stringify(plan)}, seed ${random.seed}`;
    const disk = new MemoryDisk();
    const log = await runOn(disk, plan, random);
    counts.acknowledged += log.rev;
    if (log.attempted.size > log.rev) counts.failed += 1;
    await assertKept(disk.afterPowerLoss(random), log, `${when}, after a power loss`);
    await log.close().catch(() => undefined);
    await assertKept(disk, log, when);
    const after = disk.afterPowerLoss(random);
    await assertKept(after, log, `${when}, after a close and a power loss`);
    const again = await ChangedLog.open({ ...opening, fs: after.mount() });
    const { rev } = again;
    if (rev === 0) await again.save(longPlan());
    else await again.change(randomChange(random, 5000));
    await again.close();
    const read = await textsIn({ ...opening, fs: after.mount() });
    assert(!("refused" in read) && read.get(rev + 1) === again.texts.get(rev + 1), when);
  }
  t.diagnostic(JSON.stringify(counts));
  assert(counts.acknowledged > 0);
});
