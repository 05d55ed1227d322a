import { type DemoSize, demoPlan, demoSizes } from "../demo/index.ts";
import { fail, type Verb } from "./verb.ts";

const isSize = (size: string): size is DemoSize => demoSizes.some((known) => known === size);

/** `demo`: a sample plan. */
export const demo: Verb = {
  words: "demo",
  args: `[${demoSizes.join("|")}]`,
  summary: "prints a sample plan as JSON, to be saved",
  options: [],
  run: (input) => {
    const [size = "flat"] = input.args;
    if (!isSize(size))
      return fail(input, `there is no sample "${size}", only ${demoSizes.join(", ")}`, 2);
    input.out(JSON.stringify(demoPlan(size)));
    return 0;
  },
};
