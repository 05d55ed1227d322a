import assert from "node:assert/strict";
import { test } from "node:test";
import { comparePlans } from "../../../src/plan/changes/compare-plans.ts";
import { textOfDraft } from "../../../src/plan/text/draft-text.ts";
import { readDraft } from "../drafts.ts";

const filler = "f".repeat(200_000);

/** What leads from a plan with those rooms to one with these. */
const changesOf = (before: string, after: string): string | undefined => {
  const plan = (rooms: string) => readDraft(`{"filler":"${filler}","rooms":${rooms},"texts":[1]}`);
  return comparePlans(textOfDraft(plan(before)), plan(after)).changes?.toString();
};

test("FOLLOW-4: elements that cannot be told apart are followed as their list, and not as a plan", () => {
  assert.equal(changesOf("[0,0]", "[]"), '{"op":"replace","path":"/rooms","value":[]}');
  assert.equal(changesOf("[0,0]", "[1,0,1]"), '{"op":"replace","path":"/rooms","value":[1,0,1]}');
  const same = '{"id":"a","n":1}';
  assert.equal(
    changesOf(`[${same},${same}]`, `[{"id":"b"},{"id":"a"}]`),
    '{"op":"replace","path":"/rooms","value":[{"id":"b"},{"id":"a"}]}',
  );
  const long = (count: number): string => `[0,0,"${"x".repeat(count)}"]`;
  const [most, more] = [long(64 * 1024 - 8), long(64 * 1024 - 7)];
  assert.equal(changesOf("[1,1]", most), `{"op":"replace","path":"/rooms","value":${most}}`);
  assert.equal(changesOf("[1,1]", more), undefined, "a longer one is followed as a plan");
  assert.equal(changesOf('[{"id":"a"}]', "[]"), '{"op":"remove","path":"/rooms/0"}');
});
