import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRevision } from "../../src/demo/first-plan.ts";
import { memoryStore, openFirstStore, type RevisionStore } from "../../src/demo/plan-store.ts";

const first = firstRevision(new Date(0));

/** Opens a store of a browser with that flaw, or else one in memory. */
const openBeside = (flaw: Partial<RevisionStore>) =>
  openFirstStore([() => ({ ...memoryStore(), isLasting: true, ...flaw }), memoryStore], first);

const no = async (): Promise<never> => {
  throw new Error("the browser refuses");
};

test("DEMO-12: the plan is kept in the first store, if it can be read and written", async () => {
  const { isLasting, log } = await openBeside({});
  assert.equal(isLasting, true);
  assert.equal(log.state.current?.rev, 1);
});

for (const [what, flaw] of [
  ["cannot be read", { read: no }],
  ["cannot be written", { write: no }],
  ["has a damaged revision", { read: async () => new Map([[1, Buffer.from("damaged")]]) }],
] as const)
  test(`DEMO-16: where the store ${what}, the plan is kept in memory`, async () => {
    const { isLasting, log } = await openBeside(flaw);
    assert.equal(isLasting, false);
    assert.equal(log.state.current?.rev, 1);
  });
