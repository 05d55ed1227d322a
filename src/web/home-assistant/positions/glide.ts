import { distance, minus, plus, type Point, times } from "../../../model/geometry/vector.ts";

/** The fewest and the most milliseconds that a target takes from one reported place to the next. */
const [shortestMs, longestMs] = [100, 1000];

/** Metres beyond which a target has not walked there: it jumps. */
const farthest = 3;

/**
 * Where a target is drawn between reports: it takes as long to a reported place as that report came after the one
 * before. So it is behind by one report, and never where nobody has said that it is. Times are milliseconds of any clock.
 */
export class Glide {
  #from: Point;
  #to: Point;
  #sinceMs: number;
  #takesMs = 0;

  constructor(place: Point, nowMs: number) {
    this.#from = place;
    this.#to = place;
    this.#sinceMs = nowMs;
  }

  /** Takes a report; one of the same place changes nothing. Returns whether the target glides there, as it may, or jumps. */
  report(place: Point, nowMs: number, mayGlide: boolean): boolean {
    if (distance(this.#to, place) === 0) return true;
    const isGliding = mayGlide && distance(this.#to, place) <= farthest;
    this.#from = isGliding ? this.at(nowMs) : place;
    this.#takesMs = isGliding
      ? Math.min(longestMs, Math.max(shortestMs, nowMs - this.#sinceMs))
      : 0;
    this.#to = place;
    this.#sinceMs = nowMs;
    return isGliding;
  }

  /** Where it is drawn. */
  at(nowMs: number): Point {
    if (!this.isMoving(nowMs)) return this.#to;
    const part = Math.max(0, nowMs - this.#sinceMs) / this.#takesMs;
    return plus(this.#from, times(minus(this.#to, this.#from), part));
  }

  /** Whether it has not arrived yet. */
  isMoving(nowMs: number): boolean {
    return nowMs - this.#sinceMs < this.#takesMs;
  }
}
