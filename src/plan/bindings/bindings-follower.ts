import { isLeft } from "fp-ts/lib/Either.js";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { optionName } from "../../server/config.ts";
import {
  inTurns,
  type EventLoopTurns,
  type YieldTurn,
} from "../../server/runtime/event-loop-turns.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { PlanActor } from "../actor.ts";
import type { StoredPlan } from "../stored-plan.ts";
import { emptyText, type PlanText } from "../text/plan-text.ts";
import {
  type BindingLimits,
  BindingReader,
  noBindings,
  type PlanBindings,
} from "./plan-bindings.ts";

/** What a revision's plan names; nothing before the first. */
interface KnownBindings {
  readonly rev: number;
  readonly names: PlanBindings;
  readonly text: PlanText;
}

/**
 * Follows what the stored plan names of Home Assistant: read in the background after each revision, the newest first.
 */
export class BindingsFollower {
  readonly reader: BindingReader;
  readonly #limits: BindingLimits;
  readonly #onNames: (names: PlanBindings) => void;
  readonly #share: YieldTurn;
  readonly #log: RatedLog;
  #newest: StoredPlan | undefined;
  #wasRead: StoredPlan | undefined;
  readonly #readNewest = coalescing(() => this.#read());
  readonly #readSoon: () => void;
  #begin = (): void => undefined;
  /** Resolves once there is a plan to read. */
  readonly #begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });
  #isStopped = false;
  #stop = (): void => undefined;
  #warned = "";
  #known: KnownBindings = { rev: 0, names: noBindings, text: emptyText };

  /** `onNames` gets the names of a newer plan once it is read. */
  constructor(
    limits: BindingLimits,
    turns: EventLoopTurns,
    onNames: (names: PlanBindings) => void,
    log: RatedLog,
  ) {
    this.#limits = limits;
    this.reader = new BindingReader(limits);
    this.#onNames = onNames;
    this.#share = turns.share();
    this.#log = log;
    this.#readSoon = log.boundary("the plan's bindings could not be read", this.#readNewest);
  }

  get newest(): KnownBindings {
    return this.#known;
  }

  /** Starts with the actor's plan and continues with each save. */
  async follow(actor: PlanActor): Promise<void> {
    const first = await actor.read((state) => {
      this.#stop = actor.revisions.subscribe((plan) => this.#came(plan));
      actor.jumps.subscribe((plan) => this.#came(plan));
      return state.current;
    })();
    if (!isLeft(first)) this.#came(first.right);
    this.#begin();
  }

  /** Resolves when the names of the newest plan are known; waits for the first plan. */
  readonly known = async (): Promise<void> => {
    await this.#begun;
    await this.#readNewest();
  };

  /** Stops; resolves when no work is in progress. */
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
    const text = await inTurns(plan.textInSteps(), this.#share);
    const { names, reached } = await inTurns(this.reader.read(text), this.#share);
    if (this.#isStopped) return;
    this.#warnOf(plan.rev, [...reached]);
    this.#known = { rev: plan.rev, names, text };
    this.#onNames(names);
  }

  /** Warns once, until other limits are reached. */
  #warnOf(rev: number, reached: readonly (keyof BindingLimits)[]): void {
    const limits = Object.fromEntries(
      reached.map((limit) => [optionName(limit), this.#limits[limit]]),
    );
    const text = JSON.stringify(limits);
    if (reached.length > 0 && text !== this.#warned)
      this.#log.warn(
        { rev, limits },
        "the plan names more of Home Assistant than the limits allow: screens lack the rest",
      );
    this.#warned = text;
  }
}
