import { isLeft } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../../host/rated-log.ts";
import { type EntitiesEvent, entitiesEvent } from "./entity-change.ts";
import type { Pauses } from "../pauses.ts";
import type { HouseClient } from "./house-client.ts";
import type { SharedStates } from "./shared-states.ts";

const only = (
  wanted: ReadonlySet<string>,
  { a = {}, c = {}, r = [] }: EntitiesEvent,
): EntitiesEvent & { readonly a: NonNullable<EntitiesEvent["a"]> } => {
  const isWanted = ([id]: readonly [string, unknown]): boolean => wanted.has(id);
  return {
    a: Object.fromEntries(Object.entries(a).filter(isWanted)),
    c: Object.fromEntries(Object.entries(c).filter(isWanted)),
    r,
  };
};

const keyOf = (entities: ReadonlySet<string>): string => [...entities].toSorted().join();

/**
 * Subscribes to the states of the entities that the plan names, once for all screens. Where other ones are named,
 * the old subscription goes on until the new one has told its first states, so that no screen sees a gap; of what is
 * named no more nothing is told from then on. What is refused, or not answered in time, is asked for again.
 */
export class FollowedStates {
  readonly #states: SharedStates;
  readonly #pauses: Pauses;
  readonly #log: RatedLog;
  #client: HouseClient | undefined;
  #wanted: ReadonlySet<string> = new Set();
  /** What is subscribed to, or is being subscribed to; undefined where nothing was asked for yet. */
  #key: string | undefined;
  #isAsking = false;
  #again: NodeJS.Timeout | undefined;
  #end: (() => void) | undefined;
  /** The subscription whose events count. */
  #current: object | undefined;

  /** `pauses` are those before it is asked again. */
  constructor(states: SharedStates, pauses: Pauses, log: RatedLog) {
    this.#states = states;
    this.#pauses = pauses;
    this.#log = log;
  }

  /** The plan names these now. */
  want(entities: ReadonlySet<string>): void {
    this.#wanted = entities;
    this.#states.keepOnly(entities);
    void this.#follow();
  }

  readonly connected = (client: HouseClient): void => {
    this.#client = client;
    void this.#follow();
  };

  /** Nothing is known of any entity now. */
  readonly lost = (): void => {
    clearTimeout(this.#again);
    this.#client = undefined;
    this.#key = undefined;
    this.#end = undefined;
    this.#current = undefined;
    this.#states.replace({});
  };

  async #follow(): Promise<void> {
    clearTimeout(this.#again);
    while (!this.#isAsking && this.#client !== undefined) {
      const client = this.#client;
      const key = keyOf(this.#wanted);
      if (key === this.#key) return;
      this.#key = key;
      this.#isAsking = true;
      const isSubscribed = await this.#subscribe(client);
      this.#isAsking = false;
      if (client !== this.#client) continue;
      if (!isSubscribed) return this.#followLater();
      this.#pauses.reset();
    }
  }

  #followLater(): void {
    this.#key = undefined;
    this.#again = setTimeout(() => void this.#follow(), this.#pauses.next()).unref();
  }

  /** Whether Home Assistant does it. */
  async #subscribe(client: HouseClient): Promise<boolean> {
    // Home Assistant takes an empty list for all entities there are.
    if (this.#wanted.size === 0) {
      this.#goOnWith(undefined, undefined, {});
      return true;
    }
    const mine = {};
    let isFirst = true;
    const fields = { entity_ids: [...this.#wanted] };
    const subscribing = client.subscribe("subscribe_entities", fields, (event) => {
      if (client !== this.#client) return;
      const read = entitiesEvent.decode(event);
      if (isLeft(read))
        return this.#log.warn({}, "Home Assistant tells states that are not understood");
      // The plan may name others by now.
      const wanted = only(this.#wanted, read.right);
      if (isFirst) this.#goOnWith(mine, end, wanted.a);
      else if (mine === this.#current) this.#states.apply(wanted);
      isFirst = false;
    })();
    const end = (): void =>
      void subscribing.then((subscribed) => (isLeft(subscribed) ? undefined : subscribed.right()));
    const subscribed = await subscribing;
    if (isLeft(subscribed) && client === this.#client)
      this.#log.warn({ ...subscribed.left }, "Home Assistant tells no states");
    return !isLeft(subscribed);
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
