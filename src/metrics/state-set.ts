import type { Readings } from "../server/metrics/metrics.ts";

/** One of several states, as OpenMetrics' state sets have it: 1 for the one that it is, 0 for each of the others. */
export const stateSet = <State extends string>(
  label: string,
  states: readonly State[],
  state: State,
): Readings => states.map((each) => ({ labels: { [label]: each }, value: Number(each === state) }));
