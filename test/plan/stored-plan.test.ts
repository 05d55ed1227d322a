import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  decodeRevision,
  encodeRevision,
  type StoredPlan,
  storePlan,
} from "../../src/plan/stored-plan.ts";

const rest = Buffer.from('"rooms":[1],"name":"Küche\\nBad"}');
const draft = { rest: [rest], bytes: rest.length + 1, rooms: 1, items: 4 };

/** A revision as the log hands it back, in one piece. */
const joined = (plan: StoredPlan): StoredPlan => ({ ...plan, json: [Buffer.concat(plan.json)] });

test("HIST-4: saved_at has milliseconds and an explicit offset", () => {
  const at = (time: string): string => storePlan(draft, 1, new Date(time)).saved_at;
  assert.equal(at("2026-10-04T12:00:00.123Z"), "2026-10-04T12:00:00.123+00:00");
  assert.equal(at("2026-10-04T14:00:00+02:00"), "2026-10-04T12:00:00.000+00:00");
});

test("SAVE-5: the revision comes first, and the plan's bytes follow unchanged", () => {
  const stored = storePlan(draft, 12, new Date());
  assert.equal(
    Buffer.concat(stored.json).toString(),
    '{"rev":12,"rooms":[1],"name":"Küche\\nBad"}',
  );
  const empty = storePlan(
    { rest: [Buffer.from("}")], bytes: 2, rooms: 0, items: 0 },
    1,
    new Date(),
  );
  assert.equal(Buffer.concat(empty.json).toString(), '{"rev":1}');
});

test("HIST-6: a record of the log is read back as the same revision, time and counts included", () => {
  const stored = storePlan(draft, 12, new Date("2026-10-04T12:00:00.123Z"));
  const payload = Buffer.concat(encodeRevision(stored));
  assert.deepEqual(decodeRevision(payload), right(joined(stored)));
});

test("HIST-6: a revision that was read keeps its bytes when the log uses its buffer again", () => {
  const stored = storePlan(draft, 12, new Date());
  const payload = Buffer.concat(encodeRevision(stored));
  const read = decodeRevision(payload);
  payload.fill(0);
  assert.deepEqual(read, right(joined(stored)));
});

test("PRESENCE-2: a record of the log is read back with who saved it", () => {
  const by = { id: "u-1", name: "Änne 🏠" };
  const stored = storePlan(draft, 12, new Date(), by);
  assert.deepEqual(stored.by, by);
  assert.deepEqual(decodeRevision(Buffer.concat(encodeRevision(stored))), right(joined(stored)));
});

test("PRESENCE-3: a record with an author that is none is read, and names nobody", () => {
  const stored = storePlan(draft, 12, new Date());
  const [, ...plan] = encodeRevision(stored);
  const { json: _json, ...summary } = stored;
  for (const by of [null, "anna", 7, {}, { id: "u-1" }, { name: "Anna" }, { id: 1, name: "A" }]) {
    const head = Buffer.from(`${JSON.stringify({ ...summary, by })}\n`);
    assert.deepEqual(decodeRevision(Buffer.concat([head, ...plan])), right(joined(stored)));
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
