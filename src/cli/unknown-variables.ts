import { type Either, left, right } from "fp-ts/lib/Either.js";
import { environmentName } from "../server/settings.ts";
import type { Verb } from "./verb.ts";

/** What the project's tests are told by, and what they start has as well. */
const ofTests = /^FLOORPLAN_(?:TEST_|CAMPAIGN|LATE_PAGES)/;

/** The left names the variables `FLOORPLAN_…` of an environment that are no option of any verb: misspelt, or another program's. */
export const checkVariables = (
  verbs: readonly Verb[],
  environment: Readonly<Record<string, string | undefined>>,
): Either<string, void> => {
  const known = new Set(
    verbs.flatMap(({ options }) => options.map(({ name }) => environmentName(name))),
  );
  const unknown = Object.keys(environment)
    .filter((name) => name.startsWith("FLOORPLAN_") && !known.has(name) && !ofTests.test(name))
    .toSorted();
  return unknown.length === 0
    ? right(undefined)
    : left(`no option has the variable ${unknown.join(", ")}`);
};
