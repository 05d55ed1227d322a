import assert from "node:assert/strict";
import { test } from "node:test";
import { type LabelRequest, placeLabels } from "../../../src/web/renderer/place-labels.ts";
import { seededRandom } from "../../support/random.ts";

const wish = (x: number, more: Partial<LabelRequest> = {}): LabelRequest => ({
  size: [2, 1],
  places: [
    [x, 0],
    [x, -1],
    [x, 1],
  ],
  isNeeded: false,
  ...more,
});

test("DRAW-15: what is placed first stays, the next goes beside it, and what has no room is left out unless it is needed", () => {
  assert.deepEqual(
    placeLabels([wish(0), wish(1), wish(1.5), wish(0.5), wish(0.5, { isNeeded: true })]),
    [[0, 0], [1, -1], [1.5, 1], undefined, [0.5, 0]],
  );
  assert.deepEqual(placeLabels([wish(0), wish(2)]), [
    [0, 0],
    [2, 0],
  ]);
  assert.deepEqual(placeLabels([wish(0, { places: [] })]), [undefined]);
});

test("DRAW-26: of several forms of a label the first one counts that has a place, within its room", () => {
  const within = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const form = (width: number, more: Partial<LabelRequest> = {}): LabelRequest => ({
    size: [width, 1],
    places: [
      [0, 0],
      [0, -1],
    ],
    within,
    isNeeded: false,
    ref: "rooms/hall",
    ...more,
  });
  assert.deepEqual(placeLabels([form(3), form(1.5), form(1)]), [undefined, [0, 0], undefined]);
  assert.deepEqual(placeLabels([form(3), form(2.5, { isNeeded: true })]), [undefined, [0, 0]]);
  const sign = wish(0, { size: [0.5, 0.5], places: [[0.6, 0]] });
  assert.deepEqual(placeLabels([sign, form(1.5), form(0.5)]), [[0.6, 0], undefined, [0, 0]]);
});

test("DRAW-15: of thousands, wherever they are, none lies over another, each has one of its places, and the same have the same", (t) => {
  const random = seededRandom(t);
  const wishes = Array.from({ length: 3000 }, (): LabelRequest => {
    const [x, z] = [random.below(6000) / 100 - 30, random.below(4000) / 100 - 20];
    return {
      size: [0.1 + random.below(300) / 100, 0.1 + random.below(60) / 100],
      places: [
        [x, z],
        [x, z - 0.7],
        [x, z + 0.7],
      ],
      isNeeded: false,
    };
  });
  const places = placeLabels(wishes);
  assert.deepEqual(placeLabels(wishes), places);
  const shown = wishes.flatMap(({ size, places: wanted }, at) => {
    const place = places[at];
    if (place === undefined) return [];
    assert(wanted.includes(place));
    return [{ place, size }];
  });
  assert(shown.length > 500, `${shown.length} have a place`);
  for (const [at, one] of shown.entries())
    for (const other of shown.slice(at + 1)) {
      const away = one.place.map((value, axis) => Math.abs(value - (other.place[axis] ?? 0)));
      const needed = one.size.map((value, axis) => (value + (other.size[axis] ?? 0)) / 2);
      assert(away.some((value, axis) => value >= (needed[axis] ?? 0) - 1e-9));
    }
});
