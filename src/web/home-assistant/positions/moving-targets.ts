import { findEntity, type PlanData } from "../../../model/elements/entities.ts";
import { wholePlan } from "../../../model/elements/layers.ts";
import { firstLevel } from "../../../model/elements/levels.ts";
import { type Box, boxAround, interiorPoint } from "../../../model/geometry/polygon.ts";
import { linePath } from "../../../model/geometry/svg-path.ts";
import { plus, type Point } from "../../../model/geometry/vector.ts";
import type { TrackerKind } from "../../../model/trackers/tracker-codec.ts";
import type { PositionTexts } from "../../i18n/en/positions.ts";
import { Glide } from "./glide.ts";
import type { PastMoment, TrailPoint } from "./past-positions.ts";
import { roomNameOf, roomOfPosition } from "./position-room.ts";
import type { Position, Spread } from "./position.ts";
import { type DrawnPiece, Trail } from "./trail.ts";

/** What positions are drawn on. */
export interface DrawnPlan {
  readonly plan: PlanData;
  /** Id of the shown floor; undefined is the first. */
  readonly level: string | undefined;
  readonly words: PositionTexts;
}

/** A target as it is drawn on its floor. */
export interface Appearance {
  readonly kind: TrackerKind;
  /** The id of its floor; undefined in a plan without floors. */
  readonly level: string | undefined;
  /** In metres. */
  readonly place: Point;
  /** The name beside it. */
  readonly name: string | undefined;
  /** What screen readers say. */
  readonly label: string;
  /** Degrees from right, clockwise. */
  readonly heading: number | undefined;
  /** How far around it may be. */
  readonly spread: Spread | undefined;
  /** Of a vacuum: where it has been, as an SVG path in metres, and the box around that. */
  readonly path: { readonly d: string; readonly box: Box } | undefined;
  /** Whether only its room is known. */
  readonly isChip: boolean;
}

/** Metres from the middle of a room, where its name is, to the first target of which only the room is known; and to the next. */
const [chipStart, chipStep] = [0.7, 0.8];

/** Whether a target is of a tracker that is left out of what is shown of the plan. */
const isInHiddenLayer = (plan: PlanData, target: string): boolean => {
  const [tracker = ""] = target.split("/");
  const isIn = (of: PlanData): boolean => findEntity(of, "trackers", tracker) !== undefined;
  return isIn(wholePlan(plan)) && !isIn(plan);
};

const isMotionWelcome = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A target where it is at each moment, and the trail behind it. Times are of one clock, in ms. */
export class MovingTarget {
  #shown: Appearance;
  readonly #glide: Glide;
  readonly #steps = new Trail();

  constructor(shown: Appearance, nowMs: number) {
    this.#shown = shown;
    this.#glide = new Glide(shown.place, nowMs);
    this.#steps.add(shown.place, nowMs);
  }

  /** How it looks. */
  get shown(): Appearance {
    return this.#shown;
  }

  /** Takes a report; `mayGlide`: whether motion is welcome. To another floor it jumps. */
  report(shown: Appearance, nowMs: number, mayGlide: boolean): void {
    const before = this.#glide.at(nowMs);
    const isHere = shown.level === this.#shown.level;
    this.#shown = shown;
    if (this.#glide.report(shown.place, nowMs, mayGlide && isHere) && isHere)
      this.#steps.add(before, nowMs);
    else {
      this.#steps.clear();
      this.#steps.add(shown.place, nowMs);
    }
  }

  /** Has come this way. */
  retrace(way: readonly TrailPoint[], nowMs: number): void {
    this.#steps.clear();
    for (const { place, agoMs } of way) this.#steps.add(place, nowMs - agoMs);
  }

  /** Where it is now. */
  at(nowMs: number): Point {
    return this.#glide.at(nowMs);
  }

  /** Whether it has not arrived yet. */
  isMoving(nowMs: number): boolean {
    return this.#glide.isMoving(nowMs);
  }

  /** The pieces of its trail as far as they have faded, and where they end. */
  trail(nowMs: number): { readonly pieces: readonly DrawnPiece[]; readonly end: Point } {
    return { end: this.#steps.last ?? this.at(nowMs), pieces: this.#steps.drawn(nowMs) };
  }
}

/** Takes the ids of targets that have changed. */
export type TargetListener = (changed: ReadonlySet<string>) => void;

/** The targets of a plan on all of its floors, for whatever draws them. */
export class MovingTargets {
  readonly #targets = new Map<string, MovingTarget>();
  readonly #listeners = new Set<TargetListener>();
  #positions: ReadonlyMap<string, Position> = new Map();
  #on: DrawnPlan | undefined;
  #isStill = false;
  #focused: MovingTarget | undefined;

  /** Each target that is drawn, by id. */
  get all(): ReadonlyMap<string, MovingTarget> {
    return this.#targets;
  }

  /** Whether time stands still, as in an earlier moment: then no trail fades. */
  get isStill(): boolean {
    return this.#isStill;
  }

  /** The target that has the focus in the plan. */
  get focused(): MovingTarget | undefined {
    return this.#focused;
  }

  /** A target has the focus in the plan from now on; none if it is undefined. */
  focus(target: MovingTarget | undefined): void {
    this.#focused = target;
    this.#tell(new Set());
  }

  /** Calls the listener whenever targets change, without any id when the focus does. Returns a function that ends that. */
  subscribe(listener: TargetListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Has these positions on this plan from now on; `trails`: the ways that led there, of a moment at which time stands still.
   */
  show(
    on: DrawnPlan,
    positions: ReadonlyMap<string, Position>,
    trails?: PastMoment["trails"],
  ): void {
    this.#on = on;
    this.#positions = positions;
    this.#isStill = trails !== undefined;
    this.#take(new Set([...this.#targets.keys(), ...positions.keys()]), trails);
  }

  /** Takes those of the positions again that have changed, by their ids. */
  change(changed: Iterable<string>): void {
    const ids = new Set(changed);
    // They stand one below the other.
    for (const [id, { state }] of this.#positions) if (state === "room") ids.add(id);
    this.#take(ids);
  }

  /** Removes everything. */
  clear(): void {
    const ids = new Set(this.#targets.keys());
    this.#targets.clear();
    this.#tell(ids);
  }

  #tell(changed: ReadonlySet<string>): void {
    for (const listener of this.#listeners) listener(changed);
  }

  #take(ids: ReadonlySet<string>, trails?: PastMoment["trails"]): void {
    const now = performance.now();
    const mayGlide = isMotionWelcome();
    for (const id of ids) {
      const shown = this.#appearanceOf(id);
      const target = this.#targets.get(id);
      if (shown === undefined) this.#targets.delete(id);
      else if (target === undefined) this.#targets.set(id, new MovingTarget(shown, now));
      else target.report(shown, now, mayGlide);
    }
    for (const [id, way] of trails ?? []) this.#targets.get(id)?.retrace(way, now);
    this.#tell(ids);
  }

  /** How a target is drawn; undefined if it is nowhere on the plan. */
  #appearanceOf(id: string): Appearance | undefined {
    const position = this.#positions.get(id);
    const where = position && this.#whereIs(position);
    if (this.#on === undefined || position === undefined || where === undefined) return undefined;
    const { plan, words } = this.#on;
    if (isInHiddenLayer(plan, id)) return undefined;
    const { kind, name } = position;
    const located = position.state === "located" ? position : undefined;
    const { accuracy, heading, spread, path } = located ?? {};
    const around = accuracy && { along: accuracy, across: accuracy, angle: 0 };
    const box = path && boxAround(path.flat());
    return {
      kind,
      ...where,
      name,
      label: words.label(words.kinds[kind], name, roomNameOf(plan, position)),
      heading,
      spread: spread ?? (around || undefined),
      path: path && box && { d: path.map((line) => linePath(...line.flat())).join(""), box },
      isChip: located === undefined,
    };
  }

  /** The place and its floor; undefined if the target is on none, or drawn as another one. */
  #whereIs(position: Position): Pick<Appearance, "level" | "place"> | undefined {
    if (this.#on === undefined || position.partOf !== undefined) return undefined;
    const { plan } = this.#on;
    if (position.state === "located")
      return { level: position.level ?? firstLevel(plan), place: position.place };
    const room = roomOfPosition(plan, position);
    if (room === undefined) return undefined;
    const others = [...this.#positions.values()].filter(
      (each) => each.state === "room" && roomOfPosition(plan, each) === room,
    );
    const away = chipStart + others.indexOf(position) * chipStep;
    return { level: room.level, place: plus(interiorPoint(room.corners), [0, away]) };
  }
}
