import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldCount } from "../../../src/model/zones/held-count.ts";
import { seededRandom } from "../../support/random.ts";

/** What is told at each of some times, of counts that are seen at theirs. */
const toldOf = (
  seen: readonly (readonly [at: number, count: number | undefined])[],
  ...times: readonly number[]
): readonly (number | undefined)[] => {
  const held = new HeldCount(10);
  const left = [...seen];
  return times.map((now) => {
    while (left[0] !== undefined && left[0][0] <= now) {
      const [at, count] = left.shift() ?? [0, undefined];
      held.see(count, at);
    }
    return held.told(now);
  });
};

test("MQTT-2: who comes counts at once, and who goes for as long as is held", () => {
  const seen = [
    [0, 0],
    [20, 1],
    [30, 0],
    [35, 1],
    [36, 0],
  ] as const;
  assert.deepEqual(toldOf(seen, 19, 20, 30, 34, 39, 45, 46), [0, 1, 1, 1, 1, 1, 0]);
});

test("MQTT-2: of several the greatest number that holds is told", () => {
  const seen = [
    [0, 1],
    [1, 3],
    [5, 2],
    [8, 0],
  ] as const;
  assert.deepEqual(toldOf(seen, 0, 4, 5, 14, 15, 17, 18), [1, 3, 3, 3, 2, 2, 0]);
});

test("MQTT-2: of a zone of which nothing was known somebody is told at once, and nobody once that has lasted", () => {
  assert.deepEqual(toldOf([[0, 0]], 0, 9, 10), [undefined, undefined, 0]);
  assert.deepEqual(toldOf([[0, 0]], 0).length, 1);
  assert.deepEqual(
    toldOf(
      [
        [0, 0],
        [3, 1],
        [4, 0],
        [20, undefined],
        [21, 0],
      ],
      2,
      3,
      13,
      14,
      20,
      30,
      31,
    ),
    [undefined, 1, 1, 0, undefined, undefined, 0],
  );
  assert.equal(new HeldCount(10).told(0), undefined, "before anything was seen");
});

test("MQTT-2: what is told is the greatest count of the time that is held, and changes by itself only when it says so", (t) => {
  const { below } = seededRandom(t);
  const held = new HeldCount(10);
  const seen: (readonly [number, number])[] = [];
  let next: number | undefined;
  let last: number | undefined;
  for (let now = 0; now < 3000; now += 1) {
    const isNew = below(4) === 0;
    const count = below(4);
    if (isNew) {
      seen.push([now, count]);
      held.see(count, now);
    }
    const told = held.told(now);
    if (!isNew && told !== last) assert.equal(now, next, `it changes at ${now}`);
    next = held.changesAt(now);
    last = told;
    // A count lasts until the next.
    const lasting = seen.filter((_each, at) => (seen[at + 1]?.[0] ?? Infinity) > now - 10);
    if (now < 20 || lasting.length === 0) continue;
    assert.equal(told, Math.max(...lasting.map(([, each]) => each)), `at ${now}`);
  }
});
