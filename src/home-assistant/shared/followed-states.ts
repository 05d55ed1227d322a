import { isLeft } from "fp-ts/lib/Either.js";
import type { Guarded } from "../../server/runtime/boundary.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { type EntitiesEvent, type ReadEntities, readEntities } from "./entity-events.ts";
import { type Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import type { HomeAssistantClient, HomeAssistantEvent } from "./shared-connection.ts";

/** The most entities named in a log message. */
const maxTold = 10;

const keyOf = (entities: ReadonlySet<string>): string => [...entities].toSorted().join();

/** What keeps the states of followed entities. */
export interface StateSink {
  /** Applies an event. False if it changes an entity that is unknown. */
  readonly apply: (event: EntitiesEvent) => boolean;
  /**
   * Replaces all states: these are all that Home Assistant has of the `answered` entities, besides the `unreadable`
   * ones.
   */
  readonly replace: (
    states: NonNullable<EntitiesEvent["a"]>,
    answered: ReadonlySet<string>,
    unreadable: ReadonlySet<string>,
  ) => void;
  /** Drops all other entities. */
  readonly keepOnly: (entities: ReadonlySet<string>) => void;
}

const none: ReadonlySet<string> = new Set();

/** A subscription at Home Assistant, or one that it was asked for. */
interface Subscription {
  readonly end: () => void;
}

/**
 * Subscribes to the states of the entities that the plan names, once for all screens. If the plan names others, the
 * old subscription continues until the new one has sent its first states, so that no screen sees a gap; entities no
 * longer named are dropped at once. A subscription is retried if it is refused, late or unreadable.
 */
export class FollowedStates {
  readonly #states: StateSink;
  readonly #pauses: Backoff;
  readonly #log: RatedLog;
  #client: HomeAssistantClient | undefined;
  #wanted: ReadonlySet<string> = new Set();
  /** Identifies the current or requested subscription; undefined before the first request. */
  #key: string | undefined;
  /** The newest request, until its first event. */
  #requested: Subscription | undefined;
  /** The subscription whose events count. */
  #current: Subscription | undefined;

  /** Subscribes to what is wanted now, unless that was requested already. */
  readonly #follow: Guarded;
  readonly #retry: RetryTimer;

  /** `pauses`: the pauses before a retry. */
  constructor(states: StateSink, pauses: Backoff, log: RatedLog) {
    this.#states = states;
    this.#pauses = pauses;
    this.#log = log;
    this.#follow = log.boundary(
      "states could not be requested",
      coalescing(() => this.#askFor(this.#wanted)),
      () => this.#followLater(),
    );
    this.#retry = new RetryTimer(this.#follow);
  }

  /** The plan names these entities now. */
  want(entities: ReadonlySet<string>): void {
    this.#wanted = entities;
    this.#states.keepOnly(entities);
    this.#follow();
  }

  readonly connected = (client: HomeAssistantClient): void => {
    this.#client = client;
    this.#follow();
  };

  /** The connection is lost, so no state is known. */
  readonly lost = (): void => {
    this.#retry.stop();
    this.#client = undefined;
    this.#key = undefined;
    this.#requested = undefined;
    this.#current = undefined;
    this.#states.replace({}, none, none);
  };

  async #askFor(wanted: ReadonlySet<string>): Promise<void> {
    this.#retry.stop();
    const client = this.#client;
    const key = keyOf(wanted);
    if (client === undefined || key === this.#key) return;
    this.#key = key;
    const isSubscribed = await this.#subscribe(client, wanted);
    // A new connection has subscribed already.
    if (client !== this.#client) return;
    if (!isSubscribed) this.#followLater();
  }

  #followLater(): void {
    this.#key = undefined;
    this.#retry.start(this.#pauses);
  }

  /**
   * Reads an event, and logs what is not understood; undefined if it is not an event. The plan may name other
   * entities by now.
   */
  #read({ json, levels }: HomeAssistantEvent): ReadEntities | undefined {
    const read = readEntities(json, this.#wanted, levels);
    if (isLeft(read)) {
      this.#log.warn({}, "Home Assistant sends states that cannot be read");
      return undefined;
    }
    const { notUnderstood } = read.right;
    if (notUnderstood.length > 0)
      this.#log.warn(
        { entities: notUnderstood.slice(0, maxTold), levels },
        "Home Assistant sends states of some entities that cannot be read, or are nested deeper than message-depth",
      );
    return read.right;
  }

  /** Whether Home Assistant accepts the subscription. */
  async #subscribe(client: HomeAssistantClient, wanted: ReadonlySet<string>): Promise<boolean> {
    this.#requested?.end();
    this.#requested = undefined;
    // Home Assistant takes an empty list for all entities.
    if (wanted.size === 0) {
      this.#goOnWith(undefined);
      this.#states.replace({}, none, none);
      return true;
    }
    const fields = { entity_ids: [...wanted] };
    const subscribing = client.subscribe("subscribe_entities", fields, (event) => {
      const isFirst = mine === this.#requested;
      // An event that was on its way when its subscription ended.
      if (client !== this.#client || !(isFirst || mine === this.#current)) return;
      const read = this.#read(event);
      const isUnderstood = read?.notUnderstood.length === 0;
      if (!isFirst) {
        const isKnown = read !== undefined && this.#states.apply(read.event);
        // Home Assistant sends only changes of entities that were dropped here, so their whole state must be
        // requested again.
        if (!isKnown || !isUnderstood) this.#followLater();
        return;
      }
      this.#requested = undefined;
      if (isUnderstood) this.#pauses.reset();
      if (read === undefined) {
        mine.end();
        this.#followLater();
      } else {
        this.#goOnWith(mine);
        this.#states.replace(read.event.a, wanted, new Set(read.notUnderstood));
      }
    })();
    const mine: Subscription = {
      end: () =>
        void subscribing.then((subscribed) =>
          isLeft(subscribed) ? undefined : subscribed.right(),
        ),
    };
    this.#requested = mine;
    const subscribed = await subscribing;
    if (isLeft(subscribed) && client === this.#client)
      this.#log.warn({ ...subscribed.left }, "Home Assistant sends no states");
    return !isLeft(subscribed);
  }

  #goOnWith(current: Subscription | undefined): void {
    this.#current?.end();
    this.#current = current;
  }
}
