import { spreadOf, toldSpread } from "../../model/trackers/covariance.ts";
import { Jumps } from "../../model/trackers/jumps.ts";
import { locate, type Located, nameOf } from "../../model/trackers/locate.ts";
import {
  type BadTracker,
  camerasOfTargets,
  coordinateEntities,
  entitiesOfTarget,
  isTarget,
  type Target,
} from "../../model/trackers/tracker.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { CompressedState } from "./entity-events.ts";
import { FusedPositions } from "./fused-positions.ts";
import { FollowedStates } from "./followed-states.ts";
import type { ReferencedNames } from "./screen-commands.ts";
import type { ScreenUpstream, SharedConnection } from "./shared-connection.ts";
import { type Screen, SharedStates } from "./shared-states.ts";
import { TrackedStates } from "./tracked-states.ts";
import { VacuumMaps } from "./vacuum-maps.ts";

/**
 * Milliseconds between the first change of a tracker's entities and its targets' positions: x and y of one reading come one after
 * the other, and a position of which one half is older would jump.
 */
const settleMs = 50;

/** How often targets that have not changed for too long are looked for, in milliseconds. */
const lookMs = 1000;

/** Limits on positions, in milliseconds or counts. */
export interface PositionLimits {
  /** Between two reports to a screen, at least. */
  readonly statesMs: number;
  /** Between two reads of the map of a vacuum that moves. */
  readonly vacuumMapMs: number;
  /** Vacuums whose maps are read. */
  readonly vacuumMaps: number;
}

/** Milliseconds for which a distance counts that does not change: Bermuda's have an end of their own, those of MQTT none. */
const freshMs = 30_000;

/** A target, and the entities that it depends on. */
interface Followed {
  readonly target: Target;
  readonly entities: ReadonlySet<string>;
}

/** Metres to millimetres, which is finer than any source. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** Metres to centimetres, which is finer than a path is drawn. */
const roughly = (value: number): number => Math.round(value * 100) / 100 || 0;

/** What screens notice of a target's position: without the coordinates that it was computed from. */
const fieldsOf = (located: Located): Readonly<Record<string, unknown>> => {
  const { kind: _kind, ...fields } = located;
  if (located.kind !== "located") return fields;
  const { place, heading, accuracy, level, room, map, path, covariance } = located;
  return {
    x: rounded(place[0]),
    z: rounded(place[1]),
    level,
    heading: heading && Math.round(heading) % 360,
    accuracy: accuracy && rounded(accuracy),
    spread: covariance && toldSpread(spreadOf(covariance)),
    room,
    map,
    path: path?.map((line) => line.map((point) => point.map(roughly))),
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
  readonly #followed: FollowedStates;
  readonly #states: VacuumMaps;
  readonly #fused: FusedPositions;
  readonly #settle: Guarded;
  readonly #look: Guarded;
  readonly #jumps = new Jumps();
  /** By id. */
  #targets: ReadonlyMap<string, Followed> = new Map();
  #byEntity: ReadonlyMap<string, readonly Followed[]> = new Map();
  #cameras: ReadonlySet<string> = new Set();
  /** The last state of each target, and what of it screens notice, as text. */
  readonly #last = new Map<string, { readonly key: string; readonly state: CompressedState }>();
  /**
   * By tracker, the ids of its targets whose entities have changed, and when they are computed: by the monotonic clock, the
   * earliest first. Targets of a tracker are one report, and so surely different people.
   */
  readonly #due = new Map<string, { readonly at: number; readonly ids: Set<string> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #screens = 0;

  constructor(
    connection: Pick<SharedConnection, "pauses" | "use">,
    picture: ScreenUpstream["picture"],
    { statesMs, vacuumMapMs: everyMs, vacuumMaps: most }: PositionLimits,
    log: RatedLog,
  ) {
    this.#told = new SharedStates(statesMs, log.boundary);
    const onChange = (entities: readonly string[]): void => this.#changed(entities);
    const tracked = new TrackedStates((entities) => {
      this.#states.changed(entities);
      this.#changed(entities);
    });
    this.#states = new VacuumMaps({ tracked, picture, everyMs, most, log, onChange });
    this.#followed = new FollowedStates(tracked, connection.pauses(), log);
    this.#settle = log.boundary("positions could not be computed", () => this.#settleNow());
    this.#look = log.boundary("absent targets could not be found", () => this.#lookNow());
    this.#fused = new FusedPositions(log.boundary, ({ a, r }, targets) => {
      const parts = targets.flatMap((id) => this.#targets.get(id) ?? []);
      this.#told.apply({ a: { ...a, ...this.#statesOf(parts) }, ...(r && { r }) });
    });
    const { connected, lost } = this.#followed;
    connection.use({
      connected,
      lost: () => {
        lost();
        this.#fused.forget();
      },
    });
  }

  /** A newer plan has these targets, which count together with the next reading, and these walls. */
  show({ targets, floors }: Pick<ReferencedNames, "targets" | "floors">): void {
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
    this.#fused.show(floors, targets.filter(isTarget));
    this.#cameras = camerasOfTargets(targets);
    const ids = new Set(targets.map(({ id }) => id));
    for (const id of this.#last.keys()) if (!ids.has(id)) this.#last.delete(id);
    this.#jumps.keepOnly(ids);
    this.#told.keepOnly(new Set([...ids, ...this.#fused.ids]));
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
      this.#states.want([]);
      this.#fused.forget();
      this.#jumps.keepOnly(new Set());
      // At once: whoever looks next must not see where somebody was.
      this.#tell(this.#targets.values());
    };
  }

  close(): void {
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    this.#fused.forget();
    // The connection may be lost later, and nothing must be due then.
    this.#byEntity = new Map();
    this.#states.close();
    this.#told.close();
  }

  #follow(): void {
    this.#followed.want(new Set(this.#byEntity.keys()));
    this.#states.want(this.#cameras);
  }

  #changed(entities: readonly string[]): void {
    const at = performance.now() + settleMs;
    for (const entity of entities)
      for (const { target } of this.#byEntity.get(entity) ?? []) {
        const due = this.#due.get(target.tracker) ?? { at, ids: new Set() };
        due.ids.add(target.id);
        this.#due.set(target.tracker, due);
      }
    this.#settleSoon();
  }

  #settleSoon(): void {
    const [first] = this.#due.values();
    if (first === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#settle, Math.max(0, first.at - performance.now())).unref();
  }

  #settleNow(): void {
    this.#timer = undefined;
    const now = performance.now();
    const due: Followed[] = [];
    for (const [tracker, { at, ids }] of this.#due) {
      if (at > now) break;
      this.#due.delete(tracker);
      for (const id of ids) due.push(...[this.#targets.get(id) ?? []].flat());
    }
    this.#tell(due);
    this.#settleSoon();
  }

  #lookNow(): void {
    const mayBeLate = ({ target: { id, tracker, timeout, isFused, source } }: Followed): boolean =>
      (timeout > 0 || isFused || source.distances !== undefined) &&
      !this.#due.get(tracker)?.ids.has(id);
    this.#tell([...this.#targets.values()].filter(mayBeLate));
  }

  #tell(some: Iterable<Followed>): void {
    this.#told.apply({ a: this.#statesOf(some) });
    this.#fused.soon();
  }

  #statesOf(some: Iterable<Followed>): Readonly<Record<string, CompressedState>> {
    return Object.fromEntries(
      Array.from(some, (followed) => [followed.target.id, this.#stateOf(followed)] as const),
    );
  }

  /** What is known of a target now; an old position is none, but a problem that is old still has to be mended. */
  #located(target: Target, changedAt: number): Located {
    const located = locate(target, this.#states.states, {
      floors: this.#fused.floors,
      isFresh: (entity) => {
        const at = this.#states.changedAt([entity]) ?? -Infinity;
        return performance.now() - at < freshMs;
      },
    });
    const isOld = target.timeout > 0 && performance.now() - changedAt > target.timeout * 1000;
    if (isOld && (located.kind === "located" || located.kind === "room")) return { kind: "absent" };
    return this.#jumps.see(target, located, changedAt / 1000);
  }

  /** The state of a target; one that says the same as the last keeps its time, and so is not told again. */
  #stateOf({ target, entities }: Followed): CompressedState {
    const { id, kind } = target;
    const changedAt = this.#states.changedAt(coordinateEntities(target)) ?? -Infinity;
    const located = this.#located(target, changedAt);
    const name = nameOf(target, this.#states.states);
    const updatedAt = this.#states.updatedAt(entities) ?? Date.now() / 1000;
    if (target.isFused) this.#fused.see(target, located, { name, changedAt, updatedAt });
    const s = located.kind;
    const a = { name, kind, ...fieldsOf(located), part_of: this.#fused.partOf(id) };
    const key = JSON.stringify([s, a]);
    const last = this.#last.get(id);
    if (last?.key === key) return last.state;
    const source = located.kind === "located" ? { source: located.source, dock: located.dock } : {};
    const told = { s, a: { ...a, ...source }, lc: updatedAt };
    this.#last.set(id, { key, state: told });
    return told;
  }
}
