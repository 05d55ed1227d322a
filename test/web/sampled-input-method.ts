import { sampled } from "../campaign/scale.ts";
import { randomOf } from "../support/random.ts";

const seed = Number(process.env["FLOORPLAN_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

/**
 * Of the ways in which the same is done, such as by the keyboard and by touch, one by lot in `npm test`; all of
 * them in the campaign. Under one seed it is the same for all files, in whatever order they load. The name of a
 * test says which way it goes.
 */
export const sampledInputMethod = <A>(ways: readonly A[]): readonly A[] =>
  sampled(randomOf(seed), ways, ways.length);
