import { flatPlan } from "../model/demo/flat.ts";
import type { Verb } from "./verb.ts";

/** `demo`: a sample plan. */
export const demo: Verb = {
  words: "demo",
  summary: "prints a small flat as JSON, to be saved",
  options: [],
  run: ({ out }) => {
    out(JSON.stringify(flatPlan()));
    return 0;
  },
};
