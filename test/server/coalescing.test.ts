import assert from "node:assert/strict";
import { test } from "node:test";
import { coalescing } from "../../src/server/runtime/coalescing.ts";

/** Lets so many microtasks pass. */
const turns = async (many: number): Promise<void> => {
  for (let turn = 0; turn < many; turn += 1) await Promise.resolve();
};

test("OPS-15: a wish at any microtask, amid a run or behind its end, is answered by a run that began after it, and one goes on at a time", async () => {
  // A run has some awaits, as reading a plan has; wishes come at each microtask of the first runs, and behind each other.
  for (let at = 0; at < 20; at += 1)
    for (let between = 0; between < 10; between += 1) {
      let [newest, read, running, most] = [0, 0, 0, 0];
      const follow = coalescing(async () => {
        running += 1;
        most = Math.max(most, running);
        const seen = newest;
        await turns(3);
        read = seen;
        running -= 1;
      });
      const wishes: Promise<void>[] = [];
      for (const wait of [0, at, between]) {
        await turns(wait);
        newest += 1;
        wishes.push(follow());
      }
      await Promise.all(wishes);
      assert.deepEqual({ read, most }, { read: 3, most: 1 }, `wishes after ${at} and ${between}`);
    }
});

test("OPS-15: those who ask while a run goes on share the next one, and each is given its result", async () => {
  let runs = 0;
  const count = coalescing(async () => (runs += 1));
  const first = count();
  await Promise.resolve();
  assert.deepEqual(await Promise.all([first, count(), count(), count()]), [1, 2, 2, 2]);
  assert.equal(await count(), 3);
});

test("OPS-15: a run that fails fails for those who share it, and the next one begins", async () => {
  let runs = 0;
  const work = coalescing(async () => {
    runs += 1;
    if (runs === 1) throw new Error("the disk is full");
  });
  const first = work();
  await Promise.resolve();
  const next = work();
  await assert.rejects(first, /the disk is full/);
  await next;
  assert.equal(runs, 2);
});
