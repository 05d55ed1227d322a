import assert from "node:assert/strict";
import { test } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import type { Save } from "../../src/plan/state.ts";
import { actorOn, guarded, overwrite } from "./actors.ts";
import { MemoryLog } from "./memory-log.ts";

/** A save in whose decision a bug is met. */
const withBug: Save = {
  ...overwrite,
  content: {
    ...overwrite.content,
    get members(): never {
      throw new Error("no members");
    },
  },
};

test("SAVE-18: a bug in the decision of a save stores nothing, and the saves around it are made", async () => {
  const log = new MemoryLog(async () => undefined);
  const { actor, failures, bugs } = actorOn(log);
  const saves = [overwrite, withBug, overwrite].map((save) => actor.save(save)());
  await assert.rejects(Promise.resolve(saves[1]), /no members/);
  assert.deepEqual(await saves[0], right(1));
  assert.deepEqual(await saves[2], right(2));
  await assert.rejects(actor.save(withBug)(), /no members/);
  assert.deepEqual(await actor.save(guarded(2))(), right(3));
  assert.deepEqual({ failures, bugs }, { failures: [], bugs: [] });
});
