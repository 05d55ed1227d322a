import { isObject, type Json, listIn } from "../../json/json.ts";
import type { EntityState, States } from "../../live/state.ts";

/** A state, and since when it was that, in milliseconds since 1970. */
interface Since {
  readonly ms: number;
  readonly state: EntityState;
}

const secondsIn = (value: Json | undefined): number | undefined => {
  const seconds = typeof value === "string" ? Date.parse(value) / 1000 : value;
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds : undefined;
};

/**
 * The states of one entity as `history/history_during_period` answers them: compressed (`s`, `a`, `lu` in
 * seconds) since 2022.5. What attributes an entry lacks are those of `now`: a unit, or what kind of entity it is, stays.
 */
const sinceOf = (entries: Json | undefined, now: EntityState | undefined): readonly Since[] =>
  listIn(entries).flatMap((entry): readonly Since[] => {
    if (!isObject(entry)) return [];
    const { s, a } = entry;
    const seconds = secondsIn(entry["lu"]) ?? secondsIn(entry["lc"]);
    if (typeof s !== "string" || seconds === undefined) return [];
    const attributes = { ...now?.attributes, ...(isObject(a) ? a : {}) };
    const changed = secondsIn(entry["lc"]) ?? seconds;
    return [{ ms: seconds * 1000, state: { state: s, attributes, last_changed: changed } }];
  });

/** The last entry that is not later than a moment. */
const lastUntil = (entries: readonly Since[], ms: number): Since | undefined => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.ms ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
};

/** What the states of a house were during some time. */
export class PastStates {
  readonly #entities = new Map<string, readonly Since[]>();

  /** Takes in an answer of the history; `now` are the states of today. */
  add(answer: Json, now: States): void {
    if (!isObject(answer)) return;
    for (const [entity, entries] of Object.entries(answer)) {
      const since = sinceOf(entries, now(entity));
      this.#entities.set(
        entity,
        since.toSorted((one, other) => one.ms - other.ms),
      );
    }
  }

  /** The states at a moment, in milliseconds since 1970: the same objects for as long as they were the same. */
  at(ms: number): States {
    return (entity) => lastUntil(this.#entities.get(entity) ?? [], ms)?.state;
  }
}
