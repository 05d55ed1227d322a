import assert from "node:assert/strict";
import type { Random } from "../support/random.ts";

/** Whether this is the campaign's long form (`npm run test:campaign`) and not the one within `npm test`. */
const isLong = process.env["FLOORPLAN_CAMPAIGN"] === "long";

/** The share of the campaign's random cases that is made: above 0, at most 1. */
const share = Number(process.env["FLOORPLAN_CAMPAIGN_SHARE"] ?? 1);
assert(share > 0 && share <= 1, "FLOORPLAN_CAMPAIGN_SHARE is above 0 and at most 1");

/** How much of something a test does: a part of it in `npm test`, all of it in the campaign. */
export const scaled = <A>(short: A, long: A): A => (isLong ? long : short);

/** How many random cases a test makes, or for how many ms: few in `npm test`, in the campaign `long` of them, or the share of these. */
export const randomCases = (short: number, long: number): number =>
  scaled(short, Math.ceil(long * share));

/** Of a list one in `of`, evenly and by lot, in `npm test`; all of it in the campaign. */
export const sampled = <A>(random: Random, list: readonly A[], of: number): readonly A[] => {
  const first = random.below(of);
  return scaled(
    list.filter((_, at) => at % of === first),
    list,
  );
};
