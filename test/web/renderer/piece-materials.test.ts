import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalogue } from "../../../src/web/renderer/catalogue.ts";
import * as furnishing from "../../../src/web/renderer/furnishing.ts";
import { drawing as words } from "../../../src/web/i18n/en/kinds.ts";
import { floorSvg } from "../../../src/web/renderer/export/floor-svg.ts";

useCatalogue(furnishing);

const points = [
  [0, 0],
  [6, 0],
  [6, 4],
  [0, 4],
];

/** The paths of one piece in an export. */
const pathsOf = (type: string, isPlain = false): readonly string[] => {
  const plan = { rooms: [{ id: "one", points }], furniture: [{ id: "piece", type, x: 3, z: 2 }] };
  const options = { level: undefined, scale: 50, words, language: "en", isPlain };
  const drawn = floorSvg(plan, options);
  const start = drawn.indexOf('data-ref="furniture/piece"');
  assert(start > 0, type);
  return drawn.slice(start, drawn.indexOf("</g>", start)).match(/<path [^>]*>/g) ?? [];
};

/** The colours that the paths of a piece are filled with. */
const fillsOf = (type: string): ReadonlySet<string> =>
  new Set(
    pathsOf(type).flatMap((path) => {
      const fill = /fill="(#[^"]*)"/.exec(path)?.[1];
      return fill === undefined ? [] : [fill];
    }),
  );

/** Whether a colour is a dark one. */
const isDark = (colour: string): boolean =>
  [1, 3, 5].every((at) => Number.parseInt(colour.slice(at, at + 2), 16) < 0x80);

test("LOOK-3: hobs, screens and the windows of cars are dark glass, and not so in plain colours", () => {
  for (const type of ["kitchen", "kitchen_island", "oven", "desk", "tv_wall", "car"]) {
    assert([...fillsOf(type)].some(isDark), `${type}: ${[...fillsOf(type)].join()}`);
    assert.equal(pathsOf(type).length, pathsOf(type, true).length + 1, type);
  }
  for (const type of ["counter", "chest", "bed"])
    assert(![...fillsOf(type)].some(isDark), `${type}: ${[...fillsOf(type)].join()}`);
});

test("LOOK-3: tables, chairs, painted cabinets, pianos and pool tables differ in what they are made of", () => {
  const bodies = ["table", "chair", "wardrobe", "piano", "pool_table"].map(
    (type) => [...fillsOf(type)][0],
  );
  assert.equal(new Set(bodies).size, bodies.length, bodies.join());
});
