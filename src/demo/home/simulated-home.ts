import { deepEqual } from "../../model/json.ts";
import { domainOf } from "../../model/bindings/entity-state.ts";
import { homeAt, type HomeState, type HomeStates } from "./day.ts";
import { afterService, type ServiceData } from "./services.ts";
import { names } from "./registry.ts";

/** A state, and since when, in ms since 1970. */
export interface StateSince extends HomeState {
  readonly sinceMs: number;
}

/** Milliseconds between two looks at the clock. */
const lookMs = 1000;
/** Milliseconds between two states of the past, of which there are at most so many in a short period. */
const [pastStepMs, shortStepMs, mostShort] = [60_000, 1000, 900];

/** The most touches that the past knows. */
const maxTouches = 1000;

const isSame = (one: HomeState, other: HomeState): boolean =>
  one.state === other.state && deepEqual(one.attributes, other.attributes);

/** Adds what the registry knows. */
const named = (entity: string, { state, attributes }: HomeState): HomeState => ({
  state,
  attributes: { ...attributes, friendly_name: names[entity]?.name ?? entity },
});

/** Called with an entity whose state changed. */
type OnChange = (entity: string, now: StateSince) => void;

/** A touch of somebody, and what the house would have done by itself at that moment. */
interface Touch {
  readonly entity: string;
  readonly state: HomeState;
  readonly instead: HomeState;
  readonly fromMs: number;
  /** Undefined while it lasts. */
  toMs?: number;
}

/** The house of the demo, which lives by the clock. What somebody touches stays so until the house does something else itself. */
export class SimulatedHome {
  readonly #now: () => number;
  readonly #states = new Map<string, StateSince>();
  /** The touches that last. */
  readonly #touched = new Map<string, Touch>();
  /** All touches, oldest first. */
  readonly #touches: Touch[] = [];
  readonly #listeners = new Set<OnChange>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.look();
  }

  /** Lives on from now. */
  start(): void {
    setInterval(() => this.look(), lookMs);
  }

  /** Looks at the clock. */
  look(): void {
    const nowMs = this.#now();
    for (const [entity, own] of Object.entries(homeAt(nowMs))) {
      const touched = this.#touched.get(entity);
      const isStill = touched !== undefined && isSame(touched.instead, own);
      if (!isStill) this.#endTouch(entity, nowMs);
      this.#put(entity, isStill ? touched.state : own, nowMs);
    }
  }

  get states(): ReadonlyMap<string, StateSince> {
    return this.#states;
  }

  /** Calls back with each change; the returned function ends that. */
  listen(onChange: OnChange): () => void {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  }

  /** Calls a service for some entities. False if there is no such service. */
  call(domain: string, service: string, entities: readonly string[], data: ServiceData): boolean {
    const nowMs = this.#now();
    const own: HomeStates = homeAt(nowMs);
    return entities.every((entity) => {
      const before = this.#states.get(entity);
      const instead = own[entity];
      if (before === undefined || instead === undefined) return true;
      const after = afterService(
        domain === "homeassistant" ? domainOf(entity) : domain,
        service,
        before,
        data,
      );
      if (after === undefined) return false;
      this.#endTouch(entity, nowMs);
      const touch = { entity, state: after, instead, fromMs: nowMs };
      this.#touched.set(entity, touch);
      this.#touches.push(touch);
      if (this.#touches.length > maxTouches) this.#touches.shift();
      this.#put(entity, after, nowMs);
      return true;
    });
  }

  /** The states of some entities in a period, oldest first. */
  history(
    entities: readonly string[],
    fromMs: number,
    toMs: number,
  ): Readonly<Record<string, readonly StateSince[]>> {
    const found = new Map(entities.map((entity) => [entity, new Array<StateSince>()]));
    const add = (entity: string, state: HomeState, sinceMs: number): void => {
      const list = found.get(entity);
      const last = list?.at(-1);
      if (last === undefined || !isSame(last, state)) list?.push({ ...state, sinceMs });
    };
    const endMs = Math.min(toMs, this.#now());
    // People walk through a room in seconds.
    const stepMs = endMs - fromMs > mostShort * shortStepMs ? pastStepMs : shortStepMs;
    for (let at = fromMs; at < endMs; at += stepMs) {
      const states = homeAt(at);
      for (const entity of entities) {
        const state = this.#touchAt(entity, at)?.state ?? states[entity];
        if (state !== undefined) add(entity, named(entity, state), at);
      }
    }
    return Object.fromEntries([...found].filter(([, list]) => list.length > 0));
  }

  #touchAt(entity: string, ms: number): Touch | undefined {
    return this.#touches.findLast(
      (each) => each.entity === entity && each.fromMs <= ms && ms < (each.toMs ?? Infinity),
    );
  }

  #endTouch(entity: string, nowMs: number): void {
    const touched = this.#touched.get(entity);
    if (touched !== undefined) touched.toMs = nowMs;
    this.#touched.delete(entity);
  }

  #put(entity: string, next: HomeState, nowMs: number): void {
    const before = this.#states.get(entity);
    const state = named(entity, next);
    if (before !== undefined && isSame(before, state)) return;
    const now = { ...state, sinceMs: before?.state === state.state ? before.sinceMs : nowMs };
    this.#states.set(entity, now);
    for (const listener of this.#listeners) listener(entity, now);
  }
}
