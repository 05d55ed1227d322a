import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyRaster, type Raster } from "../../../src/model/scan/raster.ts";
import { seededRandom } from "../../support/random.ts";
import { wallsIn } from "./searched-plans.ts";

/** A plan of one room, with walls of 20 cm, at 50 pixels per metre. */
const oneRoom = (): Raster => {
  const made = emptyRaster(400, 300);
  made.data.fill(255);
  for (let y = 50; y < 250; y += 1)
    for (let x = 50; x < 350; x += 1)
      if (x < 60 || x >= 340 || y < 60 || y >= 240) made.data[y * 400 + x] = 0;
  return made;
};

test("SCAN-1: the middle lines of four plain walls meet in the corners, to the pixel", () => {
  const { openings, walls } = wallsIn(oneRoom(), 50);
  assert.deepEqual(openings, []);
  assert.deepEqual(
    walls.map(({ from, thickness, to }) => [from, to, thickness]),
    [
      [[55, 55], [345, 55], 10],
      [[55, 245], [345, 245], 10],
      [[55, 55], [55, 245], 10],
      [[345, 55], [345, 245], 10],
    ],
  );
});

test("SCAN-1: on blank paper, on black paper and among specks there are no walls", (t) => {
  const random = seededRandom(t);
  for (const value of [0, 128, 255]) {
    const plain = emptyRaster(500, 400);
    plain.data.fill(value);
    assert.deepEqual(wallsIn(plain, 50), { walls: [], openings: [] });
  }
  const grain = emptyRaster(500, 400);
  for (let at = 0; at < grain.data.length; at += 1) grain.data[at] = random.below(256);
  assert.deepEqual(wallsIn(grain, 50), { walls: [], openings: [] });
});
