import type { Random } from "../support/random.ts";

/** Whether this is the campaign's long form (`npm run test:campaign`) and not the one within `npm test`. */
const isLong = process.env["FLOORPLAN_CAMPAIGN"] === "long";

/** How much of something a test does: a part of it in `npm test`, all of it in the campaign. */
export const scaled = <A>(short: A, long: A): A => (isLong ? long : short);

/** Of a list one in `of`, evenly and by lot, in `npm test`; all of it in the campaign. */
export const sampled = <A>(random: Random, list: readonly A[], of: number): readonly A[] => {
  const first = random.below(of);
  return scaled(
    list.filter((_, at) => at % of === first),
    list,
  );
};
