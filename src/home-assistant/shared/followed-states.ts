import { isLeft } from "fp-ts/lib/Either.js";
import type { Guarded } from "../../server/runtime/boundary.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { type EntitiesEvent, type ReadEntities, readEntities } from "./entity-events.ts";
import { type Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import type { HassClient, HassEvent } from "./shared-connection.ts";
import type { SharedStates } from "./shared-states.ts";

/** So many of them are named in the log. */
const mostTold = 10;

const keyOf = (entities: ReadonlySet<string>): string => [...entities].toSorted().join();

/**
 * Subscribes to the states of the entities that the plan names, once for all screens. Where other ones are named,
 * the old subscription goes on until the new one has told its first states, so that no screen sees a gap; of what is
 * named no more nothing is told from then on. What is refused, not answered in time or not understood is asked for again.
 */
export class FollowedStates {
  readonly #states: SharedStates;
  readonly #pauses: Backoff;
  readonly #log: RatedLog;
  #client: HassClient | undefined;
  #wanted: ReadonlySet<string> = new Set();
  /** What is subscribed to, or is being subscribed to; undefined where nothing was asked for yet. */
  #key: string | undefined;
  #end: (() => void) | undefined;
  /** The subscription whose events count. */
  #current: object | undefined;

  /** Asks for what is wanted now, if that is not what was asked for. */
  readonly #follow: Guarded;
  readonly #retry: RetryTimer;

  /** `pauses` are those before it is asked again. */
  constructor(states: SharedStates, pauses: Backoff, log: RatedLog) {
    this.#states = states;
    this.#pauses = pauses;
    this.#log = log;
    this.#follow = log.boundary(
      "states could not be asked for",
      coalescing(() => this.#askFor(this.#wanted)),
      () => this.#followLater(),
    );
    this.#retry = new RetryTimer(this.#follow);
  }

  /** The plan names these now. */
  want(entities: ReadonlySet<string>): void {
    this.#wanted = entities;
    this.#states.keepOnly(entities);
    this.#follow();
  }

  readonly connected = (client: HassClient): void => {
    this.#client = client;
    this.#follow();
  };

  /** Nothing is known of any entity now. */
  readonly lost = (): void => {
    this.#retry.stop();
    this.#client = undefined;
    this.#key = undefined;
    this.#end = undefined;
    this.#current = undefined;
    this.#states.replace({});
  };

  async #askFor(wanted: ReadonlySet<string>): Promise<void> {
    this.#retry.stop();
    const client = this.#client;
    const key = keyOf(wanted);
    if (client === undefined || key === this.#key) return;
    this.#key = key;
    const isSubscribed = await this.#subscribe(client, wanted);
    // Whoever connected it anew has asked again.
    if (client !== this.#client) return;
    if (!isSubscribed) this.#followLater();
  }

  #followLater(): void {
    this.#key = undefined;
    this.#retry.start(this.#pauses);
  }

  /** An event, of which the log hears what is not understood; undefined where it is none. The plan may name others by now. */
  #read({ json, levels }: HassEvent): ReadEntities | undefined {
    const read = readEntities(json, this.#wanted, levels);
    if (isLeft(read)) {
      this.#log.warn({}, "Home Assistant tells states that are not understood");
      return undefined;
    }
    const { notUnderstood } = read.right;
    if (notUnderstood.length > 0)
      this.#log.warn(
        { entities: notUnderstood.slice(0, mostTold), levels },
        "Home Assistant tells of some entities what is not understood, or nested deeper than message-depth",
      );
    return read.right;
  }

  /** Whether Home Assistant does it. */
  async #subscribe(client: HassClient, wanted: ReadonlySet<string>): Promise<boolean> {
    // Home Assistant takes an empty list for all entities there are.
    if (wanted.size === 0) {
      this.#goOnWith(undefined, undefined, {});
      return true;
    }
    const mine = {};
    let isFirst = true;
    const fields = { entity_ids: [...wanted] };
    const subscribing = client.subscribe("subscribe_entities", fields, (event) => {
      if (client !== this.#client || !(isFirst || mine === this.#current)) return;
      const read = this.#read(event);
      const isUnderstood = read?.notUnderstood.length === 0;
      if (!isFirst) {
        const isKnown = read !== undefined && this.#states.apply(read.event);
        // Of what is gone here Home Assistant tells only how it changes: the whole of it has to be asked for.
        if (!isKnown || !isUnderstood) this.#followLater();
        return;
      }
      isFirst = false;
      if (isUnderstood) this.#pauses.reset();
      if (read !== undefined) return this.#goOnWith(mine, end, read.event.a);
      end();
      this.#followLater();
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
