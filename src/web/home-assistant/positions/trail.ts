import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { distance, type Point } from "../../../model/geometry/vector.ts";

/** How long a trail is, in milliseconds, and how many points it has at most. */
export const trailMs = 30_000;
const mostPoints = 300;

/** Milliseconds of a piece, which fades as a whole, and the points after which another one begins. */
const pieceMs = 3000;
const piecePoints = mostPoints / 10;

/** Metres within which a target counts as standing still. */
const still = 0.02;

/** A part of a trail. */
interface Piece {
  readonly sinceMs: number;
  /** SVG path. */
  path: string;
  readonly places: Point[];
}

/** A piece as it is drawn. */
export interface DrawnPiece {
  /** SVG path in metres. */
  readonly path: string;
  /** 1 where the target is, falling to 0. */
  readonly opacity: number;
  /** The places that it leads over. */
  readonly places: readonly Point[];
}

const written = ([x, z]: Point): string => `${svgNumber(x)} ${svgNumber(z)}`;

/** Where a target was in the last seconds, in pieces that fade. Times are milliseconds of any clock. */
export class Trail {
  #pieces: Piece[] = [];
  #last: Point | undefined;

  /** The end, from which the trail goes on. */
  get last(): Point | undefined {
    return this.#last;
  }

  /** The target was here. */
  add(place: Point, nowMs: number): void {
    const last = this.#last;
    if (last !== undefined && distance(last, place) < still) return;
    this.#last = place;
    const newest = this.#pieces.at(-1);
    const isOpen =
      newest !== undefined &&
      nowMs - newest.sinceMs < pieceMs &&
      newest.places.length < piecePoints;
    if (isOpen && last !== undefined) {
      newest.path += `L${written(place)}`;
      newest.places.push(place);
    } else {
      const path =
        last === undefined ? `M${written(place)}` : `M${written(last)}L${written(place)}`;
      const places = last === undefined ? [place] : [last, place];
      this.#pieces.push({ sinceMs: nowMs, path, places });
    }
    while (this.#pieces.reduce((sum, { places }) => sum + places.length, 0) > mostPoints)
      this.#pieces.shift();
  }

  /** The target went elsewhere without a way there. */
  clear(): void {
    this.#pieces = [];
    this.#last = undefined;
  }

  /** The pieces that have not faded yet, oldest first. */
  drawn(nowMs: number): readonly DrawnPiece[] {
    this.#pieces = this.#pieces.filter(({ sinceMs }) => nowMs - sinceMs < trailMs);
    return this.#pieces.map(({ path, places, sinceMs }) => ({
      path,
      places,
      opacity: Math.round((1 - (nowMs - sinceMs) / trailMs) * 20) / 20,
    }));
  }
}
