import type { PlanData } from "../../elements/entities.ts";
import type { Following, PlanClient } from "../client/plan-client.ts";
import { type Given, sourceOf } from "./source.ts";

/** What a card is told of the plan that it follows. */
export interface Told {
  readonly plan: (plan: PlanData) => void;
  readonly following: (following: Following) => void;
  /** What was told so far is over. */
  readonly ended: () => void;
}

/** A card's subscription: it follows the plan of one source at a time. */
export class Subscription {
  readonly #told: Told;
  /** What it came from; another source means another subscription. */
  #source: unknown;
  #client: PlanClient | undefined;
  #end: (() => void) | undefined;

  constructor(told: Told) {
    this.#told = told;
  }

  /** Whether there is a source to follow. */
  get hasSource(): boolean {
    return this.#source !== undefined;
  }

  /** Where an image of the plan is loaded from; empty where that is no image of its service. */
  readonly imageUrl = (url: string): string => this.#client?.imageUrl(url) ?? "";

  /** Follows the plan of the source that is given now, once. */
  follow(given: Given): void {
    const source = sourceOf(given);
    if (source?.key === this.#source) return;
    this.end();
    if (source === undefined) return;
    this.#source = source.key;
    const client = source.open();
    this.#client = client;
    const end = client.subscribe(this.#told.plan, this.#told.following);
    this.#end = () => {
      end();
      if (client !== given.client) client.close();
    };
  }

  /** Follows nothing any more. */
  end(): void {
    this.#end?.();
    this.#end = undefined;
    this.#client = undefined;
    if (this.#source !== undefined) this.#told.ended();
    this.#source = undefined;
  }
}
