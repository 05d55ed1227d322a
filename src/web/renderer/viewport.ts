import { type Box, middleOf } from "../../model/geometry/polygon.ts";
import type { Detail } from "./options.ts";
import { distance, middle, minus, plus, type Point, times } from "../../model/geometry/vector.ts";
import { svgNumber } from "../../model/geometry/svg-path.ts";

/** Screen pixels, from the top left corner of the drawing's `<svg>`. */
export type ScreenPoint = readonly [x: number, y: number];

/** Two fingers on the screen. */
export type Fingers = readonly [ScreenPoint, ScreenPoint];

const spreadOf = (fingers: Fingers): number => Math.max(1, distance(...fingers));

/** Empty space around a plan that is fitted, in metres. */
const margin = 0.45;

/** The height of a room's name in metres, as it is drawn where nothing is said. */
const nameMetres = 0.26;

/** The same in pixels, as it should be read: larger on a larger drawing. */
const [minName, maxName] = [10.5, 14];

/** The most that is shown of a plan: pixels per metre. */
const closest = 600;

/** Milliseconds without zooming after which it has come to rest. */
const restMs = 160;

/** How many times their size in metres the names of rooms have at so many screen pixels for a metre. */
export const labelFactor = (scale: number): number => {
  const pixels = Math.max(minName, Math.min(maxName, 9 + scale / 15));
  return Math.max(0.4, Math.min(6, pixels / (nameMetres * scale)));
};

/** How much detail can be told apart at so many screen pixels for a metre. */
export const detailAt = (scale: number): Detail =>
  scale < 13 ? "tiny" : scale < 26 ? "far" : "near";

/**
 * Which part of a plan a drawing shows, and how large. It knows nothing of the page: whoever owns
 * the `<svg>` says its size with `resize`, and writes `viewBox`, `transform` (on the group around
 * the drawing) and `turn` back after each change.
 */
export class Viewport {
  /** Whether a wide plan is turned by a quarter when the screen is high. */
  mayTurn = false;
  /** Called once zooming has come to rest, when `step` and `detail` may be others; without it they follow at once. */
  rested: (() => void) | undefined;
  #bounds: Box;
  /** Screen pixels of the `<svg>`. */
  #size: ScreenPoint = [0, 0];
  /** What lies in the middle of the screen, in metres after the turn. */
  #middle: Point = [0, 0];
  #scale = 1;
  /** The scale by which things are drawn; while the other one changes all the time, only the view follows it. */
  #resting = 1;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #isFitted = true;
  #turn: 0 | 90 = 0;

  /** A viewport that fits `bounds` as soon as it knows its size. */
  constructor(bounds: Box) {
    this.#bounds = bounds;
  }

  /** Screen pixels for a metre. */
  get scale(): number {
    return this.#scale;
  }

  /** Degrees by which the plan is turned clockwise on the screen. */
  get turn(): 0 | 90 {
    return this.#turn;
  }

  /**
   * The style properties of the `<svg>` that keep letters upright, whatever the turn. None that changes with the
   * scale belongs here: the browser would look up the styles of everything that is drawn, again for each frame.
   */
  get style(): Readonly<Record<"--plan-upright", string>> {
    return { "--plan-upright": this.#turn === 0 ? "none" : `${-this.#turn}deg` };
  }

  /** About how many pixels there are for a metre at rest: names that avoid each other stay where they are for small changes. */
  get step(): number {
    return 1.15 ** Math.round(Math.log(this.#resting) / Math.log(1.15));
  }

  /** How much detail can be told apart at the scale of rest. */
  get detail(): Detail {
    return detailAt(this.#resting);
  }

  /** Whether the whole plan is shown as large as fits; moving or zooming ends that. */
  get isFitted(): boolean {
    return this.#isFitted;
  }

  /** The value of the `<svg>`'s `viewBox`. */
  get viewBox(): string {
    const [width, height] = this.#size;
    const size = times([Math.max(1, width), Math.max(1, height)], 1 / this.#scale);
    return [...minus(this.#middle, times(size, 0.5)), ...size].map(svgNumber).join(" ");
  }

  /** The value of `transform` for the group around the drawing. */
  get transform(): string {
    return this.#turn === 0 ? "" : "rotate(90)";
  }

  /** Takes a new plan or floor: what was fitted is fitted again, else the view stays. */
  show(bounds: Box): void {
    this.#bounds = bounds;
    if (this.#isFitted) this.fit();
  }

  /** Takes the size of the `<svg>` in screen pixels. */
  resize(width: number, height: number): void {
    this.#size = [width, height];
    if (this.#isFitted) this.fit();
  }

  /** Shows the whole plan, turned if that is allowed and shows more of it. */
  fit(): void {
    const { width, height } = this.#bounds;
    const [across, down] = this.#size;
    const isTall = down > across * 1.15 && width > height * 1.15;
    this.#turn = this.mayTurn && isTall ? 90 : 0;
    this.#middle = this.#turned(middleOf(this.#bounds));
    const [wide, high] = this.#turn === 0 ? [width, height] : [height, width];
    this.#scale = this.#bounded(this.#fittingScale(wide, high));
    this.#isFitted = true;
    this.#settle();
  }

  /** Makes everything `factor` times as large; what lies under the pixel `at` stays there. */
  zoom(factor: number, at: ScreenPoint = times(this.#size, 0.5)): void {
    if (!Number.isFinite(factor) || factor <= 0) return;
    const scale = this.#bounded(this.#scale * factor);
    this.#keep(this.#onGround(at), at, scale);
  }

  /** Moves the plan with the pointer, by screen pixels. */
  pan(right: number, down: number): void {
    this.#middle = minus(this.#middle, times([right, down], 1 / this.#scale));
    this.#isFitted = false;
  }

  /** Moves and zooms so that what lay under two fingers is under them again. */
  pinch(from: Fingers, to: Fingers): void {
    const scale = this.#bounded((this.#scale * spreadOf(to)) / spreadOf(from));
    this.#keep(this.#onGround(middle(...from)), middle(...to), scale);
  }

  /** The place of the plan under a screen pixel, in metres. */
  toPlan(at: ScreenPoint): Point {
    const [x, z] = this.#onGround(at);
    return this.#turn === 0 ? [x, z] : [z, -x];
  }

  /** The screen pixel above a place of the plan. */
  toScreen(place: Point): ScreenPoint {
    return plus(
      times(minus(this.#turned(place), this.#middle), this.#scale),
      times(this.#size, 0.5),
    );
  }

  #turned([x, z]: Point): Point {
    return this.#turn === 0 ? [x, z] : [-z, x];
  }

  /** How far a pixel lies from the middle of the screen at a scale, in metres. */
  #offset(at: ScreenPoint, scale: number): Point {
    return times(minus(at, times(this.#size, 0.5)), 1 / scale);
  }

  /** What lies under a pixel, in metres after the turn. */
  #onGround(at: ScreenPoint): Point {
    return plus(this.#middle, this.#offset(at, this.#scale));
  }

  #keep(ground: Point, at: ScreenPoint, scale: number): void {
    const isSame = scale === this.#scale;
    this.#scale = scale;
    this.#middle = minus(ground, this.#offset(at, scale));
    this.#isFitted = false;
    if (isSame) return;
    if (this.rested === undefined) return this.#settle();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#settle();
      this.rested?.();
    }, restMs);
  }

  #settle(): void {
    clearTimeout(this.#rest);
    this.#resting = this.#scale;
  }

  #fittingScale(wide: number, high: number): number {
    const [width, height] = this.#size;
    return Math.min(width / (wide + margin * 2), height / (high + margin * 2));
  }

  #bounded(scale: number): number {
    const longest = Math.max(this.#bounds.width, this.#bounds.height, 1);
    const fewest = this.#fittingScale(longest, longest) / 4;
    return Math.max(Math.min(fewest, closest), Math.min(closest, scale), 0.01);
  }
}
