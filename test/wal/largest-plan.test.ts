import assert from "node:assert/strict";
import { test } from "node:test";
import { scaled } from "../campaign/scale.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";

const KiB = 1024;

/** A plan of exactly so many bytes as JSON. */
const planOf = (bytes: number): Record<string, unknown> => {
  const empty = { rooms: [{ id: "r" }], note: "" };
  return { ...empty, note: "n".repeat(bytes - Buffer.byteLength(JSON.stringify(empty))) };
};

for (const [name, segmentBytes] of [
  ["longer than a segment", 4 * KiB],
  ["shorter than a segment", 64 * 1024 * KiB],
] as const)
  test(
    `LOG-24: the largest plan that is accepted, ${name}, comes back from the log, from a snapshot and from the history; one byte more is refused`,
    { timeout: scaled(bounded.timeout, 300_000) },
    async (t) => {
      const planBytes = scaled(256 * KiB, 16 * 1024 * KiB);
      const config = { planBytes, segmentBytes, snapshotBytes: 4 * KiB };
      const largest = planOf(planBytes);
      const first = await startTestService(t, { config });
      const peer = await Peer.login(t, first.port, first.admin);
      assert.equal(await peer.save(largest), 1);
      await assert.rejects(peer.save(planOf(planBytes + 1)), /plan-bytes/);
      assert.equal(await peer.save(largest), 2);
      await first.stop();

      const second = await startTestService(t, { config, again: first });
      const reader = await Peer.login(t, second.port, second.admin);
      assert.deepEqual(await reader.result("floorplan/plan/get"), { rev: 2, ...largest });
      const earlier = await reader.result("floorplan/history/get", { rev: 1 });
      assert.deepEqual(earlier, { rev: 1, ...largest });
      await assert.rejects(reader.save(planOf(planBytes + 1)), /plan-bytes/);
      assert.equal(await reader.save(largest), 3);
    },
  );
