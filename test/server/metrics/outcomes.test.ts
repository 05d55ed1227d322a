import assert from "node:assert/strict";
import { test } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { PlanActor } from "../../../src/plan/actor.ts";
import { type Appended, noTimings, type PlanLog } from "../../../src/plan/plan-log.ts";
import { emptyState } from "../../../src/plan/state.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { guarded, overwrite } from "../../plan/actors.ts";

test("METRIC-5: each save is told of once, by how it was answered", async () => {
  const told: string[] = [];
  const answers: Appended[] = [];
  let follower: Parameters<PlanLog["follow"]>[0] | undefined;
  const log: PlanLog = {
    follow: (given) => (follower = given),
    groupCommitHint: () => ({ saves: 1, ms: 0 }),
    storesWhole: false,
    most: { saves: Infinity, bytes: Infinity },
    append: async (plans) => {
      const answer = answers.shift() ?? { kind: "durable" };
      if (answer.kind === "durable") for (const plan of plans) follower?.followed(plan);
      return answer;
    },
    caughtUp: async () => right(undefined),
    compact: async () => right(undefined),
    close: () => Promise.resolve(),
  };
  const limits = { mailboxMessages: 1, mailboxBytes: 1000 };
  const timings = {
    ...noTimings,
    saved: (outcome: string, ms: number) => {
      assert(ms >= 0);
      told.push(outcome);
    },
  };
  const actor = new PlanActor(log, emptyState, {
    limits,
    boundary,
    onFailure: () => undefined,
    timings,
  });
  await actor.save(overwrite)();
  await actor.save(guarded(7))();
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)()]);
  answers.push({ kind: "unknown", reason: "" }, { kind: "away", reason: "" });
  await actor.save(overwrite)();
  await actor.save(overwrite)();
  await actor.read(() => undefined)();
  assert.deepEqual(told, ["saved", "conflict", "refused", "saved", "unknown", "failed"]);
});
