import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  decodeRevision,
  encodeRevision,
  StoredPlan,
  summarize,
} from "../../src/plan/stored-plan.ts";
import { decide, emptyState, evolve, type PlanState, storedPlans } from "../../src/plan/state.ts";
import { bytesInUse } from "../server/bytes-in-use.ts";
import { eventually } from "../support/polling.ts";
import { textOfDraft } from "../../src/plan/text/draft-text.ts";
import { contentOfPlan, readDraft, textOfPlan } from "./drafts.ts";

const text = '{"rooms":[1],"name":"Küche\\nBad","texts":[1,2,3,4]}';
const draft = readDraft(text);

/** Compares a revision that was read of the log with the stored one. */
const assertRead = (read: ReturnType<typeof decodeRevision>, stored: StoredPlan): void => {
  assert(isRight(read));
  assert.deepEqual(contentOfPlan(read.right), contentOfPlan(stored));
  // The same once it is in pieces.
  assert.equal(read.right.text.bytes, stored.text.bytes);
  assert.deepEqual(contentOfPlan(read.right), contentOfPlan(stored));
};

test("HIST-4: saved_at has milliseconds and an explicit offset", () => {
  const at = (time: string): string => StoredPlan.saved(draft, 1, new Date(time)).saved_at;
  assert.equal(at("2026-10-04T12:00:00.123Z"), "2026-10-04T12:00:00.123+00:00");
  assert.equal(at("2026-10-04T14:00:00+02:00"), "2026-10-04T12:00:00.000+00:00");
});

test("SAVE-5: the revision comes first, and the plan's bytes follow unchanged", () => {
  const stored = StoredPlan.saved(draft, 12, new Date());
  assert.equal(textOfPlan(stored), `{"rev":12,${text.slice(1)}`);
  const empty = StoredPlan.saved(readDraft("{}"), 1, new Date());
  assert.equal(textOfPlan(empty), '{"rev":1}');
});

test("HIST-6: a record of the log is read back as the same revision, time and counts included", () => {
  const stored = StoredPlan.saved(draft, 12, new Date("2026-10-04T12:00:00.123Z"));
  const payload = Buffer.concat(encodeRevision(stored));
  assertRead(decodeRevision(payload), stored);
});

test("HIST-6: a revision that was read keeps its bytes when the log uses its buffer again", () => {
  const stored = StoredPlan.saved(draft, 12, new Date());
  const payload = Buffer.concat(encodeRevision(stored));
  const read = decodeRevision(payload);
  payload.fill(0);
  assertRead(read, stored);
});

test("PRESENCE-2: a record of the log is read back with who saved it", () => {
  const by = { id: "u-1", name: "Änne 🏠" };
  const stored = StoredPlan.saved(draft, 12, new Date(), by);
  assert.deepEqual(stored.by, by);
  assertRead(decodeRevision(Buffer.concat(encodeRevision(stored))), stored);
});

test("PRESENCE-3: a record with an author that is none is read, and names nobody", () => {
  const stored = StoredPlan.saved(draft, 12, new Date());
  const [, ...plan] = encodeRevision(stored);
  const summary = summarize(stored);
  for (const by of [null, "anna", 7, {}, { id: "u-1" }, { name: "Anna" }, { id: 1, name: "A" }]) {
    const head = Buffer.from(`${JSON.stringify({ ...summary, by })}\n`);
    assertRead(decodeRevision(Buffer.concat([head, ...plan])), stored);
  }
});

test("HIST-6: a record that holds no revision is refused, not guessed at", () => {
  const summary = { rev: 1, saved_at: "2026-10-04T12:00:00.123+00:00", rooms: 0, items: 0 };
  const payloads = [
    "",
    "{}",
    "{}\n{}",
    "no JSON\n{}",
    JSON.stringify(summary),
    `${JSON.stringify({ ...summary, rev: "1" })}\n{}`,
    `${JSON.stringify({ ...summary, saved_at: undefined })}\n{}`,
  ];
  for (const payload of payloads) {
    const read = decodeRevision(Buffer.from(payload));
    assert(isLeft(read), `${payload} is no revision`);
    assert.match(read.left, /^does not hold a revision: /);
  }
});

/** The state after saves of these plans. */
const after = (texts: readonly string[]): PlanState => {
  let state = emptyState;
  for (const each of texts) {
    const decided = decide(state, { content: readDraft(each), guard: undefined }, new Date());
    assert(isRight(decided));
    state = evolve(state, decided.right);
  }
  return state;
};

test("SAVE-5: a stored plan does not keep the message that it came in, and shares what is the same with the one before", async () => {
  const large = 8 * 1024 * 1024;
  const rooms = `[${'{"id":1},'.repeat(large / 9)}0]`;
  const texts = ["a", "b", "c"].map((name) => `{"rooms":${rooms},"name":"${name}"}`);
  const before = bytesInUse();
  const state = after(texts);
  // What is collected is not freed at once.
  await eventually(async () => {
    const kept = bytesInUse() - before;
    return kept < 1.5 * large ? { seen: kept } : { not: `${kept} bytes are kept` };
  }, 5000);
  assert.deepEqual(
    storedPlans(state).map(textOfPlan),
    texts.map((each, at) => `{"rev":${at + 1},${each.slice(1)}`),
  );
});

test("SAVE-5: a plan whose pieces a newer one shares keeps no second copy of its text, and tells the same", () => {
  const long = readDraft(`{"rooms":[{"id":"r"}],"note":"${"n".repeat(20_000)}"}`);
  const content = { text: textOfDraft(long), draft: long, changes: Buffer.from("{}") };
  const stored = StoredPlan.made(content, 3, new Date(0));
  const before = stored.json;
  assert.equal(stored.json, before, "it is kept as long as many ask for it");
  stored.superseded(StoredPlan.made(content, 4, new Date(1)));
  assert.notEqual(stored.json, stored.json, "it is made anew for whoever asks");
  assert.equal(stored.changes, undefined, "nor what led to it");
  assert.equal(Buffer.concat(stored.json).toString(), Buffer.concat(before).toString());
  const shared = new Set([...stored.pieces()].map(({ buffer }) => buffer));
  const copied = encodeRevision(stored).filter(({ buffer }) => !shared.has(buffer));
  const bytes = copied.reduce((sum, { length }) => sum + length, 0);
  assert(bytes < 200, `a snapshot takes its pieces as they are, but for ${bytes} bytes`);
});
