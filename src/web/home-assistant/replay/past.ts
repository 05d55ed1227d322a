import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { EntityState, States } from "../../../model/bindings/entity-state.ts";
import type { PastState } from "../home-assistant.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { PlanProblem, PlanSource } from "../../connection/plan-client.ts";

/** A state, and since when it was that, in milliseconds since 1970. */
interface StateSince {
  readonly atMs: number;
  readonly state: EntityState;
}

/** The last entry that is not later than a moment. */
const lastUntil = (entries: readonly StateSince[], ms: number): StateSince | undefined => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.atMs ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
};

/** What the states of entities were during some time. */
export class StateTimeline {
  readonly #entities = new Map<string, readonly StateSince[]>();

  /** Takes in what the history has of some entities. What an entry lacks of attributes is taken from `now`: a unit, or what kind of entity it is, stays. */
  add(past: ReadonlyMap<string, readonly PastState[]>, now: States): void {
    for (const [entity, states] of past) {
      const { attributes } = now(entity) ?? {};
      const since = states.map(({ state, atMs, attributes: then }) => ({
        atMs,
        state: { state, attributes: { ...attributes, ...then }, last_changed: atMs / 1000 },
      }));
      this.#entities.set(
        entity,
        since.toSorted((one, other) => one.atMs - other.atMs),
      );
    }
  }

  /** Whether the state of any entity is known at a moment, in milliseconds since 1970. */
  isKnownAt(ms: number): boolean {
    return [...this.#entities.values()].some((entries) => lastUntil(entries, ms) !== undefined);
  }

  /** The states at a moment, in milliseconds since 1970: the same objects for as long as they were the same. */
  at(ms: number): States {
    return (entity) => lastUntil(this.#entities.get(entity) ?? [], ms)?.state;
  }
}

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
