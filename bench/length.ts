import { type RunOptions, scales } from "./bench-run.ts";

/** Options of the command line that say how much is measured, and in which order. */
export const lengthOptions = {
  seed: { type: "string" },
  full: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
} as const;

/** What was given for these options. */
interface Given {
  readonly seed?: string | undefined;
  readonly full: boolean;
  readonly quick: boolean;
}

/** Reads them, with a random seed by default; throws a readable error for an invalid one. */
export const lengthOf = (given: Given): Pick<RunOptions, "scale" | "seed"> => {
  const seed = given.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given.seed);
  if (!Number.isInteger(seed)) throw new Error("--seed: expected an integer");
  return { seed, scale: given.full ? scales.full : given.quick ? scales.quick : scales.default };
};
