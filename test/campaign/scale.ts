import assert from "node:assert/strict";
import type { Random } from "../support/random.ts";

/** Whether this is the campaign's long form (`npm run test:campaign`) and not the one within `npm test`. */
const isLong = process.env["FLOORPLAN_CAMPAIGN"] === "long";

/** The share of the campaign's cases that is made, of random ones and of long lists: above 0, at most 1. */
const share = Number(process.env["FLOORPLAN_CAMPAIGN_SHARE"] ?? 1);
assert(share > 0 && share <= 1, "FLOORPLAN_CAMPAIGN_SHARE is above 0 and at most 1");

/** How much of something a test does: a part of it in `npm test`, all of it in the campaign. */
export const scaled = <A>(short: A, long: A): A => (isLong ? long : short);

/** How many cases a test makes, such as random ones or rounds of a fault, or for how many ms: few in `npm test`, in the campaign `long` of them, or the share of these. */
export const randomCases = (short: number, long: number): number =>
  scaled(short, Math.ceil(long * share));

const oneIn = <A>(random: Random, list: readonly A[], step: number): readonly A[] => {
  const first = random.below(step);
  return list.filter((_, at) => at % step === first);
};

/** Of a list one in `of`, evenly and by lot, in `npm test`; all of it in the campaign. */
export const sampled = <A>(random: Random, list: readonly A[], of: number): readonly A[] =>
  oneIn(random, list, scaled(of, 1));

/** The same for a long list of cases: in the campaign the share of it, but no less than in `npm test`. */
export const sampledCases = <A>(random: Random, list: readonly A[], of: number): readonly A[] =>
  oneIn(random, list, scaled(of, Math.min(of, Math.ceil(1 / share))));
