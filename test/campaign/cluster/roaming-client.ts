import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../support/random.ts";
import { type Asking, isNotLoaded, type Recorded } from "../recorder.ts";
import { WireClient } from "../wire-client.ts";
import type { Campaign } from "./campaign.ts";
import type { ClientPlace } from "./client-node.ts";

/** A client at a node. What is asked there was so at a moment since it came. */
export interface NodeVisit extends Asking {
  readonly place: ClientPlace;
  /** The newest revision that its subscription told; undefined before the first. */
  readonly told: () => number | undefined;
  /** False where the node has no plan to show, or the connection ended. */
  readonly subscribe: () => Promise<boolean>;
  readonly leave: () => void;
}

/** A client that goes from node to node, and is never shown an older plan than it has seen. */
export class RoamingClient {
  readonly name: string;
  readonly random: Random;
  /** The newest revision that it has seen. */
  newest = 0;
  readonly #campaign: Campaign;
  #at: number;
  /** The kill that it flees from, as its time. */
  #fleesFrom: number | undefined;

  constructor(campaign: Campaign, name: string, at: number) {
    this.name = name;
    this.random = campaign.lot();
    this.#campaign = campaign;
    this.#at = at;
  }

  /** Is shown a revision: no older one than it had seen, for a reply before the question. */
  sees(rev: number, where: string, before = this.newest): void {
    assert(rev >= before, `${this.name} had seen ${before}, and then ${rev} at ${where}`);
    this.newest = Math.max(rev, this.newest);
  }

  /** Chooses another node for its next stay. */
  wander(): void {
    this.#at += 1 + this.random.below(2);
  }

  /** Comes to the next node that lets it in; undefined where the campaign is over before. */
  async arrive(): Promise<NodeVisit | undefined> {
    const { places, recorder, t } = this.#campaign;
    while (this.#campaign.isViewing) {
      const place = places[this.#at % places.length];
      assert(place !== undefined);
      const hadQuorum = this.#campaign.hasQuorum;
      const came = recorder.now();
      const events: Recorded["events"] = [];
      const client =
        place.access &&
        (await WireClient.login(t, place.access, (message) => {
          try {
            const shown = recorder.shown(message);
            events.push({ at: recorder.now(), ...shown });
            this.sees(shown.rev, place.name);
          } catch (error) {
            this.#campaign.complain(error);
          }
        }));
      if (client !== undefined) {
        if (hadQuorum && this.#campaign.hasQuorum)
          return this.#stay(client, place, { invoked: came, events });
        // Nobody can save: the node shows what it has, which may lack what was saved in the moment before.
        this.newest = 0;
        this.#campaign.figures.blind += 1;
        return this.#stay(client, place, { invoked: 0, events });
      }
      this.#at += 1;
      await sleep(20 + this.random.below(80));
    }
    return undefined;
  }

  #stay(client: WireClient, place: ClientPlace, subscription: Recorded): NodeVisit {
    const { recorder, figures } = this.#campaign;
    if (this.#fleesFrom !== undefined) figures.back.push(performance.now() - this.#fleesFrom);
    this.#fleesFrom = undefined;
    let hasLeft = false;
    client.ws.on("close", (code, reason) => {
      if (hasLeft) return;
      this.#fleesFrom = place.killedAt;
      if (!place.isExcused)
        this.#campaign.complain(
          new Error(`${place.name} closed ${this.name}: ${code} ${reason.toString()}`),
        );
    });
    return {
      client,
      recorder,
      place,
      since: subscription.invoked,
      told: () => subscription.events.at(-1)?.rev,
      subscribe: async () => {
        recorder.subscriptions.push(subscription);
        const reply = await client.request("plan/subscribe");
        return reply !== undefined && !isNotLoaded(reply);
      },
      leave: () => {
        hasLeft = true;
        client.ws.terminate();
      },
    };
  }
}
