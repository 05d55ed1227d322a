import { type Either, isLeft, left, map } from "fp-ts/lib/Either.js";
import type { States } from "../../../model/bindings/entity-state.ts";
import { pause } from "../../../server/runtime/time.ts";
import type { CommandError } from "../../../server/websocket/command.ts";
import { unavailable } from "../../upstream/status.ts";
import { readEntities } from "../entity-events.ts";
import type { HomeAssistantEvent, SharedConnection } from "../shared-connection.ts";
import { TrackedStates } from "../tracked-states.ts";

/** Limits on writing to a sensor, in milliseconds. */
export interface SensorLimits {
  /** Within which a sensor has to tell what was written to it. */
  readonly zoneReadMs: number;
  /**
   * For which it has to tell that without a change: ESPHome tells what it was sent at once, and what the radar has later
   * (`ld2450.cpp`, `process_zone_`).
   */
  readonly zoneSettleMs: number;
}

/** How waiting for states ended: they came, did not come in time, or Home Assistant is away. */
export type Waited = "reached" | "late" | "lost";

/** The states of a sensor's entities, followed while a zone is written. */
export class SensorStates {
  readonly #wanted: ReadonlySet<string>;
  readonly #limits: SensorLimits;
  readonly #tracked = new TrackedStates(() => this.#wake());
  readonly #end: (() => void)[] = [];
  #woken = new AbortController();
  #isKnown = false;
  #isLost = false;

  private constructor(entities: ReadonlySet<string>, limits: SensorLimits) {
    this.#wanted = entities;
    this.#limits = limits;
  }

  /** Begins to follow some entities; resolves once their states are known. Call `close` in the end. */
  static async follow(
    connection: SharedConnection,
    entities: ReadonlySet<string>,
    limits: SensorLimits,
  ): Promise<Either<CommandError, SensorStates>> {
    const { client } = connection;
    if (isLeft(client)) return client;
    const followed = new SensorStates(entities, limits);
    followed.#end.push(connection.use({ lost: () => followed.#lose() }));
    const fields = { entity_ids: [...entities] };
    const subscribed = await client.right.subscribe("subscribe_entities", fields, (event) =>
      followed.#take(event),
    )();
    if (!isLeft(subscribed)) followed.#end.push(subscribed.right);
    const first = isLeft(subscribed) ? "lost" : await followed.#until(() => followed.#isKnown, 0);
    if (first !== "reached") followed.close();
    if (isLeft(subscribed)) return subscribed;
    return first === "reached"
      ? map(() => followed)(subscribed)
      : left(unavailable("Home Assistant did not tell the states of the sensor"));
  }

  /** The state of an entity; undefined if Home Assistant has none. */
  get states(): States {
    return this.#tracked.states;
  }

  /** Waits until the states are as they should be, and stay so. */
  until(isReached: () => boolean): Promise<Waited> {
    return this.#until(isReached, this.#limits.zoneSettleMs);
  }

  close(): void {
    for (const end of this.#end.splice(0)) end();
  }

  async #until(isReached: () => boolean, settleMs: number): Promise<Waited> {
    const due = performance.now() + this.#limits.zoneReadMs;
    for (;;) {
      if (this.#isLost) return "lost";
      const leftMs = due - performance.now();
      const isThere = isReached();
      if (leftMs <= 0 || (isThere && settleMs === 0)) return isThere ? "reached" : "late";
      const { signal } = this.#woken;
      await pause(Math.min(leftMs, isThere ? settleMs : leftMs), signal);
      if (isThere && !signal.aborted && isReached()) return "reached";
    }
  }

  #take({ json, levels }: HomeAssistantEvent): void {
    const read = readEntities(json, this.#wanted, levels);
    // Another event tells more, or the time is over.
    if (isLeft(read)) return;
    const { event, notUnderstood } = read.right;
    if (this.#isKnown) this.#tracked.apply(event);
    else this.#tracked.replace(event.a, this.#wanted, new Set(notUnderstood));
    this.#isKnown = true;
    this.#wake();
  }

  #lose(): void {
    this.#isLost = true;
    this.#wake();
  }

  #wake(): void {
    this.#woken.abort();
    this.#woken = new AbortController();
  }
}
