import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Scale, scales } from "./scale.ts";

/** What a run was asked for. */
export interface Options {
  readonly only: readonly string[];
  readonly json: string | undefined;
  readonly seed: number;
  readonly scale: Scale;
  /** The Node.js that runs the service and its floors. */
  readonly node: string;
}

/** How to ask. */
export const usage = `npm run bench -- [--only FIGURE,…] [--full | --quick] [--json FILE] [--seed N] [--node PATH]

  --only   some of the figures; all by default
  --full   the long forms that the targets speak of, some twelve minutes
  --quick  next to nothing of each: shows that it works
  --json   writes the results to a file as well
  --seed   repeats the random choices of a run
  --node   runs the service and its floors on another Node.js; the load stays on this one
`;

/** Reads the arguments; throws an error that says what is wrong with them. */
export const readOptions = (args: readonly string[], figures: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      json: { type: "string" },
      seed: { type: "string" },
      node: { type: "string", default: process.execPath },
      full: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
    },
  });
  const only = values.only?.split(",") ?? figures;
  const unknown = only.find((name) => !figures.includes(name));
  if (unknown !== undefined)
    throw new Error(`--only: there is no figure "${unknown}"; there are ${figures.join(", ")}`);
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error("--seed: expected an integer");
  const node = resolve(values.node);
  try {
    accessSync(node, constants.X_OK);
  } catch {
    throw new Error(`--node: ${node} is no program that can be run`);
  }
  const scale = values.full ? scales.full : values.quick ? scales.quick : scales.default;
  return { only, json: values.json, seed, scale, node };
};
