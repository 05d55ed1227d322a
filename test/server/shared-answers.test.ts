import assert from "node:assert/strict";
import { test } from "node:test";
import { SharedAnswers } from "../../src/server/runtime/coalescing.ts";

test("OPS-15: who asks the same meanwhile shares an answer, who asks something else or later gets another, and so after one that fails", async () => {
  const shared = new SharedAnswers<string, number>();
  let asked = 0;
  const ask = async (): Promise<number> => {
    asked += 1;
    const mine = asked;
    await Promise.resolve();
    if (mine === 3) throw new Error("nobody answers");
    return mine;
  };
  const answers = [shared.to("a", ask), shared.to("b", ask), shared.to("a", ask)];
  assert.deepEqual(await Promise.all(answers), [1, 2, 1]);
  const failed = [shared.to("a", ask), shared.to("a", ask)];
  for (const each of failed) await assert.rejects(each, /nobody answers/);
  assert.equal(await shared.to("a", ask), 4);
});
