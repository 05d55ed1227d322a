/** Work that is done in steps: at each `yield` others may have their turn. What it returns is its result. */
export type CooperativeTask<A> = Generator<undefined, A, undefined>;

/** Does all steps at once, for whoever keeps nobody waiting. */
export const runAtOnce = <A>(steps: CooperativeTask<A>): A => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
