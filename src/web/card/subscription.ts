import type { PlanData } from "../../model/elements/entities.ts";
import { ChannelClient } from "../connection/channel-client.ts";
import type { SubscriptionState, PlanSource } from "../connection/plan-client.ts";
import { type Asking, type Given, sourceOf } from "./source.ts";

/** What a card is told of the plan that it follows. */
export interface Told {
  readonly plan: (plan: PlanData) => void;
  readonly following: (following: SubscriptionState) => void;
  /** What was told so far is over. */
  readonly ended: () => void;
}

/** A card's subscription: it follows the plan of one source at a time. */
export class Subscription {
  readonly #told: Told;
  #isConnected = false;
  #followed:
    | {
        readonly key: unknown;
        readonly asking: Asking;
        readonly client: PlanSource;
        readonly end: () => void;
      }
    | undefined;

  constructor(told: Told) {
    this.#told = told;
  }

  /** Who asks the source that is followed; undefined where there is none to follow. */
  get asking(): Asking | undefined {
    return this.#followed?.asking;
  }

  /** The client, once it has reached its service. */
  get connectedClient(): PlanSource | undefined {
    return this.#isConnected ? this.#followed?.client : undefined;
  }

  /** Where an image of the plan is loaded from; empty where that is no image of its service. */
  readonly imageUrl = (url: string): string => this.#followed?.client.imageUrl(url) ?? "";

  /** Follows the plan of the source that is given now, once; another source means another subscription. */
  follow(given: Given<PlanSource>): void {
    const source = sourceOf(given, (...way) => new ChannelClient(...way));
    if (source?.key === this.#followed?.key) return;
    this.end();
    if (source === undefined) return;
    const client = source.open();
    const leave = client.subscribe(this.#told.plan, (following) => {
      if (following === "live") this.#isConnected = true;
      this.#told.following(following);
    });
    const end = (): void => {
      leave();
      if (client !== given.client) client.close();
    };
    this.#followed = { key: source.key, asking: source.asking, client, end };
  }

  /** Follows nothing any more. */
  end(): void {
    if (this.#followed === undefined) return;
    this.#followed.end();
    this.#followed = undefined;
    this.#isConnected = false;
    this.#told.ended();
  }
}
