import { environmentName } from "../config.ts";
import type { Verb } from "./verb.ts";

/** What the project's tests are told by, and what they start has as well. */
const ofTests = /^FLOORPLAN_(?:TEST_|CAMPAIGN|LATE_PAGES)/;

/** The variables `FLOORPLAN_…` of an environment that are no option of any verb: misspelt, or another program's. */
export const unknownVariables = (
  verbs: readonly Verb[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] => {
  const known = new Set(
    verbs.flatMap(({ options }) => options.map(({ name }) => environmentName(name))),
  );
  return Object.keys(environment)
    .filter((name) => name.startsWith("FLOORPLAN_") && !known.has(name) && !ofTests.test(name))
    .toSorted();
};
