import assert from "node:assert/strict";
import { test } from "node:test";
import { GroupCommit } from "../../src/plan/plan-log.ts";

test("SAVE-14: a lone editor never waits for others", () => {
  const window = new GroupCommit(10);
  assert.equal(window.next().saves, 1);
  for (let time = 0; time < 5; time += 1) {
    window.committed(1, 20, 0);
    assert.equal(window.next().saves, 1, "its own save is all that is waited for");
  }
});

test("SAVE-14: as many saves are awaited as editors were busy a moment ago", () => {
  const window = new GroupCommit(10);
  window.committed(3, 20, 5);
  assert.equal(window.next().saves, 8);
  window.committed(8, 20, 0);
  assert.equal(window.next().saves, 8);
  window.committed(2, 20, 0);
  assert.equal(window.next().saves, 2, "those who stopped are no longer waited for");
});

test("SAVE-14: the wait is at most half of a recent sync", () => {
  const window = new GroupCommit(1000);
  assert.equal(window.next().ms, 0, "nothing is waited for before the first sync");
  window.committed(8, 20, 8);
  assert.equal(window.next().ms, 10);
  for (let time = 0; time < 60; time += 1) window.committed(8, 2, 8);
  assert(Math.abs(window.next().ms - 1) < 0.001, "it follows the syncs when they get faster");
});

test("SAVE-14: the wait is at most commit-delay-ms", () => {
  const window = new GroupCommit(10);
  window.committed(8, 200, 8);
  assert.equal(window.next().ms, 10);
  const never = new GroupCommit(0);
  never.committed(8, 200, 8);
  assert.equal(never.next().ms, 0);
});
