import type { Page } from "playwright-core";
import { sampled } from "../campaign/scale.ts";
import { randomOf } from "../support/random.ts";
import { accessibilityViolations } from "./accessibility-violations.ts";

/** One look in so many is taken in `npm test`, each for half a second: the views are looked at one by one besides. */
const oneIn = 3;

const seed = Number(process.env["FLOORPLAN_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
const random = randomOf(seed);
let coming: boolean[] = [];

/** The accessibility violations of a page, at one of three calls by lot; the campaign looks at every call. */
export const sampledViolations = async (page: Page): Promise<readonly string[]> => {
  if (coming.length === 0) {
    const turns = [...Array(oneIn).keys()];
    const looks = sampled(random, turns, oneIn);
    coming = turns.map((turn) => looks.includes(turn));
  }
  if (coming.shift() !== true) return [];
  const found = await accessibilityViolations(page);
  return found.map((barrier) => `${barrier}\nwith FLOORPLAN_TEST_SEED=${seed}`);
};
