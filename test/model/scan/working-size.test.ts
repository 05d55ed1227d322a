import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { findWalls } from "../../../src/model/scan/find-walls.ts";
import { emptyRaster } from "../../../src/model/scan/raster.ts";
import { scanLimits, workingSize } from "../../../src/model/scan/working-size.ts";

test("SCAN-6: an image is searched at the size of the plan, at most 80 pixels per metre and 2400 a side", () => {
  const sizeOf = (width: number, height: number, metres: number) =>
    workingSize({ width, height }, { width: metres, height: (metres * height) / width });
  assert.deepEqual(sizeOf(1000, 500, 20), right({ width: 1000, height: 500, perMetre: 50 }));
  assert.deepEqual(sizeOf(8000, 6000, 20), right({ width: 1600, height: 1200, perMetre: 80 }));
  assert.deepEqual(sizeOf(6000, 8000, 30), right({ width: 1800, height: 2400, perMetre: 60 }));
});

test("SCAN-6: an image of more pixels than scan-pixels is refused whole, and one of just as many is not", () => {
  const most = scanLimits.scanPixels;
  const metres = { width: 20, height: 20 };
  const sized = (width: number) => workingSize({ width, height: 10_000 }, metres);
  assert(isRight(sized(most / 10_000)));
  assert.deepEqual(sized(10_000), left({ limit: "scanPixels", found: 100_000_000 }));
});

test("SCAN-6: an image of too few pixels per metre is refused, also one that is too wide for its pixels", () => {
  const least = scanLimits.scanPixelsPerMetre;
  const sized = (metres: number) =>
    workingSize({ width: 600, height: 300 }, { width: metres, height: metres / 2 });
  assert(isRight(sized(600 / least)));
  assert.deepEqual(sized(60), left({ limit: "scanPixelsPerMetre", found: 10 }));
  assert(isLeft(workingSize({ width: 0, height: 0 }, { width: 10, height: 0 })));
});

test("SCAN-6: a picture of very many pieces, such as a chequered one, is refused by scan-pieces", () => {
  const chequered = emptyRaster(2400, 1600);
  for (let y = 0; y < 1600; y += 1)
    for (let x = 0; x < 2400; x += 1)
      chequered.data[y * 2400 + x] = y % 20 < 8 && x % 40 < 24 ? 0 : 255;
  const found = findWalls(chequered, 80);
  assert(isLeft(found) && found.left.limit === "scanPieces", JSON.stringify(found));
  assert(found.left.found > scanLimits.scanPieces);
});
