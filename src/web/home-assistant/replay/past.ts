import type { EntityState, States } from "../../../model/bindings/entity-state.ts";
import type { PastState } from "../home-assistant.ts";

/** A state, and since when it was that, in milliseconds since 1970. */
interface Since {
  readonly atMs: number;
  readonly state: EntityState;
}

/** The last entry that is not later than a moment. */
const lastUntil = (entries: readonly Since[], ms: number): Since | undefined => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.atMs ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
};

/** What the states of a house were during some time. */
export class StateTimeline {
  readonly #entities = new Map<string, readonly Since[]>();

  /** Takes in what the history has of some entities. What an entry lacks of attributes is taken from `now`: a unit, or what kind of entity it is, stays. */
  add(past: ReadonlyMap<string, readonly PastState[]>, now: States): void {
    for (const [entity, states] of past) {
      const { attributes } = now(entity) ?? {};
      const since = states.map(({ state, atMs, attributes: then }) => ({
        atMs,
        state: { state, attributes: { ...attributes, ...then }, last_changed: atMs / 1000 },
      }));
      this.#entities.set(
        entity,
        since.toSorted((one, other) => one.atMs - other.atMs),
      );
    }
  }

  /** Whether the state of any entity is known at a moment, in milliseconds since 1970. */
  isKnownAt(ms: number): boolean {
    return [...this.#entities.values()].some((entries) => lastUntil(entries, ms) !== undefined);
  }

  /** The states at a moment, in milliseconds since 1970: the same objects for as long as they were the same. */
  at(ms: number): States {
    return (entity) => lastUntil(this.#entities.get(entity) ?? [], ms)?.state;
  }
}
