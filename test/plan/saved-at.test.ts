import assert from "node:assert/strict";
import { test } from "node:test";
import { withMonotonicTimes, nextSaveTime } from "../../src/plan/stored-plan.ts";

const noon = Date.parse("2026-11-23T12:00:00.000Z");

const savedAt = (...times: readonly string[]) => times.map((saved_at) => ({ saved_at }));

const timesOf = (...times: readonly string[]) => times.map((time) => Date.parse(time));

const told = (...times: readonly string[]): readonly string[] =>
  withMonotonicTimes(savedAt(...times)).map(({ saved_at }) => saved_at);

test("HIST-8, CLUS-6: no revision is saved before those that are kept, whatever the clocks say", () => {
  const after = (...times: readonly string[]): string =>
    new Date(nextSaveTime(timesOf(...times), noon)).toISOString();
  assert.equal(after(), "2026-11-23T12:00:00.000Z");
  assert.equal(after("2026-11-22T12:00:00.000+00:00"), "2026-11-23T12:00:00.000Z");
  assert.equal(after("2026-11-23T12:00:00.000+00:00"), "2026-11-23T12:00:00.001Z");
  assert.equal(after("2026-11-24T12:00:00.000+00:00"), "2026-11-24T12:00:00.001Z");
  const putBack = ["2026-11-24T12:00:00.000+00:00", "2026-11-22T12:00:00.000+00:00"];
  assert.equal(after(...putBack), "2026-11-24T12:00:00.002Z", "behind both as they are told");
});

test("HIST-9: times that do not run backwards are told as they are, and those that do a millisecond after the one before", () => {
  const growing = ["2026-11-23T12:00:00.000+00:00", "2026-11-23T15:00:00.000+02:30"];
  assert.deepEqual(told(...growing), growing);
  assert.deepEqual(told(), []);
  assert.deepEqual(
    told(
      "2026-11-23T12:00:00.000+00:00",
      "2026-11-23T12:00:00.000+00:00",
      "2026-11-23T09:00:00.000+00:00",
      "2026-11-23T13:00:00.000+00:00",
    ),
    [
      "2026-11-23T12:00:00.000+00:00",
      "2026-11-23T12:00:00.000+00:00",
      "2026-11-23T12:00:00.001+00:00",
      "2026-11-23T13:00:00.000+00:00",
    ],
  );
});

test("HIST-9: a time that nobody can read, or the last that there is, ends no save", () => {
  assert.deepEqual(told("now", "2026-11-23T12:00:00.000+00:00", ""), [
    "now",
    "2026-11-23T12:00:00.000+00:00",
    "2026-11-23T12:00:00.001+00:00",
  ]);
  assert.equal(nextSaveTime(timesOf("now", ""), noon), noon);
  assert.equal(nextSaveTime(timesOf("+275760-09-13T00:00:00.000+00:00"), noon), 8.64e15);
});
