import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText, readDuration } from "../../src/server/runtime/time.ts";

test("a duration is digits and a unit", () => {
  const read = ["0", "500ms", "90s", "15m", "24h", "30d"].map(readDuration);
  assert.deepEqual(read, [0, 500, 90_000, 900_000, 86_400_000, 2_592_000_000]);
});

test("what is no duration has none", () => {
  for (const text of ["", "24", "h", "1.5h", "-1h", "1 h", "1H", "1w", "1h30m", "9999999999d"])
    assert.equal(readDuration(text), undefined, text);
});

test("a duration as a text reads as the same", () => {
  for (const ms of [0, 1, 999, 1000, 90_000, 900_000, 86_400_000, 86_400_001])
    assert.equal(readDuration(durationText(ms)), ms);
  assert.equal(durationText(86_400_000), "1d");
});
