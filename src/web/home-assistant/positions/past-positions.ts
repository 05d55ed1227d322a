import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { listIn } from "../../../model/json.ts";
import { locate, nameOf } from "../../../model/trackers/locate.ts";
import {
  coordinateEntities,
  entitiesOfTarget,
  isTarget,
  readTracker,
  type Target,
  targetsOfTrackers,
} from "../../../model/trackers/tracker.ts";
import type { HomeAssistant } from "../home-assistant.ts";
import { StateTimeline } from "../replay/past.ts";
import type { Position } from "./position.ts";
import { trailMs } from "./trail.ts";

/** How much history is asked for at once, in milliseconds: radars report so often that a day of one is megabytes. */
const windowMs = 10 * 60_000;

/** How many of these are kept: two hours. A film of a day would keep all of it. */
const maxWindows = 12;

/** Where a target was, and how many milliseconds before the moment. */
export interface TrailPoint {
  readonly place: Point;
  readonly agoMs: number;
}

/** The positions of a moment, and the ways that led there. */
export interface PastMoment {
  readonly positions: ReadonlyMap<string, Position>;
  readonly trails: ReadonlyMap<string, readonly TrailPoint[]>;
}

const nowhere: PastMoment = { positions: new Map(), trails: new Map() };

const targetsIn = (plan: PlanData): readonly Target[] =>
  targetsOfTrackers(listIn(plan["trackers"]).map(readTracker)).filter(isTarget);

/** Where a target was, as the service would have told it then. */
const positionAt = (target: Target, past: StateTimeline, ms: number): Position => {
  const { id, kind, timeout } = target;
  const states = past.at(ms);
  const located = locate(target, states);
  const changedMs = past.changedAt(coordinateEntities(target), ms);
  const told = {
    id,
    kind,
    name: nameOf(target, states),
    partOf: undefined,
    sources: undefined,
    changedAt: changedMs / 1000,
    source: undefined,
    map: undefined,
    dock: undefined,
  };
  const isOver = timeout > 0 && ms - changedMs > timeout * 1000;
  if (located.kind === "located" && !isOver)
    return { ...told, ...located, kind, state: "located", spread: undefined };
  if (located.kind === "room" && !isOver) return { ...told, state: "room", room: located.room };
  return { ...told, state: "absent" };
};

/** The ways to the positions of a moment, by the reports of the seconds before it. */
const trailOf = (target: Target, past: StateTimeline, ms: number): readonly TrailPoint[] => {
  const reports = past.changes(entitiesOfTarget(target), ms - trailMs, ms);
  return reports.flatMap((atMs) => {
    const position = positionAt(target, past, atMs);
    return position.state === "located" ? [{ place: position.place, agoMs: ms - atMs }] : [];
  });
};

/** Where targets were at earlier moments, by Home Assistant's history of their entities, for those who may read it. */
export class PastPositions {
  readonly #homeAssistant: Pick<HomeAssistant, "history">;
  readonly #loaded: () => void;
  readonly #windows = new Map<string, StateTimeline>();
  #loading: Promise<void> = Promise.resolve();

  /** `loaded`: called once a moment is known that was not. */
  constructor(homeAssistant: Pick<HomeAssistant, "history">, loaded: () => void) {
    this.#homeAssistant = homeAssistant;
    this.#loaded = loaded;
  }

  /** Settles once the history that was asked for last is there, or could not be loaded. */
  get loaded(): Promise<void> {
    return this.#loading;
  }

  /** The positions on a plan at a moment, in ms since 1970; none until its history is loaded. */
  at(plan: PlanData, ms: number): PastMoment {
    const targets = targetsIn(plan);
    const entities = [...new Set(targets.flatMap(entitiesOfTarget))].toSorted();
    const fromMs = Math.floor(ms / windowMs) * windowMs;
    const key = [fromMs, ...entities].join();
    const known = this.#windows.get(key);
    if (known === undefined) {
      const timeline = new StateTimeline();
      this.#windows.set(key, timeline);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > maxWindows && oldest !== undefined) this.#windows.delete(oldest);
      if (entities.length > 0) this.#loading = this.#load(timeline, entities, fromMs);
      return nowhere;
    }
    return {
      positions: new Map(targets.map((target) => [target.id, positionAt(target, known, ms)])),
      trails: new Map(targets.map((target) => [target.id, trailOf(target, known, ms)])),
    };
  }

  async #load(timeline: StateTimeline, entities: readonly string[], fromMs: number): Promise<void> {
    const past = await this.#homeAssistant.history({
      entities,
      fromMs: fromMs - trailMs,
      toMs: Math.min(fromMs + windowMs, Date.now()),
      attributes: true,
    });
    if (isLeft(past)) return;
    timeline.add(past.right, () => undefined);
    this.#loaded();
  }
}
