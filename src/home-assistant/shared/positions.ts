import { locate, type Located, nameOf } from "../../model/trackers/locate.ts";
import {
  type BadTracker,
  coordinateEntities,
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

/** How often targets that have not changed for too long are looked for, in milliseconds. */
const lookMs = 1000;

/** A target, and the entities that it depends on. */
interface Followed {
  readonly target: Target;
  readonly entities: ReadonlySet<string>;
}

/** Metres to millimetres, which is finer than any source. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** What screens notice of a target's position: without the coordinates that it was computed from. */
const fieldsOf = (located: Located): Readonly<Record<string, unknown>> => {
  const { kind: _kind, ...fields } = located;
  if (located.kind !== "located") return fields;
  const { place, heading, accuracy, level, room } = located;
  return {
    x: rounded(place[0]),
    z: rounded(place[1]),
    level,
    heading: heading && Math.round(heading) % 360,
    accuracy: accuracy && rounded(accuracy),
    room,
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
  /** By id. */
  #targets: ReadonlyMap<string, Followed> = new Map();
  #byEntity: ReadonlyMap<string, readonly Followed[]> = new Map();
  /** The last state of each target, and what of it screens notice, as text. */
  readonly #last = new Map<string, { readonly key: string; readonly state: CompressedState }>();
  /**
   * The ids of targets whose entities have changed, and when they are computed: by the monotonic clock, the earliest
   * first.
   */
  readonly #due = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #screens = 0;

  /** `statesMs`: the least milliseconds between two reports to a screen. */
  constructor(
    connection: Pick<SharedConnection, "pauses" | "use">,
    statesMs: number,
    log: RatedLog,
  ) {
    this.#told = new SharedStates(statesMs, log.boundary);
    this.#followed = new FollowedStates(this.#states, connection.pauses(), log);
    this.#settle = log.boundary("positions could not be computed", () => this.#settleNow());
    this.#look = log.boundary("absent targets could not be found", () => this.#lookNow());
    const { connected, lost } = this.#followed;
    connection.use({ connected, lost });
  }

  /** A newer plan has these targets, which count together with the next reading. */
  show(targets: readonly (Target | BadTracker)[]): void {
    this.#targets = new Map(
      targets
        .filter(isTarget)
        .map((target) => [target.id, { target, entities: new Set(entitiesOfTarget(target)) }]),
    );
    const byEntity = new Map<string, Followed[]>();
    for (const followed of this.#targets.values())
      for (const entity of followed.entities) {
        const others = byEntity.get(entity);
        if (others === undefined) byEntity.set(entity, [followed]);
        else others.push(followed);
      }
    this.#byEntity = byEntity;
    const ids = new Set(targets.map(({ id }) => id));
    for (const id of this.#last.keys()) if (!ids.has(id)) this.#last.delete(id);
    this.#told.keepOnly(ids);
    if (this.#screens > 0) this.#follow();
    const bad = targets.flatMap((each) =>
      isTarget(each) ? [] : [[each.id, stateOfBad(each)] as const],
    );
    this.#told.apply({ a: Object.fromEntries(bad) });
    // Later, as half of a reading may have come.
    this.#changed([...byEntity.keys()]);
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
      this.#tell(this.#targets.values());
    };
  }

  close(): void {
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    // The connection may be lost later, and nothing must be due then.
    this.#byEntity = new Map();
    this.#told.close();
  }

  #follow(): void {
    this.#followed.want(new Set(this.#byEntity.keys()));
  }

  #changed(entities: readonly string[]): void {
    const at = performance.now() + settleMs;
    for (const entity of entities)
      for (const followed of this.#byEntity.get(entity) ?? [])
        if (!this.#due.has(followed.target.id)) this.#due.set(followed.target.id, at);
    this.#settleSoon();
  }

  #settleSoon(): void {
    const [first] = this.#due.values();
    if (first === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#settle, Math.max(0, first - performance.now())).unref();
  }

  #settleNow(): void {
    this.#timer = undefined;
    const now = performance.now();
    const due: Followed[] = [];
    for (const [id, at] of this.#due) {
      if (at > now) break;
      this.#due.delete(id);
      const followed = this.#targets.get(id);
      if (followed !== undefined) due.push(followed);
    }
    this.#tell(due);
    this.#settleSoon();
  }

  #lookNow(): void {
    const mayBeLate = ({ target: { id, timeout } }: Followed): boolean =>
      timeout > 0 && !this.#due.has(id);
    this.#tell([...this.#targets.values()].filter(mayBeLate));
  }

  #tell(some: Iterable<Followed>): void {
    const states = Array.from(
      some,
      (followed) => [followed.target.id, this.#stateOf(followed)] as const,
    );
    this.#told.apply({ a: Object.fromEntries(states) });
  }

  /** What is known of a target now; an old position is none, but a problem that is old still has to be mended. */
  #located(target: Target): Located {
    const located = locate(target, this.#states.states);
    if (target.timeout === 0 || !(located.kind === "located" || located.kind === "room"))
      return located;
    const changedAt = this.#states.changedAt(coordinateEntities(target)) ?? -Infinity;
    return performance.now() - changedAt > target.timeout * 1000 ? { kind: "absent" } : located;
  }

  /** The state of a target; one that says the same as the last keeps its time, and so is not told again. */
  #stateOf({ target, entities }: Followed): CompressedState {
    const { id, kind } = target;
    const located = this.#located(target);
    const name = nameOf(target, this.#states.states);
    const s = located.kind;
    const a = { name, kind, ...fieldsOf(located) };
    const key = JSON.stringify([s, a]);
    const last = this.#last.get(id);
    if (last?.key === key) return last.state;
    const source = located.kind === "located" ? { source: located.source } : {};
    const lc = this.#states.updatedAt(entities) ?? Date.now() / 1000;
    const told = { s, a: { ...a, ...source }, lc };
    this.#last.set(id, { key, state: told });
    return told;
  }
}
