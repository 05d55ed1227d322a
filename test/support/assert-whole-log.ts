import assert from "node:assert/strict";
import { append, open, reopen, type Run } from "./log-runs.ts";
import type { MemoryDisk } from "./memory-disk.ts";

/** Checks that the log opens with everything acknowledged, takes one more batch, and opens again with that batch. */
export const assertWhole = async (
  disk: MemoryDisk,
  before: Pick<Run, "acknowledged" | "attempted">,
  when: string,
): Promise<void> => {
  const { log, refused, replay } = await open(disk.mount());
  assert(log !== undefined, `${when}: the log opens: ${refused?.message}`);
  const { last } = replay;
  assert(
    last >= before.acknowledged && last <= before.attempted,
    `${when}: ${before.acknowledged} to ${before.attempted} are there, not ${last}`,
  );
  assert(await append(log, last + 1, last + 3), `${when}: the log takes another batch`);
  await log.close();
  const again = await reopen(disk.mount());
  assert.equal(again.replay.last, last + 3, `${when}: that batch is there as well`);
  await again.log.close();
};
