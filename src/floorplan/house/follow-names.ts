import { isLeft } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { messageOf } from "../../../wal/index.ts";
import { optionName } from "../../config.ts";
import { inTurns, type LoopTurns, type Share } from "../../host/loop-turns.ts";
import type { PlanActor } from "../../plan/actor.ts";
import type { StoredPlan } from "../../plan/stored-plan.ts";
import { type NameLimits, noNames, type PlanNames } from "./plan-names.ts";
import { readNames } from "./read-names.ts";

/** Knows what the stored plan names of the house: read beside everything else after each revision, the newest first. */
export class FollowedNames {
  readonly #limits: NameLimits;
  readonly #onNames: (names: PlanNames) => void;
  readonly #share: Share;
  readonly #log: Logger;
  #next: StoredPlan | undefined;
  #work: Promise<void> | undefined;
  #isStopped = false;
  #stop = (): void => undefined;
  #warned = "";
  #names = noNames;

  /** `onNames` gets what a newer plan names, once that is read. */
  constructor(
    limits: NameLimits,
    turns: LoopTurns,
    onNames: (names: PlanNames) => void,
    log: Logger,
  ) {
    this.#limits = limits;
    this.#onNames = onNames;
    this.#share = turns.share();
    this.#log = log;
  }

  /** Of the newest plan that was read. */
  get names(): PlanNames {
    return this.#names;
  }

  /** Starts with the actor's plan, and goes on with each that is saved. */
  async follow(actor: PlanActor): Promise<void> {
    const first = await actor.read((state) => {
      this.#stop = actor.hub.subscribe((plan) => this.#readSoon(plan));
      actor.hub.onJump((plan) => plan && this.#readSoon(plan));
      return state.current;
    })();
    if (!isLeft(first) && first.right !== undefined) this.#readSoon(first.right);
  }

  /** Reads no more; resolves when nothing goes on any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stop();
    await this.#work;
  }

  #readSoon(plan: StoredPlan): void {
    if (plan.rev <= (this.#next?.rev ?? 0)) return;
    this.#next = plan;
    this.#work ??= this.#readNewest()
      .catch((error: unknown) => {
        this.#log.error({ reason: messageOf(error) }, "what the plan names could not be read");
      })
      .finally(() => {
        this.#work = undefined;
      });
  }

  async #readNewest(): Promise<void> {
    for (let read: StoredPlan | undefined; read !== this.#next && !this.#isStopped;) {
      read = this.#next;
      if (read === undefined) return;
      const { names, reached } = await inTurns(readNames(read.json, this.#limits), this.#share);
      if (this.#isStopped) return;
      this.#warnOf(read.rev, [...reached]);
      this.#names = names;
      this.#onNames(names);
    }
  }

  /** Says so once, until something else is reached. */
  #warnOf(rev: number, reached: readonly (keyof NameLimits)[]): void {
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
