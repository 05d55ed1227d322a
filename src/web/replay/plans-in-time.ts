import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanSource, PlanProblem } from "../connection/plan-client.ts";

/** Whoever keeps earlier plans. */
export type RevisionSource = Pick<PlanSource, "times" | "revision">;

/** A plan, and whether it is the one that was there at the moment. */
export interface PlanAtMoment {
  /** Nothing where it is today's. */
  readonly plan: PlanData | undefined;
  /** `then`: it was there; `oldest`: no older one is kept; `today`: who looks may not see earlier ones. */
  readonly which: "then" | "oldest" | "today";
}

const todays: PlanAtMoment = { plan: undefined, which: "today" };

/** Finds the plan of a moment among those that the service keeps; each is asked for once. */
export class PlanTimeline {
  readonly #client: RevisionSource;
  readonly #plans = new Map<number, Promise<Either<PlanProblem, PlanData>>>();
  #times: ReturnType<RevisionSource["times"]> | undefined;

  constructor(client: RevisionSource) {
    this.#client = client;
  }

  /** The plan at a moment, in milliseconds since 1970. A left: it could not be got just now. */
  async at(ms: number): Promise<Either<PlanProblem, PlanAtMoment>> {
    const times = await (this.#times ??= this.#client.times());
    // No right to see the history, or a service that has no times: today's plan is all that there is.
    if (isLeft(times)) return right(todays);
    const entry = times.right.findLast(({ savedAt }) => Date.parse(savedAt) <= ms);
    const found = entry ?? times.right[0];
    if (found === undefined || found === times.right.at(-1))
      return right({ plan: undefined, which: entry === undefined ? "oldest" : "then" });
    const plan = await this.#revision(found.rev);
    if (isLeft(plan)) return plan;
    return right({ plan: plan.right, which: entry === undefined ? "oldest" : "then" });
  }

  async #revision(rev: number): Promise<Either<PlanProblem, PlanData>> {
    const asked = this.#plans.get(rev) ?? this.#client.revision(rev);
    this.#plans.set(rev, asked);
    const plan = await asked;
    if (isLeft(plan)) this.#plans.delete(rev);
    return plan;
  }
}
