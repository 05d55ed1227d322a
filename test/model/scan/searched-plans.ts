import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { minus, plus, type Point, times, turned } from "../../../src/model/geometry/vector.ts";
import { findWalls, type FoundPlan } from "../../../src/model/scan/find-walls.ts";
import type { Raster } from "../../../src/model/scan/raster.ts";
import type { Random } from "../../support/random.ts";
import { type Drawing, drawHouse, drawingOf } from "./draw-house.ts";
import { evaluate, type Evaluation, openingsFound } from "./evaluation.ts";
import { type House, madeUpHouse } from "./made-up-house.ts";

/** How many plans are drawn. */
const plans = 20;

/** A found plan in the metres of the house that was drawn. */
const inMetres = (
  { openings, walls }: FoundPlan,
  { height, width }: Raster,
  { degrees, perMetre }: Drawing,
  house: House,
): FoundPlan => {
  const back = (place: Point): Point =>
    plus(turned(times(minus(place, [width / 2, height / 2]), 1 / perMetre), -degrees), [
      house.width / 2,
      house.depth / 2,
    ]);
  return {
    walls: walls.map((wall) => ({ ...wall, from: back(wall.from), to: back(wall.to) })),
    openings: openings.map((each) => ({ ...each, from: back(each.from), to: back(each.to) })),
  };
};

/** What is found in a picture, with so many pixels per metre. */
export const wallsIn = (picture: Raster, perMetre: number): FoundPlan => {
  const found = findWalls(picture, perMetre);
  assert(!isLeft(found), JSON.stringify(found));
  return found.right;
};

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

/** What was found of many houses, each printed, and all together. */
const searched = (
  t: TestContext,
  random: Random,
): Evaluation & { readonly openings: number; readonly foundOpenings: number } => {
  const all = { metres: 0, found: 0, tooMuch: 0, openings: 0, foundOpenings: 0 };
  for (let number = 0; number < plans; number += 1) {
    const house = madeUpHouse(random);
    const drawing = drawingOf(number, random);
    const picture = drawHouse(house, drawing, random);
    const plan = inMetres(wallsIn(picture, drawing.perMetre), picture, drawing, house);
    const { found, metres, tooMuch } = evaluate(plan.walls, house.walls);
    const openings = house.walls.flatMap((wall) => wall.openings);
    const hits = openingsFound(plan.openings, house.walls);
    all.metres += metres;
    all.found += found;
    all.tooMuch += tooMuch;
    all.openings += openings.length;
    all.foundOpenings += hits;
    t.diagnostic(
      `plan ${number + 1}, ${drawing.style}, ${drawing.degrees}°, ${drawing.perMetre} px/m: ${percent(found, metres)} of ${metres.toFixed(0)} m found, ${percent(tooMuch, metres)} too much, ${hits} of ${openings.length} openings`,
    );
  }
  t.diagnostic(
    `all: ${percent(all.found, all.metres)} of ${all.metres.toFixed(0)} m found, ${percent(all.tooMuch, all.metres)} too much, ${percent(all.foundOpenings, all.openings)} of ${all.openings} openings`,
  );
  return all;
};

/** Draws twenty plans by lot, prints what is found of each, and asserts how much it is of all. */
export const assertWallsFound = (t: TestContext, random: Random): void => {
  const { found, foundOpenings, metres, openings, tooMuch } = searched(t, random);
  assert(found >= 0.85 * metres, `${percent(found, metres)} found`);
  assert(tooMuch <= 0.1 * metres, `${percent(tooMuch, metres)} too much`);
  assert(foundOpenings >= 0.7 * openings, `${percent(foundOpenings, openings)} of openings`);
};
