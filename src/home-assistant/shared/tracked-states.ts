import { type EntityState, type States, unknownState } from "../../model/bindings/entity-state.ts";
import { unreadableState } from "../../model/trackers/values.ts";
import { type CompressedState, type EntitiesEvent, stateAfter } from "./entity-events.ts";
import type { StateSink } from "./followed-states.ts";

interface TrackedState {
  readonly compressed: CompressedState;
  readonly state: EntityState;
  /** When Home Assistant told it: milliseconds of the monotonic clock. It does not tell a report that is equal. */
  readonly changedAt: number;
}

/** When an entity was updated, in seconds since 1970 by Home Assistant's clock. */
const updatedAt = ({ lc = 0, lu = lc }: CompressedState): number => lu;

/**
 * The states of the entities that positions depend on. `onChange` gets the changed entities once for each event: a
 * radar's x and y may come in one.
 */
export class TrackedStates implements StateSink {
  readonly #states = new Map<string, TrackedState>();
  readonly #onChange: (entities: readonly string[]) => void;
  /** The entities that Home Assistant was asked for, and has answered. */
  #answered: ReadonlySet<string> = new Set();
  /** Those of them whose state cannot be read. */
  #unreadable: ReadonlySet<string> = new Set();

  constructor(onChange: (entities: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * The state of an entity; undefined if Home Assistant has none, `unknownState` while it has not answered, and
   * `unreadableState` if what it answered cannot be read.
   */
  readonly states: States = (entity) => {
    const known = this.#states.get(entity)?.state;
    if (known !== undefined) return known;
    if (this.#unreadable.has(entity)) return unreadableState;
    return this.#answered.has(entity) ? undefined : unknownState;
  };

  /** When any of the entities changed last, by the monotonic clock; undefined if none has a state. */
  changedAt(entities: Iterable<string>): number | undefined {
    return this.#newest(entities, ({ changedAt }) => changedAt);
  }

  /** When any of the entities was updated last, in seconds since 1970 by Home Assistant's clock. */
  updatedAt(entities: Iterable<string>): number | undefined {
    return this.#newest(entities, ({ compressed }) => updatedAt(compressed));
  }

  apply({ a = {}, c = {}, r = [] }: EntitiesEvent): boolean {
    const now = performance.now();
    for (const [id, state] of Object.entries(a)) this.#put(id, state, now);
    for (const id of r) this.#states.delete(id);
    let isWhole = true;
    for (const [id, change] of Object.entries(c)) {
      const known = this.#states.get(id);
      if (known === undefined) isWhole = false;
      else this.#put(id, stateAfter(known.compressed, change), now);
    }
    this.#onChange([...Object.keys(a), ...r, ...Object.keys(c)]);
    return isWhole;
  }

  replace(
    states: NonNullable<EntitiesEvent["a"]>,
    answered: ReadonlySet<string>,
    unreadable: ReadonlySet<string>,
  ): void {
    const changed = new Set([...this.#answered, ...answered]);
    this.#answered = answered;
    this.#unreadable = unreadable;
    const now = performance.now();
    for (const id of this.#states.keys()) if (!Object.hasOwn(states, id)) this.#states.delete(id);
    for (const [id, state] of Object.entries(states)) {
      const known = this.#states.get(id)?.compressed;
      // A state that is sent again is no change; another may be an old one. Home Assistant's clock may be ahead.
      const agoMs = Math.max(0, Date.now() - 1000 * updatedAt(state));
      if (known === undefined || updatedAt(known) !== updatedAt(state))
        this.#put(id, state, now - agoMs);
    }
    this.#onChange([...changed]);
  }

  keepOnly(ids: ReadonlySet<string>): void {
    const dropped = [...this.#answered].filter((id) => !ids.has(id));
    if (dropped.length === 0) return;
    this.#answered = new Set([...this.#answered].filter((id) => ids.has(id)));
    for (const id of dropped) this.#states.delete(id);
    this.#onChange(dropped);
  }

  #put(id: string, compressed: CompressedState, changedAt: number): void {
    const { s, a = {} } = compressed;
    this.#states.set(id, { compressed, state: { state: s, attributes: a }, changedAt });
  }

  #newest(entities: Iterable<string>, read: (state: TrackedState) => number): number | undefined {
    let newest: number | undefined;
    for (const entity of entities) {
      const known = this.#states.get(entity);
      if (known !== undefined) newest = Math.max(read(known), newest ?? -Infinity);
    }
    return newest;
  }
}
