/** Whether this is the campaign's long form (`npm run test:campaign`) and not the one within `npm test`. */
const isLong = process.env["FLOORPLAN_CAMPAIGN"] === "long";

/** How much of something a test does: a part of it in `npm test`, all of it in the campaign. */
export const scaled = <A>(short: A, long: A): A => (isLong ? long : short);
