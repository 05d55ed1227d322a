import assert from "node:assert/strict";
import { test } from "node:test";
import { WakeTimes } from "../../src/homes/decoys/decoy-homes.ts";
import { range } from "../service/revisions.ts";

const ids = range(1, 3000).map((at) => `home${at}`);

test("HOMES-15: as large a share of ids without a home answers at once as of homes is awake, each id the same again", () => {
  const times = new WakeTimes();
  const atOnce = (awake: number): readonly string[] =>
    ids.filter((id) => times.isAwake(id, awake, 300));
  assert.deepEqual([atOnce(0).length, atOnce(300).length], [0, ids.length]);
  const third = atOnce(100);
  // 3,000 lots of one third each: 1,000, with a standard deviation of 26.
  assert(third.length > 800 && third.length < 1200, `${third.length} of ${ids.length}`);
  assert.deepEqual(atOnce(100), third);
  assert.deepEqual(
    atOnce(200).filter((id) => third.includes(id)),
    third,
    "who answered at once still does when more homes are awake",
  );
});

test("HOMES-15: any other id takes as long as one of the last wakings did, the same again", () => {
  const times = new WakeTimes();
  assert.equal(times.of("home1"), 0, "no home has been woken yet");
  for (let ms = 1; ms <= 100; ms += 1) times.add(ms);
  const taken = ids.map((id) => times.of(id));
  assert.equal(Math.min(...taken), 37, "older ones than the last 64 are forgotten");
  assert.equal(new Set(taken).size, 64);
  assert.deepEqual(
    ids.map((id) => times.of(id)),
    taken,
  );
});
