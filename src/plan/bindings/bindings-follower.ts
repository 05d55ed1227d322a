import { isLeft } from "fp-ts/lib/Either.js";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { optionName } from "../../server/settings.ts";
import { inTurns, type LoopTurns, type Share } from "../../server/runtime/event-loop-turns.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { PlanActor } from "../actor.ts";
import type { StoredPlan } from "../stored-plan.ts";
import {
  type BindingLimits,
  noBindings,
  type PlanBindings,
  readBindings,
} from "./plan-bindings.ts";

/** What a revision of the plan names; none before the first. */
interface KnownBindings {
  readonly rev: number;
  readonly names: PlanBindings;
}

/** Knows what the stored plan names of the house: read beside everything else after each revision, the newest first. */
export class BindingsFollower {
  readonly #limits: BindingLimits;
  readonly #onNames: (names: PlanBindings) => void;
  readonly #share: Share;
  readonly #log: RatedLog;
  #newest: StoredPlan | undefined;
  #wasRead: StoredPlan | undefined;
  /** Reads the newest plan; resolves when that is done. */
  readonly #readNewest = coalescing(() => this.#read());
  readonly #readSoon: () => void;
  #begin = (): void => undefined;
  /** Resolves once there is a plan to be read. */
  readonly #begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });
  #isStopped = false;
  #stop = (): void => undefined;
  #warned = "";
  #known: KnownBindings = { rev: 0, names: noBindings };

  /** `onNames` gets what a newer plan names, once that is read. */
  constructor(
    limits: BindingLimits,
    turns: LoopTurns,
    onNames: (names: PlanBindings) => void,
    log: RatedLog,
  ) {
    this.#limits = limits;
    this.#onNames = onNames;
    this.#share = turns.share();
    this.#log = log;
    this.#readSoon = log.boundary("what the plan names could not be read", this.#readNewest);
  }

  /** Of the newest plan that was read. */
  get newest(): KnownBindings {
    return this.#known;
  }

  /** Starts with the actor's plan, and goes on with each that is saved. */
  async follow(actor: PlanActor): Promise<void> {
    const first = await actor.read((state) => {
      this.#stop = actor.hub.subscribe((plan) => this.#came(plan));
      actor.hub.onJump((plan) => this.#came(plan));
      return state.current;
    })();
    if (!isLeft(first)) this.#came(first.right);
    this.#begin();
  }

  /** Resolves when what the newest plan names is known; waits for a plan to be followed. */
  readonly known = async (): Promise<void> => {
    await this.#begun;
    await this.#readNewest();
  };

  /** Reads no more; resolves when nothing goes on any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#begin();
    this.#stop();
    await this.#readNewest();
  }

  #came(plan: StoredPlan | undefined): void {
    if (plan === undefined || plan.rev <= (this.#newest?.rev ?? 0)) return;
    this.#newest = plan;
    this.#readSoon();
  }

  async #read(): Promise<void> {
    const plan = this.#newest;
    if (plan === undefined || plan === this.#wasRead || this.#isStopped) return;
    this.#wasRead = plan;
    const { names, reached } = await inTurns(readBindings(plan.json, this.#limits), this.#share);
    if (this.#isStopped) return;
    this.#warnOf(plan.rev, [...reached]);
    this.#known = { rev: plan.rev, names };
    this.#onNames(names);
  }

  /** Says so once, until something else is reached. */
  #warnOf(rev: number, reached: readonly (keyof BindingLimits)[]): void {
    const limits = Object.fromEntries(
      reached.map((limit) => [optionName(limit), this.#limits[limit]]),
    );
    const text = JSON.stringify(limits);
    if (reached.length > 0 && text !== this.#warned)
      this.#log.warn(
        { rev, limits },
        "the plan names more of Home Assistant than is looked at: screens do without the rest",
      );
    this.#warned = text;
  }
}
