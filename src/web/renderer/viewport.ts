import { type Box, boxAround, isInBox, middleOf } from "../../model/geometry/polygon.ts";
import type { Detail, RestingView } from "./options.ts";
import { distance, middle, minus, plus, type Point, times } from "../../model/geometry/vector.ts";
import { svgNumber } from "../../model/geometry/svg-path.ts";

/** Screen pixels, from the top left corner of the drawing's `<svg>`. */
export type ScreenPoint = readonly [x: number, y: number];

/** Two fingers on the screen. */
export type Fingers = readonly [ScreenPoint, ScreenPoint];

const spreadOf = (fingers: Fingers): number => Math.max(1, distance(...fingers));

/** Margin around a fitted plan in metres. */
const margin = 0.45;

/** Default font size of room names in metres. */
const nameMetres = 0.26;

/** Readable font sizes of room names in pixels: larger on a larger drawing. */
const [minName, maxName] = [10.5, 16];

/** The largest zoom, in pixels per metre. */
const closest = 600;

/** Milliseconds without a move after which, with the next frame, a gesture rests. */
const restMs = 160;

/** Font size of room names in metres at a scale in pixels per metre; the default one without a scale, as on paper. */
export const nameSize = (scale: number | undefined): number => {
  if (scale === undefined) return nameMetres;
  const pixels = Math.max(minName, Math.min(maxName, 9 + scale / 15));
  return Math.min(6 * nameMetres, pixels / scale);
};

/** The level of detail at a scale in pixels per metre. */
export const detailAt = (scale: number): Detail =>
  scale < 13 ? "tiny" : scale < 26 ? "far" : "near";

/** Whether a plan is wide, and its screen upright. */
export const isWideOn = ({ width, height }: Box, across: number, down: number): boolean =>
  down > across * 1.15 && width > height * 1.15;

/** The scale at which a plan of so many metres fits so many pixels, with the margin around it. */
export const fittingScale = ([width, height]: ScreenPoint, [wide, high]: Point): number =>
  Math.min(width / (wide + margin * 2), height / (high + margin * 2));

/**
 * How far around the view details are drawn, in metres: so long are pieces that reach into it, and a view that moves a
 * little needs no others.
 */
const aroundView = 8;

/** How often the scale of a drawing may be doubled or halved before it is drawn anew. */
const mostDoublings = 1;

/**
 * Which part of a plan a drawing shows, and at which scale. It does not touch the page: the owner of the `<svg>` passes
 * its size to `resize`, and after each change applies `shift` (on the layer that holds the `<svg>`), `viewBox`,
 * `transform` (on the group around the drawing) and `turn`. While panning and zooming, only `shift` changes: the browser
 * moves the finished picture, and neither lays out nor paints thousands of elements for each frame.
 */
export class Viewport {
  /** Whether a wide plan may be rotated by 90° on a portrait screen. */
  mayTurn = false;
  /** Called once a gesture rests, when `viewBox`, `step` and `detail` may have changed; without it they follow at once. */
  rested: (() => void) | undefined;
  /** The area of which some part always stays in view; by default the bounds. */
  area: () => Box = () => this.#bounds;
  /**
   * What the drawing follows. The area with details is the same object until the settled view leaves it: a large plan has
   * thousands of them, of which few are in view.
   */
  resting: RestingView = {};
  #bounds: Box;
  /** Pixels at the right and at the bottom that a fitted plan leaves free. */
  #free: ScreenPoint = [0, 0];
  /** Size of the `<svg>` in screen pixels. */
  #size: ScreenPoint = [0, 0];
  /** The point in the middle of the screen, in metres after rotation. */
  #middle: Point = [0, 0];
  #scale = 1;
  /** Middle and scale of the finished picture. */
  #drawn: readonly [place: Point, scale: number] = [this.#middle, 1];
  /** The settled scale, for which elements are drawn; during zooming only the view changes. */
  #resting = 1;
  #isFitted = true;
  #turn: 0 | 90 = 0;

  /** A viewport that fits `bounds` as soon as it knows its size. */
  constructor(bounds: Box) {
    this.#bounds = bounds;
  }

  /** Screen pixels per metre. */
  get scale(): number {
    return this.#scale;
  }

  /** Clockwise rotation of the plan on the screen in degrees. */
  get turn(): 0 | 90 {
    return this.#turn;
  }

  /**
   * Style properties of the `<svg>` that keep text upright. Nothing that depends on the scale belongs here: the browser
   * would recompute the styles of the whole drawing for each frame.
   */
  get style(): Readonly<Record<"--plan-upright", string>> {
    return { "--plan-upright": this.#turn === 0 ? "none" : `${-this.#turn}deg` };
  }

  /** Coarse settled pixels per metre: labels keep their places during small changes. */
  get step(): number {
    return 1.15 ** Math.round(Math.log(this.#resting) / Math.log(1.15));
  }

  /** The level of detail at the settled scale. */
  get detail(): Detail {
    return detailAt(this.#resting);
  }

  /** Whether the whole plan is fitted to the screen; panning or zooming ends that. */
  get isFitted(): boolean {
    return this.#isFitted;
  }

  /** The value of the `<svg>`'s `viewBox`: what it shows once the gesture rests. */
  get viewBox(): string {
    const [width, height] = this.#size;
    const [place, scale] = this.#drawn;
    const size = times([Math.max(1, width), Math.max(1, height)], 1 / scale);
    return [...minus(place, times(size, 0.5)), ...size].map(svgNumber).join(" ");
  }

  /** The CSS `transform`, about its middle, that moves the `<svg>` to the view; empty at rest. */
  get shift(): string {
    const [place, scale] = this.#drawn;
    const [x, y] = times(minus(place, this.#middle), this.#scale);
    const grown = this.#scale / scale;
    return x || y || grown !== 1 ? `translate(${x}px,${y}px)scale(${grown})` : "";
  }

  /** The `transform` of the group around the drawing. */
  get transform(): string {
    return this.#turn === 0 ? "" : "rotate(90)";
  }

  /**
   * Takes the bounds of a new plan or floor, and the pixels that it leaves free when fitted, at the right and at the bottom;
   * a fitted view is fitted again, any other stays.
   */
  show(bounds: Box, free: ScreenPoint = [0, 0]): void {
    this.#bounds = bounds;
    this.#free = free;
    this.#refit();
  }

  /** Takes the size of the `<svg>` in screen pixels. */
  resize(width: number, height: number): void {
    this.#size = [width, height];
    this.#refit();
  }

  /** Fits the whole plan, rotated if allowed and larger that way. */
  fit(): void {
    this.#turn = this.mayTurn && isWideOn(this.#bounds, ...this.#size) ? 90 : 0;
    const size = minus(this.#size, this.#free);
    this.#scale = this.#bounded(fittingScale(size, this.#spread(this.#bounds)));
    const aside = times(this.#free, 0.5 / this.#scale);
    this.#middle = plus(this.#turned(middleOf(this.#bounds)), aside);
    this.#isFitted = true;
    this.#settle();
  }

  /** Zooms by `factor` about the pixel `at`. */
  zoom(factor: number, at: ScreenPoint = times(this.#size, 0.5)): void {
    if (!Number.isFinite(factor) || factor <= 0) return;
    const scale = this.#bounded(this.#scale * factor);
    this.#keep(this.#onGround(at), at, scale);
  }

  /** Pans by screen pixels. */
  pan(right: number, down: number): void {
    this.#go(minus(this.#middle, times([right, down], 1 / this.#scale)), this.#scale);
  }

  /** Pans and zooms so that the points under two fingers stay under them. */
  pinch(from: Fingers, to: Fingers): void {
    const scale = this.#bounded((this.#scale * spreadOf(to)) / spreadOf(from));
    this.#keep(this.#onGround(middle(...from)), middle(...to), scale);
  }

  /** The point of the plan under a screen pixel, in metres. */
  toPlan(at: ScreenPoint): Point {
    const [x, z] = this.#onGround(at);
    return this.#turn === 0 ? [x, z] : [z, -x];
  }

  /** The screen pixel of a point of the plan. */
  toScreen(place: Point): ScreenPoint {
    return plus(
      times(minus(this.#turned(place), this.#middle), this.#scale),
      times(this.#size, 0.5),
    );
  }

  #refit(): void {
    if (this.#isFitted) this.fit();
    else this.#go(this.#middle, this.#scale);
  }

  #turned([x, z]: Point): Point {
    return this.#turn === 0 ? [x, z] : [-z, x];
  }

  /** The offset of a pixel from the middle of the screen at a scale, in metres. */
  #offset(at: ScreenPoint, scale: number): Point {
    return times(minus(at, times(this.#size, 0.5)), 1 / scale);
  }

  /** The point under a pixel, in metres after rotation. */
  #onGround(at: ScreenPoint): Point {
    return plus(this.#middle, this.#offset(at, this.#scale));
  }

  #keep(ground: Point, at: ScreenPoint, scale: number): void {
    this.#go(minus(ground, this.#offset(at, scale)), scale);
  }

  #go(place: Point, scale: number): void {
    this.#scale = scale;
    const near = this.#nearPlan(place);
    this.#middle = near;
    this.#isFitted = false;
    if (this.rested === undefined) return this.#settle();
    // Moves that waited for a busy page come right before its next frame, which is to be no longer for this.
    const rest = (): void => {
      // Every move has a middle of its own.
      if (near !== this.#middle) return;
      this.#settle();
      this.rested?.();
    };
    setTimeout(() => requestAnimationFrame(() => setTimeout(rest)), restMs);
    if (Math.abs(Math.log2(scale / this.#drawn[1])) > mostDoublings) this.#draw();
  }

  /** The nearest middle at most a quarter of the screen beyond the area, so that some or all of the area is in view. */
  #nearPlan(place: Point): Point {
    const area = this.area();
    const to = this.#turned(middleOf(area));
    const most = plus(times(this.#spread(area), 0.5), times(this.#size, 0.25 / this.#scale));
    const near = (axis: 0 | 1): number =>
      to[axis] + Math.max(-most[axis], Math.min(most[axis], place[axis] - to[axis]));
    return [near(0), near(1)];
  }

  /** Width and height of a box on the screen, in metres. */
  #spread({ width, height }: Box): Point {
    return this.#turn === 0 ? [width, height] : [height, width];
  }

  #draw(): void {
    this.#drawn = [this.#middle, this.#scale];
  }

  #settle(): void {
    this.#resting = this.#scale;
    this.#draw();
    const { detail, step: scale } = this;
    const detailed = detail === "tiny" ? undefined : this.#areaWithDetails();
    this.resting = { detail, detailed, scale, isTurned: this.#turn > 0 };
  }

  /** The last area, if it holds the view, else a new one. */
  #areaWithDetails(): Box | undefined {
    const last = this.resting.detailed;
    const corners = (away: number): readonly Point[] =>
      [[-away, -away] as const, plus(this.#size, [away, away])].map((each) => this.toPlan(each));
    return last && corners(0).every((corner) => isInBox(corner, last))
      ? last
      : boxAround(corners(aroundView * this.#scale));
  }

  #bounded(scale: number): number {
    const longest = Math.max(this.#bounds.width, this.#bounds.height, 1);
    const fewest = fittingScale(this.#size, [longest, longest]) / 4;
    return Math.max(Math.min(fewest, closest), Math.min(closest, scale), 0.01);
  }
}
