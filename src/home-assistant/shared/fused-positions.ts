import type { PlanData } from "../../model/elements/entities.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { evenly, toldSpread } from "../../model/trackers/covariance.ts";
import { type Floor, floorOf, type Floors } from "../../model/trackers/floor.ts";
import {
  fuse,
  type FusedPosition,
  fusedPositions,
  type Fusion,
  noFusion,
  without,
} from "../../model/trackers/fusion/fuse.ts";
import type { Measurement } from "../../model/trackers/fusion/track.ts";
import type { Located } from "../../model/trackers/locate.ts";
import type { Target } from "../../model/trackers/tracker.ts";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import type { CompressedState, EntitiesEvent } from "./entity-events.ts";

/** A target as text, to compare two; its maps are read in their order. */
const textOf = (target: Target): string =>
  JSON.stringify(target, (_key, value: unknown) => (value instanceof Map ? [...value] : value));

/**
 * Milliseconds between two fusions, at least, and as long as the last one took: however often sensors report, the work is
 * at most half of the time.
 */
const fuseMs = 100;

/** Seconds after which a place that has not changed is another sighting: Home Assistant tells no equal reports. */
const stillAfter = 1;

/** Metres by which the place of a target is off that does not say it: of a sensor in a pose, and of others. */
const usualDeviation = { posed: 0.2, other: 1 };

/** The least and the most metres that a source may say of itself. */
const deviations = { least: 0.05, most: 20 };

/** A target that was located, when its coordinates changed, and when it was last taken for a sighting: seconds. */
interface Seen {
  readonly changedAt: number;
  readonly takenAt: number;
  /** When Home Assistant updated it, in seconds since 1970. */
  readonly updatedAt: number;
}

/** What a fusion changes for screens: the people that it follows, and the targets that are part of others than before. */
export type TellFused = (event: EntitiesEvent, targets: readonly string[]) => void;

/** Metres to centimetres, which is finer than anybody is followed. */
const rounded = (metres: number): number => Math.round(metres * 100) / 100 || 0;

/** Floors by their id, made when they are first needed. */
const floorsOf = (plan: PlanData): Floors => {
  const made = new Map<string | undefined, Floor>();
  return (level) => {
    const known = made.get(level) ?? floorOf(plan, level);
    made.set(level, known);
    return known;
  };
};

const deviationOf = ({ frame }: Target, accuracy: number | undefined): number => {
  const isPosed = frame !== undefined && "sensor" in frame && frame.sensor !== undefined;
  const usual = isPosed ? usualDeviation.posed : usualDeviation.other;
  return Math.min(Math.max(accuracy ?? usual, deviations.least), deviations.most);
};

/** The people whom targets of several trackers are, followed while somebody looks. */
export class FusedPositions {
  readonly #tell: TellFused;
  readonly #fuse: Guarded;
  #plan: PlanData = {};
  #floors: Floors = floorsOf({});
  #fusion: Fusion = noFusion;
  /** The targets that become one with others, by id. */
  #targets: ReadonlyMap<string, Target> = new Map();
  readonly #seen = new Map<string, Seen>();
  /** The sightings since the last fusion, by target. */
  #news = new Map<string, Measurement>();
  /** The ids of the people whom targets are part of. */
  #parts: ReadonlyMap<string, string> = new Map();
  readonly #told = new Map<string, { readonly key: string; readonly state: CompressedState }>();
  #timer: NodeJS.Timeout | undefined;
  /** When the next fusion may be, in milliseconds of the monotonic clock. */
  #nextAt = -Infinity;

  constructor(boundary: Boundary, tell: TellFused) {
    this.#tell = tell;
    this.#fuse = boundary("positions could not be fused", () => this.#fuseNow());
  }

  /** A newer plan has these floors, rooms, walls and openings, and these targets. Who was made of others is gone at once. */
  show(plan: PlanData, targets: readonly Target[]): void {
    const fused = new Map(targets.filter(({ isFused }) => isFused).map((each) => [each.id, each]));
    const gone = new Set<string>();
    for (const [id, before] of this.#targets) {
      const now = fused.get(id);
      if (now === undefined || textOf(before) !== textOf(now)) gone.add(id);
    }
    this.#targets = fused;
    this.#plan = plan;
    this.#floors = floorsOf(plan);
    if (gone.size === 0) return;
    for (const id of gone) {
      this.#seen.delete(id);
      this.#news.delete(id);
    }
    this.#fusion = without(this.#fusion, gone);
    this.#publish(fusedPositions(this.#fusion, this.#floors, performance.now() / 1000));
  }

  /** The walls of the plan. */
  get floors(): Floors {
    return this.#floors;
  }

  /** The ids of those who are followed. */
  get ids(): Iterable<string> {
    return this.#told.keys();
  }

  /** Whom a target is part of; undefined if it is not. */
  partOf(target: string): string | undefined {
    return this.#parts.get(target);
  }

  /**
   * Takes over where a target is. `changedAt` is when its coordinates changed, in milliseconds of the monotonic clock,
   * `updatedAt` the same in seconds since 1970.
   */
  see(
    target: Target,
    located: Located,
    times: {
      readonly name: string | undefined;
      readonly changedAt: number;
      readonly updatedAt: number;
    },
  ): void {
    const { id, tracker, kind } = target;
    if (located.kind !== "located" || kind === "vacuum" || kind === "device") {
      this.#seen.delete(id);
      this.#news.delete(id);
      return;
    }
    const changedAt = times.changedAt / 1000;
    const now = performance.now() / 1000;
    const before = this.#seen.get(id);
    const isNew = before === undefined || before.changedAt !== changedAt;
    if (!isNew && now - before.takenAt < stillAfter) return;
    const at = isNew && before !== undefined ? changedAt : now;
    this.#seen.set(id, { changedAt, takenAt: now, updatedAt: times.updatedAt });
    this.#news.set(id, {
      target: id,
      tracker,
      at,
      place: located.place,
      noise: located.covariance ?? evenly(deviationOf(target, located.accuracy)),
      level: shownLevel(this.#plan, located.level),
      kind,
      name: target.knowsWho ? times.name : undefined,
    });
  }

  /** Fuses what was seen, now or in a moment. */
  soon(): void {
    if (this.#timer !== undefined) return;
    if (this.#news.size === 0 && this.#fusion.tracks.length === 0) return;
    const ms = this.#nextAt - performance.now();
    this.#timer = setTimeout(this.#fuse, Math.max(0, ms)).unref();
  }

  /** Forgets everybody. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#seen.clear();
    this.#news.clear();
    this.#fusion = noFusion;
    this.#publish([]);
  }

  #fuseNow(): void {
    this.#timer = undefined;
    const began = performance.now();
    const now = began / 1000;
    const news = [...this.#news.values()];
    this.#news = new Map();
    this.#fusion = fuse(this.#fusion, news, this.#floors, now);
    this.#publish(fusedPositions(this.#fusion, this.#floors, now));
    const ended = performance.now();
    this.#nextAt = Math.max(began + fuseMs, ended + (ended - began));
  }

  #publish(people: readonly FusedPosition[]): void {
    const before = this.#parts;
    this.#parts = new Map(people.flatMap(({ id, sources }) => sources.map((each) => [each, id])));
    const targets = new Set([...before.keys(), ...this.#parts.keys()]);
    const changed = [...targets].filter((each) => before.get(each) !== this.#parts.get(each));
    const ids = new Set(people.map(({ id }) => id));
    const gone = [...this.#told.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#told.delete(id);
    const told = people.map((person) => [person.id, this.#stateOf(person)] as const);
    if (people.length > 0 || gone.length > 0 || changed.length > 0)
      this.#tell({ a: Object.fromEntries(told), r: gone }, changed);
  }

  /** The state of somebody; one that says the same as the last keeps its time, and so is not told again. */
  #stateOf({ id, name, kind, place, level, spread, sources }: FusedPosition): CompressedState {
    const a = {
      name,
      kind,
      x: rounded(place[0]),
      z: rounded(place[1]),
      level,
      spread: toldSpread(spread),
      sources,
    };
    const key = JSON.stringify(a);
    const last = this.#told.get(id);
    if (last?.key === key) return last.state;
    const updated = sources.flatMap((each) => this.#seen.get(each)?.updatedAt ?? []);
    const state = { s: "located", a, lc: Math.max(last?.state.lc ?? 0, ...updated) };
    this.#told.set(id, { key, state });
    return state;
  }
}
