import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { EntityState, States } from "../../../model/bindings/entity-state.ts";
import type { PastState } from "../home-assistant.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { RevisionSource } from "../../connection/past-plans.ts";
import { withCounted } from "./counters.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";

/** A state and its start, in milliseconds since 1970. */
interface StateSince {
  readonly atMs: number;
  readonly state: EntityState;
}

/** The last entry not later than `ms`. */
const lastUntil = (entries: readonly StateSince[], ms: number): StateSince | undefined => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.atMs ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
};

/** The states of entities over a period. */
export class StateTimeline {
  readonly #entities = new Map<string, readonly StateSince[]>();

  /** Adds history of some entities. Attributes that an entry lacks, such as the unit, are taken from `now`. */
  add(past: ReadonlyMap<string, readonly PastState[]>, now: States): void {
    for (const [entity, states] of past) {
      const { attributes } = now(entity) ?? {};
      const inOrder = states.toSorted((one, other) => one.atMs - other.atMs);
      const known = inOrder.map(({ state, atMs, attributes: then }) => ({
        state,
        attributes: { ...attributes, ...then },
        last_changed: atMs / 1000,
      }));
      const since = withCounted(known).map((state, at) => ({
        atMs: inOrder[at]?.atMs ?? Number.NaN,
        state,
      }));
      this.#entities.set(entity, since);
    }
  }

  /** Whether any state is known at a time, in milliseconds since 1970. */
  isKnownAt(ms: number): boolean {
    for (const entries of this.#entities.values())
      if (lastUntil(entries, ms) !== undefined) return true;
    return false;
  }

  /** When one of some entities last changed until a time, in milliseconds since 1970; -Infinity if that is not known. */
  changedAt(entities: readonly string[], ms: number): number {
    const last = entities.map((entity) => lastUntil(this.#entities.get(entity) ?? [], ms)?.atMs);
    return Math.max(-Infinity, ...last.filter((at) => at !== undefined));
  }

  /** The times of a period at which any of some entities changed, in order. */
  changes(entities: readonly string[], fromMs: number, toMs: number): readonly number[] {
    const all = entities.flatMap((entity) => this.#entities.get(entity) ?? []);
    const times = all.flatMap(({ atMs }) => (atMs > fromMs && atMs <= toMs ? [atMs] : []));
    return [...new Set(times)].toSorted((one, other) => one - other);
  }

  /** The states at a time, in milliseconds since 1970; unchanged states stay the same objects. */
  at(ms: number): States {
    return (entity) => lastUntil(this.#entities.get(entity) ?? [], ms)?.state;
  }
}

/** A plan, and how it relates to the requested time. */
export interface PlanAtMoment {
  /** Undefined for today's plan. */
  readonly plan: PlanData | undefined;
  /** `then`: the plan of that time; `oldest`: no older one is stored; `today`: the user may not see earlier ones. */
  readonly which: "then" | "oldest" | "today";
}

const todays: PlanAtMoment = { plan: undefined, which: "today" };

/** Finds the stored plan of a time; each plan is requested once. */
export class PlanTimeline {
  readonly #client: RevisionSource;
  readonly #plans = new Map<number, Promise<Either<PlanProblem, PlanData>>>();
  #times: ReturnType<RevisionSource["times"]> | undefined;

  constructor(client: RevisionSource) {
    this.#client = client;
  }

  /** The plan at a time, in milliseconds since 1970. A left: it could not be loaded. */
  async at(ms: number): Promise<Either<PlanProblem, PlanAtMoment>> {
    const times = await (this.#times ??= this.#client.times());
    // The user may not see the history, or an old service has no times: only today's plan is available.
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
