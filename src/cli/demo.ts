import { type DemoSize, demoPlan, demoSizes } from "../demo/index.ts";
import type { Verb } from "./verb.ts";

const isSize = (size: string): size is DemoSize => demoSizes.some((known) => known === size);

/** `demo`: a sample plan. */
export const demo: Verb = {
  words: "demo",
  args: `[${demoSizes.join("|")}]`,
  minArgs: 0,
  maxArgs: 1,
  summary: "prints a sample plan as JSON, to be saved",
  options: [],
  run: ({ args: [size = "flat"], out, err }) => {
    if (!isSize(size)) {
      err(`floorplan: there is no sample "${size}", only ${demoSizes.join(", ")}`);
      return Promise.resolve(2);
    }
    out(JSON.stringify(demoPlan(size)));
    return Promise.resolve(0);
  },
};
