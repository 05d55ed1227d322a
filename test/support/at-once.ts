import type { Steps } from "../../src/raw-json/steps.ts";

/** Does all steps at once. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
