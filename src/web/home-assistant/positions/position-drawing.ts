import { firstLevel, shownLevel } from "../../../model/elements/levels.ts";
import { findEntity, type PlanData } from "../../../model/elements/entities.ts";
import { wholePlan } from "../../../model/elements/layers.ts";
import { linePath } from "../../../model/geometry/svg-path.ts";
import { interiorPoint } from "../../../model/geometry/polygon.ts";
import { plus, type Point } from "../../../model/geometry/vector.ts";
import type { PositionTexts } from "../../i18n/en/positions.ts";
import { type Appearance, DrawnPosition } from "./drawn-position.ts";
import type { PastMoment } from "./past-positions.ts";
import type { Position } from "./position.ts";
import { roomNameOf, roomOfPosition } from "./position-room.ts";

/** What positions are drawn on. */
export interface DrawnPlan {
  readonly plan: PlanData;
  /** Id of the shown floor; undefined is the first. */
  readonly level: string | undefined;
  readonly words: PositionTexts;
}

/** Metres from the middle of a room, where its name is, to the first target of which only the room is known; and to the next. */
const [chipStart, chipStep] = [0.7, 0.8];

/** Whether a target is of a tracker that is left out of what is shown of the plan. */
const isInHiddenLayer = (plan: PlanData, target: string): boolean => {
  const [tracker = ""] = target.split("/");
  const isIn = (of: PlanData): boolean => findEntity(of, "trackers", tracker) !== undefined;
  return isIn(wholePlan(plan)) && !isIn(plan);
};

/** How often trails fade, in milliseconds. */
const fadeMs = 1000;

const isMotionWelcome = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Draws positions on the shown floor of a plan. Each moves by itself with the frames of the browser. */
export class PositionDrawing {
  readonly #ground: Element;
  readonly #dots: Element;
  readonly #drawn = new Map<string, DrawnPosition>();
  #positions: ReadonlyMap<string, Position> = new Map();
  #on: DrawnPlan | undefined;
  readonly #moving = new Set<DrawnPosition>();
  #frame: number | undefined;
  #fading: ReturnType<typeof setInterval> | undefined;

  /** `ground`: where trails are drawn, below all `dots`. */
  constructor(ground: Element, dots: Element) {
    this.#ground = ground;
    this.#dots = dots;
  }

  /** How many targets are drawn. */
  get count(): number {
    return this.#drawn.size;
  }

  /**
   * Draws these positions, on this plan and floor from now on; `trails`: the ways that led there, of a moment at which
   * time stands still.
   */
  show(
    on: DrawnPlan,
    positions: ReadonlyMap<string, Position>,
    trails?: PastMoment["trails"],
  ): void {
    const before = this.#on && shownLevel(this.#on.plan, this.#on.level);
    if (before !== shownLevel(on.plan, on.level)) this.clear();
    this.#on = on;
    this.#positions = positions;
    this.#draw(new Set([...this.#drawn.keys(), ...positions.keys()]));
    if (trails === undefined) return;
    clearInterval(this.#fading);
    this.#fading = undefined;
    const now = performance.now();
    for (const [id, way] of trails) this.#drawn.get(id)?.retrace(way, now);
  }

  /** Draws those of the positions again that have changed, by their ids. */
  change(changed: Iterable<string>): void {
    const ids = new Set(changed);
    // They stand one below the other.
    for (const [id, { state }] of this.#positions) if (state === "room") ids.add(id);
    this.#draw(ids);
  }

  /** Removes everything. */
  clear(): void {
    for (const id of this.#drawn.keys()) this.#remove(id);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearInterval(this.#fading);
    this.#frame = undefined;
    this.#fading = undefined;
  }

  #draw(ids: ReadonlySet<string>): void {
    const now = performance.now();
    const mayGlide = isMotionWelcome();
    for (const id of ids) {
      const shown = this.#appearanceOf(id);
      const drawn = this.#drawn.get(id);
      if (shown === undefined) {
        this.#remove(id);
      } else if (drawn === undefined) {
        const made = new DrawnPosition(shown, now);
        this.#ground.append(made.ground);
        this.#dots.append(made.dot);
        this.#drawn.set(id, made);
      } else {
        drawn.report(shown, now, mayGlide);
        this.#moving.add(drawn);
      }
    }
    if (this.#drawn.size === 0) return this.clear();
    if (this.#moving.size > 0) this.#frame ??= requestAnimationFrame(this.#move);
    this.#fading ??= setInterval(() => this.#fade(), fadeMs);
  }

  #remove(id: string): void {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return;
    drawn.remove();
    this.#moving.delete(drawn);
    this.#drawn.delete(id);
  }

  readonly #move = (): void => {
    this.#frame = undefined;
    const now = performance.now();
    for (const each of this.#moving) if (!each.place(now)) this.#moving.delete(each);
    if (this.#moving.size > 0) this.#frame = requestAnimationFrame(this.#move);
  };

  #fade(): void {
    const now = performance.now();
    for (const each of this.#drawn.values()) each.fade(now);
  }

  /** How a target is drawn; undefined if it is not on the shown floor. */
  #appearanceOf(id: string): Appearance | undefined {
    const position = this.#positions.get(id);
    const place = position && this.#placeOf(position);
    if (this.#on === undefined || position === undefined || place === undefined) return undefined;
    const { plan, words } = this.#on;
    if (isInHiddenLayer(plan, id)) return undefined;
    const { kind, name } = position;
    const located = position.state === "located" ? position : undefined;
    const { accuracy, heading, spread, path } = located ?? {};
    const around = accuracy && { along: accuracy, across: accuracy, angle: 0 };
    return {
      kind,
      place,
      name,
      label: words.label(words.kinds[kind], name, roomNameOf(plan, position)),
      heading,
      spread: spread ?? (around || undefined),
      path: path?.map((line) => linePath(...line.flat())).join(""),
      isChip: located === undefined,
    };
  }

  /** The place on the shown floor; undefined if the target is not there, or drawn as another one. */
  #placeOf(position: Position): Point | undefined {
    if (this.#on === undefined || position.partOf !== undefined) return undefined;
    const { plan, level } = this.#on;
    const shown = shownLevel(plan, level);
    if (position.state === "located")
      return (position.level ?? firstLevel(plan)) === shown ? position.place : undefined;
    const room = roomOfPosition(plan, position);
    if (room === undefined || room.level !== shown) return undefined;
    const others = [...this.#positions.values()].filter(
      (each) => each.state === "room" && roomOfPosition(plan, each) === room,
    );
    return plus(interiorPoint(room.corners), [0, chipStart + others.indexOf(position) * chipStep]);
  }
}
