import assert from "node:assert/strict";
import { test } from "node:test";
import { StateReader } from "../../../src/storage/folder/embedded-log.ts";
import { emptyState, evolve, type PlanState } from "../../../src/plan/state.ts";
import { encodeRevision, StoredPlan } from "../../../src/plan/stored-plan.ts";
import { contentOfState } from "../../plan/drafts.ts";
import { seededRandom } from "../../support/random.ts";

test("LOG-7: plans of any lengths are replayed from memory that is used again for each record", (t) => {
  const random = seededRandom(t);
  const payload = Buffer.alloc(64 * 1024);
  const reader = new StateReader();
  let expected: PlanState = emptyState;
  for (let rev = 1; rev <= 300; rev += 1) {
    const summary = {
      rev,
      saved_at: "2026-10-04T12:00:00.123+00:00",
      rooms: random.below(4),
      items: random.below(10),
    };
    const text = JSON.stringify({ rev, text: "x".repeat(random.below(20_000)) });
    const plan = StoredPlan.read(summary, undefined, [Buffer.from(text)]);
    const bytes = Buffer.concat(encodeRevision(plan));
    bytes.copy(payload.fill("-"));
    reader.onRecord(payload.subarray(0, bytes.length), "a segment", rev, rev);
    expected = evolve(expected, plan);
  }
  assert.equal(reader.problem, undefined);
  assert.deepEqual(contentOfState(reader.state), contentOfState(expected));
});
