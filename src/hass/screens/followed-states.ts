import { isLeft } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../../host/rated-log.ts";
import { type EntitiesEvent, entitiesEvent } from "./entity-change.ts";
import type { HouseClient } from "./house-client.ts";
import type { SharedStates } from "./shared-states.ts";

const keyOf = (entities: ReadonlySet<string>): string => [...entities].toSorted().join();

/**
 * Subscribes to the states of the entities that the plan names, once for all screens. Where other ones are named,
 * the old subscription goes on until the new one has told its first states, so that no screen sees a gap.
 */
export class FollowedStates {
  readonly #states: SharedStates;
  readonly #log: RatedLog;
  #client: HouseClient | undefined;
  #wanted: ReadonlySet<string> = new Set();
  /** What is subscribed to, or is being subscribed to; undefined where nothing was asked for yet. */
  #key: string | undefined;
  #isAsking = false;
  #end: (() => void) | undefined;
  /** The subscription whose events count. */
  #current: object | undefined;

  constructor(states: SharedStates, log: RatedLog) {
    this.#states = states;
    this.#log = log;
  }

  /** The plan names these now. */
  want(entities: ReadonlySet<string>): void {
    this.#wanted = entities;
    void this.#follow();
  }

  readonly connected = (client: HouseClient): void => {
    this.#client = client;
    void this.#follow();
  };

  /** Nothing is known of any entity now. */
  readonly lost = (): void => {
    this.#client = undefined;
    this.#key = undefined;
    this.#end = undefined;
    this.#current = undefined;
    this.#states.replace({});
  };

  async #follow(): Promise<void> {
    while (!this.#isAsking && this.#client !== undefined) {
      const key = keyOf(this.#wanted);
      if (key === this.#key) return;
      this.#key = key;
      this.#isAsking = true;
      await this.#subscribe(this.#client);
      this.#isAsking = false;
    }
  }

  async #subscribe(client: HouseClient): Promise<void> {
    // Home Assistant takes an empty list for all entities there are.
    if (this.#wanted.size === 0) return this.#goOnWith(undefined, undefined, {});
    const mine = {};
    let isFirst = true;
    const fields = { entity_ids: [...this.#wanted] };
    const subscribing = client.subscribe("subscribe_entities", fields, (event) => {
      if (client !== this.#client) return;
      const read = entitiesEvent.decode(event);
      if (isLeft(read))
        return this.#log.warn({}, "Home Assistant tells states that are not understood");
      if (isFirst) this.#goOnWith(mine, end, read.right.a);
      else if (mine === this.#current) this.#states.apply(read.right);
      isFirst = false;
    })();
    const end = (): void =>
      void subscribing.then((subscribed) => (isLeft(subscribed) ? undefined : subscribed.right()));
    const subscribed = await subscribing;
    if (isLeft(subscribed) && client === this.#client)
      this.#log.warn({ ...subscribed.left }, "Home Assistant tells no states");
  }

  #goOnWith(
    current: object | undefined,
    end: (() => void) | undefined,
    states: EntitiesEvent["a"] = {},
  ): void {
    this.#end?.();
    this.#end = end;
    this.#current = current;
    this.#states.replace(states);
  }
}
