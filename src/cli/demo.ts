import { flatPlan } from "../demo/flat.ts";
import type { Verb } from "./verb.ts";

/** `demo`: a sample plan. */
export const demo: Verb = {
  words: "demo",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  summary: "prints a small flat as JSON, to be saved",
  options: [],
  run: ({ out }) => {
    out(JSON.stringify(flatPlan()));
    return Promise.resolve(0);
  },
};
