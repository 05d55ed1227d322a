import {
  cross,
  dot,
  fitSpan,
  isAlong,
  lengthOf,
  minus,
  nearestOn,
  nearlyStraight,
  type Point,
  type Span,
  pointAlong,
  roundForStorage,
  runAround,
  times,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { isInside, signedArea } from "../geometry/polygon.ts";
import type { JsonObject } from "../json.ts";
import { kindOfType, minWidth, makeOpening, type OpeningName } from "../kinds/opening.ts";
import { type Collection, kinds } from "../kinds/kinds.ts";

/** The gap between two stretches of a line; negative if they overlap. */
const gap = (a: number, b: number, c: number, d: number): number =>
  Math.max(Math.min(c, d) - Math.max(a, b), Math.min(a, b) - Math.max(c, d));

/**
 * Whether the bounding boxes of two walls come within `reach` metres: a cheap test for where each wall is compared with
 * all others.
 */
export const isNear = (one: Wall, other: Wall, reach: number): boolean =>
  gap(one.from[0], one.to[0], other.from[0], other.to[0]) <= reach &&
  gap(one.from[1], one.to[1], other.from[1], other.to[1]) <= reach;

/** What openings need to know of a room. */
export interface RoomOutline {
  readonly id: string;
  readonly level: string;
  readonly corners: readonly Point[];
  /** Whether there is a wall at each edge; by default at all. */
  readonly walled?: readonly boolean[];
}

/** An opening from a file, in metres. */
export interface ImportedOpening {
  readonly level: string;
  readonly type: OpeningName;
  readonly centre: Point;
  /** The direction of its wall, in degrees. */
  readonly angle: number;
  readonly width: number;
  /** Most distance between its wall and the centre. */
  readonly within: number;
  /** A door's hinge, and the far end of its open leaf. */
  readonly leaf?: { readonly hinge: Point; readonly end: Point };
  readonly more?: JsonObject;
}

interface Edge extends Wall {
  readonly room: RoomOutline;
  readonly edge: number;
  /** Whether a wall is there. */
  readonly isWalled: boolean;
  /** Metres by which the outline runs on straight before and after it. */
  readonly before: number;
  readonly after: number;
}

/** Metres by which an edge without a wall seems farther away, so that openings go into walls. */
const unlikely = 0.3;

interface NearestEdge extends Edge {
  /** The part of it that the opening takes. */
  readonly span: Span;
  /** Metres by which that is away from the opening, beside it or narrower; without a wall it is farther. */
  readonly off: number;
}

/** A room's edges, in the order of its corners. */
export const edgesOf = (room: RoomOutline): readonly Edge[] => {
  const walls = wallsOf(room.corners);
  return walls.map(({ from, to }, edge) => {
    const { before, after } = runAround(walls, edge);
    return { from, to, room, edge, isWalled: room.walled?.[edge] !== false, before, after };
  });
};

/** Hinge side and swing, as seen from inside the room. */
const leafOf = (
  leaf: NonNullable<ImportedOpening["leaf"]>,
  wall: Edge,
  centre: Point,
): JsonObject => {
  const run = minus(wall.to, wall.from);
  // Seen from inside, left is where the wall starts if the corners run clockwise.
  const isClockwise = signedArea(wall.room.corners) > 0;
  const isAtStart = dot(run, minus(leaf.hinge, centre)) < 0;
  const side = cross(run, minus(leaf.end, centre));
  return {
    hinge: isAtStart === isClockwise ? "left" : "right",
    swing: side > 0 === isClockwise ? "in" : "out",
  };
};

/**
 * Puts a file's openings, which lie near walls, into the walls of rooms: the nearest one and, if another room's wall
 * faces it from behind, a gap into that one. Only where no wall is they go into an edge without one.
 */
export class OpeningPlacer {
  readonly #edges = new Map<string, Edge[]>();
  readonly #placed: JsonObject[] = [];
  readonly #bound: (edges: number) => void;

  /** `bound` gets the number of edges that an opening could be in, and throws if it is too large. */
  constructor(rooms: readonly RoomOutline[], bound: (edges: number) => void) {
    this.#bound = bound;
    for (const room of rooms) {
      const edges = this.#edges.get(room.level) ?? [];
      this.#edges.set(room.level, edges);
      for (const edge of edgesOf(room)) edges.push(edge);
    }
  }

  /** The placed openings, with ids by their order. */
  get placed(): readonly JsonObject[] {
    return this.#placed;
  }

  /** How far an opening is from the wall in which it would be, in metres; Infinity without one. */
  awayFrom(opening: ImportedOpening): number {
    const [nearest] = this.#around(opening);
    return nearest?.isWalled === true ? nearest.off : Infinity;
  }

  /** Whether a wall was found. */
  place(opening: ImportedOpening): boolean {
    const [nearest, ...others] = this.#around(opening);
    if (nearest === undefined) return false;
    this.#put(opening, nearest, false);
    const behind = others.find(
      (other) => other.isWalled === nearest.isWalled && isBehind(nearest, other),
    );
    if (behind !== undefined) this.#put(opening, behind, true);
    return true;
  }

  /** The edges in which an opening could be, the best one first. */
  #around(opening: ImportedOpening): readonly NearestEdge[] {
    const { angle, centre, level, width, within } = opening;
    const radians = (angle * Math.PI) / 180;
    const way: Point = [Math.cos(radians), Math.sin(radians)];
    const here = { from: centre, to: centre };
    const near = (this.#edges.get(level) ?? []).filter((edge) => isNear(edge, here, within));
    const found = near.flatMap((edge): readonly NearestEdge[] => {
      const length = lengthOf(edge);
      if (length === 0 || edge.before + length + edge.after < minWidth) return [];
      const turn = cross(times(minus(edge.to, edge.from), 1 / length), way);
      if (Math.abs(turn) > nearlyStraight) return [];
      const { along, away } = nearestOn(edge, centre);
      const wanted = { offset: along, width: Math.max(minWidth, width) };
      const span = fitSpan(wanted, length + edge.after, -edge.before);
      const beside = Math.abs(span.offset - along) + wanted.width - span.width;
      const off = away + beside + (edge.isWalled ? 0 : unlikely);
      return away <= within ? [{ ...edge, span, off }] : [];
    });
    this.#bound(found.length);
    return found.toSorted(
      (one, other) => roundForStorage(one.off - other.off) || one.edge - other.edge,
    );
  }

  #put(opening: ImportedOpening, wall: NearestEdge, isSecond: boolean): void {
    const { type, leaf, more } = opening;
    const kind = kindOfType(type);
    // A door's leaf is in one of two walls; a window's pane is in both.
    const behind = kind === "window" ? "window" : "passage";
    const { span } = wall;
    const id = `opening-${this.#placed.length + 1}`;
    const made = makeOpening(id, isSecond ? behind : type, wall.room.id, wall.edge, span);
    const hangs = kind === "door" && leaf !== undefined && !isSecond;
    this.#placed.push({
      ...made,
      ...(hangs ? leafOf(leaf, wall, pointAlong(wall, span.offset)) : {}),
      ...(isSecond ? {} : more),
    });
  }
}

/** Whether a wall is the far side of the same wall: another room's, facing it, on a different line. */
const isBehind = (near: NearestEdge, far: NearestEdge): boolean => {
  if (far.room.id === near.room.id || isAlong(near, far)) return false;
  const point = nearestOn(far, pointAlong(near, near.span.offset)).point;
  // Each room lies on its own side; if they overlap there is no wall between.
  return !isInside(point, near.room.corners);
};

/** The value with the largest total weight, the first of equals; undefined if there is none. */
export const mostCommon = (
  values: readonly number[],
  weights: readonly number[] = values.map(() => 1),
): number | undefined => {
  const sums = new Map<number, number>();
  values.forEach((value, at) => sums.set(value, (sums.get(value) ?? 0) + (weights[at] ?? 0)));
  const [first] = [...sums].toSorted(([, one], [, other]) => other - one);
  return first?.[0];
};

/** Makes ids unique within a plan by appending a number. */
export class IdAllocator {
  readonly #taken = new Set<string>();

  of(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}-${number}`;
    this.#taken.add(id);
    return id;
  }
}

/** Numbers a list's elements, with the ids that its kind uses. */
export const withIds = (list: Collection, elements: readonly JsonObject[]): readonly JsonObject[] =>
  elements.map((element, at) => ({ id: `${kinds[list].idPrefix}-${at + 1}`, ...element }));
