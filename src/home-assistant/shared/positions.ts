import { locate, type Located, nameOf } from "../../model/trackers/locate.ts";
import {
  type BadTracker,
  entitiesOfTarget,
  isTarget,
  type Target,
} from "../../model/trackers/tracker.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { CompressedState } from "./entity-events.ts";
import { FollowedStates } from "./followed-states.ts";
import type { SharedConnection } from "./shared-connection.ts";
import { type Screen, SharedStates } from "./shared-states.ts";
import { TrackedStates } from "./tracked-states.ts";

/**
 * Milliseconds between the first change of a target's entities and its position: x and y of one reading come one after
 * the other, and a position of which one half is older would jump.
 */
const settleMs = 50;

/** How often targets that are no longer reported are looked for, in milliseconds. */
const lookMs = 1000;

/** A target, and the entities that it depends on. */
interface Followed {
  readonly target: Target;
  readonly entities: ReadonlySet<string>;
}

/** Metres to millimetres, which is finer than any source. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 || 0;

const fieldsOf = (located: Located): Readonly<Record<string, unknown>> => {
  const { kind: _kind, ...fields } = located;
  if (located.kind !== "located") return fields;
  const { place, source, heading, accuracy, level, room } = located;
  return {
    x: rounded(place[0]),
    z: rounded(place[1]),
    level,
    heading: heading && Math.round(heading) % 360,
    accuracy: accuracy && rounded(accuracy),
    room,
    source: source.map(rounded),
  };
};

const stateOfBad = ({ bad }: BadTracker): CompressedState => ({
  s: "problem",
  a: { problem: "bad-tracker", value: bad },
});

/**
 * The positions of the plan's targets, computed once for all screens from the states of Home Assistant, which are
 * followed only while a screen looks. They are told as states are: each target is an entity, whose state is what is
 * known of its position. Nothing of them is logged or kept.
 */
export class Positions {
  readonly #told: SharedStates;
  readonly #states = new TrackedStates((entities) => this.#changed(entities));
  readonly #followed: FollowedStates;
  readonly #settle: Guarded;
  readonly #look: Guarded;
  #targets: readonly Followed[] = [];
  #byEntity: ReadonlyMap<string, readonly Followed[]> = new Map();
  /** The last state of each target, with what it depends on as text. */
  readonly #last = new Map<string, { readonly key: string; readonly state: CompressedState }>();
  /** Targets whose entities have changed, and when they are computed: by the monotonic clock, the earliest first. */
  readonly #due = new Map<Followed, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #screens = 0;

  /** `statesMs`: the least milliseconds between two reports to a screen. */
  constructor(connection: SharedConnection, statesMs: number, log: RatedLog) {
    this.#told = new SharedStates(statesMs, log.boundary);
    this.#followed = new FollowedStates(this.#states, connection.pauses(), log);
    this.#settle = log.boundary("positions could not be computed", () => this.#settleNow());
    this.#look = log.boundary("absent targets could not be found", () => this.#lookNow());
    const { connected, lost } = this.#followed;
    connection.use({ connected, lost });
  }

  /** A newer plan has these targets. */
  show(targets: readonly (Target | BadTracker)[]): void {
    this.#targets = targets
      .filter(isTarget)
      .map((target) => ({ target, entities: new Set(entitiesOfTarget(target)) }));
    const byEntity = new Map<string, Followed[]>();
    for (const followed of this.#targets)
      for (const entity of followed.entities) {
        const others = byEntity.get(entity);
        if (others === undefined) byEntity.set(entity, [followed]);
        else others.push(followed);
      }
    this.#byEntity = byEntity;
    this.#due.clear();
    const ids = new Set(targets.map(({ id }) => id));
    for (const id of this.#last.keys()) if (!ids.has(id)) this.#last.delete(id);
    this.#told.keepOnly(ids);
    if (this.#screens > 0) this.#follow();
    const bad = targets.flatMap((each) =>
      isTarget(each) ? [] : [[each.id, stateOfBad(each)] as const],
    );
    this.#told.apply({ a: Object.fromEntries(bad) });
    this.#tell(this.#targets);
  }

  /** Gives a screen the positions at once and then their changes. The returned function ends it. */
  join(screen: Screen): () => void {
    this.#screens += 1;
    if (this.#screens === 1) {
      this.#follow();
      this.#looking = setInterval(this.#look, lookMs).unref();
    }
    const leave = this.#told.join(screen);
    return () => {
      leave();
      this.#screens -= 1;
      if (this.#screens > 0) return;
      clearInterval(this.#looking);
      this.#followed.want(new Set());
      // At once: whoever looks next must not see where somebody was.
      this.#tell(this.#targets);
    };
  }

  close(): void {
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    this.#told.close();
  }

  #follow(): void {
    this.#followed.want(new Set(this.#byEntity.keys()));
  }

  #changed(entities: readonly string[]): void {
    const at = performance.now() + settleMs;
    for (const entity of entities)
      for (const followed of this.#byEntity.get(entity) ?? [])
        if (!this.#due.has(followed)) this.#due.set(followed, at);
    this.#settleSoon();
  }

  #settleSoon(): void {
    const [first] = this.#due.values();
    if (first === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#settle, Math.max(0, first - performance.now()));
  }

  #settleNow(): void {
    this.#timer = undefined;
    const now = performance.now();
    const due: Followed[] = [];
    for (const [followed, at] of this.#due) {
      if (at > now) break;
      this.#due.delete(followed);
      due.push(followed);
    }
    this.#tell(due);
    this.#settleSoon();
  }

  #lookNow(): void {
    this.#tell(this.#targets.filter(({ target }) => target.timeout > 0));
  }

  #tell(some: readonly Followed[]): void {
    const states = some.map((followed) => [followed.target.id, this.#stateOf(followed)] as const);
    this.#told.apply({ a: Object.fromEntries(states) });
  }

  /** The state of a target; one that says the same as the last keeps its time, and so is not told again. */
  #stateOf({ target, entities }: Followed): CompressedState {
    const reportedAt = this.#states.reportedAt(entities) ?? -Infinity;
    const { id, kind, timeout } = target;
    const isLate = timeout > 0 && performance.now() - reportedAt > timeout * 1000;
    const located: Located = isLate ? { kind: "absent" } : locate(target, this.#states.states);
    const name = nameOf(target, this.#states.states);
    const state = { s: located.kind, a: { name, kind, ...fieldsOf(located) } };
    const key = JSON.stringify(state);
    const last = this.#last.get(id);
    if (last?.key === key) return last.state;
    const lc = this.#states.updatedAt(entities) ?? Date.now() / 1000;
    const told = { ...state, lc };
    this.#last.set(id, { key, state: told });
    return told;
  }
}
