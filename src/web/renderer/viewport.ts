import { type Box, middleOf } from "../../model/geometry/polygon.ts";
import type { Detail } from "./options.ts";
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
const [minName, maxName] = [10.5, 14];

/** The largest zoom, in pixels per metre. */
const closest = 600;

/** Milliseconds without zooming until it counts as settled. */
const restMs = 160;

/** The factor on room names' size in metres at a scale in pixels per metre. */
export const labelFactor = (scale: number): number => {
  const pixels = Math.max(minName, Math.min(maxName, 9 + scale / 15));
  return Math.max(0.4, Math.min(6, pixels / (nameMetres * scale)));
};

/** The level of detail at a scale in pixels per metre. */
export const detailAt = (scale: number): Detail =>
  scale < 13 ? "tiny" : scale < 26 ? "far" : "near";

/**
 * Which part of a plan a drawing shows, and at which scale. It does not touch the page: the owner of the `<svg>` passes
 * its size to `resize`, and applies `viewBox`, `transform` (on the group around the drawing) and `turn` after each
 * change.
 */
export class Viewport {
  /** Whether a wide plan may be rotated by 90° on a portrait screen. */
  mayTurn = false;
  /** Called once zooming has settled, when `step` and `detail` may have changed; without it they follow at once. */
  rested: (() => void) | undefined;
  #bounds: Box;
  /** Size of the `<svg>` in screen pixels. */
  #size: ScreenPoint = [0, 0];
  /** The point in the middle of the screen, in metres after rotation. */
  #middle: Point = [0, 0];
  #scale = 1;
  /** The settled scale, for which elements are drawn; during zooming only the view changes. */
  #resting = 1;
  #rest: ReturnType<typeof setTimeout> | undefined;
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

  /** The value of the `<svg>`'s `viewBox`. */
  get viewBox(): string {
    const [width, height] = this.#size;
    const size = times([Math.max(1, width), Math.max(1, height)], 1 / this.#scale);
    return [...minus(this.#middle, times(size, 0.5)), ...size].map(svgNumber).join(" ");
  }

  /** The `transform` of the group around the drawing. */
  get transform(): string {
    return this.#turn === 0 ? "" : "rotate(90)";
  }

  /** Takes the bounds of a new plan or floor; a fitted view is fitted again, any other stays. */
  show(bounds: Box): void {
    this.#bounds = bounds;
    if (this.#isFitted) this.fit();
  }

  /** Takes the size of the `<svg>` in screen pixels. */
  resize(width: number, height: number): void {
    this.#size = [width, height];
    if (this.#isFitted) this.fit();
  }

  /** Fits the whole plan, rotated if allowed and larger that way. */
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

  /** Zooms by `factor` about the pixel `at`. */
  zoom(factor: number, at: ScreenPoint = times(this.#size, 0.5)): void {
    if (!Number.isFinite(factor) || factor <= 0) return;
    const scale = this.#bounded(this.#scale * factor);
    this.#keep(this.#onGround(at), at, scale);
  }

  /** Pans by screen pixels. */
  pan(right: number, down: number): void {
    this.#middle = minus(this.#middle, times([right, down], 1 / this.#scale));
    this.#isFitted = false;
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
