import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { applyPatch } from "../../../src/plan/changes/apply-patch.ts";
import { comparePlans } from "../../../src/plan/changes/compare-plans.ts";
import type { Operation } from "../../../src/plan/changes/patch.ts";
import { noLimits } from "../../../src/plan/read-plan.ts";
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

test("LOG-43: what is stored as changes is made again, however far it reaches", () => {
  const before = textOfDraft(readDraft(`{"rooms":[${"0,".repeat(400_000)}0]}`));
  const operations = Array.from({ length: 200 }, (_, at): Operation => {
    const index = String(at * 2000);
    return {
      op: "replace",
      path: { text: `/rooms/${index}`, tokens: ["rooms", index] },
      value: Buffer.from("1"),
    };
  });
  const bounded = { planBytes: 16_000_000, planDepth: 128 };
  assert(
    isLeft(applyPatch(before, 1, { operations, limits: bounded })),
    "as a new change it is too much",
  );
  assert(isRight(applyPatch(before, 1, { operations, limits: noLimits })));
});

/** A list of so many pieces, as long as those of a large house together. */
const pieces = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `piece-${at}`,
    type: "chair",
    note: "n".repeat(120),
    x: at,
  }));

test("FOLLOW-4: edits in many places of a long list, and elements that come, go and move far, are told as what they are", () => {
  const count = 6000;
  const before = pieces(count);
  const moved = before.toSpliced(0, 1);
  const edited = before.map((piece, at) => (at % 100 === 0 ? { ...piece, x: -1 } : piece));
  const cases = {
    "edits in sixty places": [edited, 60 * 60],
    "the first one edited, another added": [
      [{ ...pieces(1)[0], x: -1 }, ...moved, { id: "new" }],
      200,
    ],
    "the first and the last removed": [moved.slice(0, -1), 100],
    "the first one moved to the end": [[...moved, ...pieces(1)], 300],
    "the last one moved to the front": [[before.at(-1), ...before.slice(0, -1)], 300],
    "a hundred removed": [before.toSpliced(1000, 100), 100 * 50],
    "a hundred added": [before.toSpliced(1000, 0, ...pieces(6100).slice(6000)), 100 * 250],
  } as const;
  for (const [name, [after, most]] of Object.entries(cases)) {
    const changes = changesOf(JSON.stringify(before), JSON.stringify(after));
    assert(changes !== undefined && changes.length < most, `${name}: ${changes?.length} bytes`);
  }
});

test("FOLLOW-4: a long list that becomes a short one, or another one, is not looked at for long", () => {
  const zeros = `[${"0,".repeat(1_000_000)}0]`;
  assert.equal(changesOf(zeros, "[1]"), '{"op":"replace","path":"/rooms","value":[1]}');
  assert.equal(changesOf(zeros, zeros.replaceAll("0", "1")), undefined);
});
