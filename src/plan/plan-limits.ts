/** Limits of a plan. */
export interface PlanLimits {
  /** Bytes of the plan as compact JSON in UTF-8, without its `rev`. */
  readonly planBytes: number;
  /** Levels of nesting; the plan itself is the first. */
  readonly planDepth: number;
}
