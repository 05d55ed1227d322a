import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { left, right } from "fp-ts/lib/Either.js";
import { revisionOf } from "../../src/plan/state.ts";
import { MemoryLog } from "./memory-log.ts";
import { actorOn, guarded, overwrite } from "./actors.ts";

/** A log of which every append takes 12 ms of a clock that only this moves, and timers that only the test moves. */
const onTestTime = (t: TestContext): MemoryLog => {
  let now = 0;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => now);
  return new MemoryLog(async () => void (now += 12));
};

test("SAVE-14: a lone editor's save waits for no timer", async (t) => {
  const { actor } = actorOn(onTestTime(t));
  for (const rev of [1, 2, 3, 4]) assert.deepEqual(await actor.save(overwrite)(), right(rev));
});

test("SAVE-14: after several editors were busy, a save waits for theirs, at most half of a sync", async (t) => {
  const log = onTestTime(t);
  const { actor } = actorOn(log);
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)(), actor.save(overwrite)()]);
  assert.deepEqual(log.batches, [3]);

  const gathered = [actor.save(overwrite)(), actor.save(overwrite)()];
  await turn();
  assert.deepEqual(log.batches, [3], "two of three wait for the third");
  gathered.push(actor.save(overwrite)());
  await Promise.all(gathered);
  assert.deepEqual(log.batches, [3, 3], "and not any longer");

  const alone = actor.save(overwrite)();
  await turn();
  t.mock.timers.tick(5);
  await turn();
  assert.deepEqual(log.batches, [3, 3]);
  // Half of the syncs of 12 ms, and less than the limit of 10 ms.
  t.mock.timers.tick(2);
  assert.deepEqual(await alone, right(7));
  assert.deepEqual(await actor.save(overwrite)(), right(8), "from then on it is a lone editor");
});

test("SAVE-16: conflicts wait for nobody, and are nobody to wait for", async (t) => {
  const log = onTestTime(t);
  const { actor } = actorOn(log);
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)(), actor.save(overwrite)()]);
  const conflict = (current: number) => left({ kind: "conflict", current });
  for (const guard of [0, 2, 99])
    assert.deepEqual(await actor.save(guarded(guard))(), conflict(3), "no timer is awaited");

  const late = actor.save(overwrite)();
  await turn();
  t.mock.timers.tick(10);
  assert.deepEqual(await late, right(4), "of three editors one is left");
  for (const rev of [5, 6, 7]) {
    // Conflicts that come before a save, together with it and while its sync runs.
    const answers = [0, 99].map((guard) => actor.save(guarded(guard))());
    const saved = actor.save(guarded(rev - 1))();
    answers.push(actor.save(guarded(rev - 1))());
    await Promise.resolve();
    await Promise.resolve();
    const during = actor.save(guarded(99))();
    assert.deepEqual(await saved, right(rev), "a lone editor waits for no timer");
    assert.deepEqual(await Promise.all(answers), [
      conflict(rev - 1),
      conflict(rev - 1),
      conflict(rev),
    ]);
    assert.deepEqual(await during, conflict(rev));
  }
});

test("SAVE-16: which saves will be made is foreseen anew after some were refused", async (t) => {
  const log = onTestTime(t);
  const { actor } = actorOn(log);
  await actor.save(overwrite)();
  log.failure = "no room";
  log.passing = true;
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)()]);
  log.failure = undefined;
  await Promise.all([actor.save(guarded(1))(), actor.save(guarded(2))()]);
  assert.deepEqual(log.batches, [1, 2, 2]);
  const one = actor.save(guarded(3))();
  await turn();
  assert.deepEqual(log.batches, [1, 2, 2], "one of two waits for the other");
  assert.deepEqual(await Promise.all([actor.save(guarded(4))(), one]), [right(5), right(4)]);
});

test("SAVE-14: reads alone wait for nobody, however busy the editors were", async (t) => {
  const { actor } = actorOn(onTestTime(t));
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)()]);
  assert.deepEqual(await actor.read(revisionOf)(), right(2));
});
