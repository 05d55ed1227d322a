import {
  cross,
  dot,
  fitSpan,
  isAlong,
  lengthOf,
  minus,
  nearestOn,
  type Point,
  pointAlong,
  times,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { isInside, signedArea } from "../geometry/polygon.ts";
import type { JsonObject } from "../json.ts";
import { leastWidth, makeOpening, type OpeningKind } from "../kinds/opening.ts";
import { type Collection, kinds } from "../kinds/kinds.ts";

/** How far two stretches of a line are apart; less than nothing where they overlap. */
const gap = (a: number, b: number, c: number, d: number): number =>
  Math.max(Math.min(c, d) - Math.max(a, b), Math.min(a, b) - Math.max(c, d));

/**
 * Whether the boxes around two walls come as near as `reach`, in metres: tells at little cost that they
 * have nothing to do with each other, where each wall is held against all others.
 */
export const isNear = (one: Wall, other: Wall, reach: number): boolean =>
  gap(one.from[0], one.to[0], other.from[0], other.to[0]) <= reach &&
  gap(one.from[1], one.to[1], other.from[1], other.to[1]) <= reach;

/** A room of the plan that is made, as far as openings ask for it. */
export interface Outlined {
  readonly id: string;
  readonly level: string;
  readonly corners: readonly Point[];
}

/** An opening of a file, in metres. */
export interface GivenOpening {
  readonly level: string;
  readonly kind: OpeningKind;
  readonly centre: Point;
  /** Degrees of the wall that it is in. */
  readonly angle: number;
  readonly width: number;
  /** How far its wall may be from the centre. */
  readonly within: number;
  /** Of a door, where its leaf hangs and where the leaf's other end is when it is open. */
  readonly leaf?: { readonly hinge: Point; readonly end: Point };
  readonly more?: JsonObject;
}

interface Edge extends Wall {
  readonly room: Outlined;
  readonly edge: number;
}

interface Found extends Edge {
  readonly along: number;
  readonly away: number;
}

/** The sine of 15°: what is farther from a wall's direction is in another one. */
const mostTurned = 0.26;

/** The walls between the corners of a room, in their order. */
const edgesOf = (room: Outlined): readonly Edge[] =>
  wallsOf(room.corners).map(({ from, to }, edge) => ({ from, to, room, edge }));

/** Left or right, in or out, as it is seen from inside the room. */
const leafOf = (leaf: NonNullable<GivenOpening["leaf"]>, wall: Edge, centre: Point): JsonObject => {
  const run = minus(wall.to, wall.from);
  // Seen from inside, left is where the wall starts when the corners run clockwise.
  const isClockwise = signedArea(wall.room.corners) > 0;
  const isAtStart = dot(run, minus(leaf.hinge, centre)) < 0;
  const side = cross(run, minus(leaf.end, centre));
  return {
    hinge: isAtStart === isClockwise ? "left" : "right",
    swing: side > 0 === isClockwise ? "in" : "out",
  };
};

/**
 * Puts openings of files, which lie somewhere near walls, into the walls of rooms, as ours do: into
 * the nearest, and where another room's wall lies behind it at a distance, into that one as a gap.
 */
export class OpeningPlacer {
  readonly #edges = new Map<string, Edge[]>();
  readonly #placed: JsonObject[] = [];
  readonly #bound: (edges: number) => void;

  /** `bound` is told how many edges an opening could be in, and throws where that is too many. */
  constructor(rooms: readonly Outlined[], bound: (edges: number) => void) {
    this.#bound = bound;
    for (const room of rooms) {
      const edges = this.#edges.get(room.level) ?? [];
      this.#edges.set(room.level, edges);
      for (const edge of edgesOf(room)) edges.push(edge);
    }
  }

  /** The openings that were placed, with ids by their order. */
  get placed(): readonly JsonObject[] {
    return this.#placed;
  }

  /** Whether there was a wall for it. */
  place(opening: GivenOpening): boolean {
    const { angle, centre, level, within } = opening;
    const radians = (angle * Math.PI) / 180;
    const way: Point = [Math.cos(radians), Math.sin(radians)];
    const here = { from: centre, to: centre };
    const near = (this.#edges.get(level) ?? []).filter((edge) => isNear(edge, here, within));
    const found = near.flatMap((edge): readonly Found[] => {
      const length = lengthOf(edge);
      if (length < leastWidth) return [];
      const turn = cross(times(minus(edge.to, edge.from), 1 / length), way);
      if (Math.abs(turn) > mostTurned) return [];
      const { along, away } = nearestOn(edge, centre);
      return away <= within ? [{ ...edge, along, away }] : [];
    });
    this.#bound(found.length);
    const [nearest, ...others] = found.toSorted(
      (one, other) => one.away - other.away || one.edge - other.edge,
    );
    if (nearest === undefined) return false;
    this.#put(opening, nearest, false);
    const behind = others.find((other) => isBehind(nearest, other));
    if (behind !== undefined) this.#put(opening, behind, true);
    return true;
  }

  #put(opening: GivenOpening, wall: Found, isSecond: boolean): void {
    const { kind, leaf, more, width } = opening;
    // A door has one leaf, so that of two walls one has it; a window's pane is in both.
    const isGap = isSecond && kind === "door";
    const span = fitSpan(
      { offset: wall.along, width: Math.max(leastWidth, width) },
      lengthOf(wall),
    );
    const id = `opening-${this.#placed.length + 1}`;
    const made = makeOpening(id, isGap ? "passage" : kind, wall.room.id, wall.edge, span);
    const hangs = kind === "door" && leaf !== undefined && !isSecond;
    this.#placed.push({
      ...made,
      ...(hangs ? leafOf(leaf, wall, pointAlong(wall, span.offset)) : {}),
      ...(isSecond ? {} : more),
    });
  }
}

/** Whether a wall is the far side of the same one: another room's, facing it, and not on the same line. */
const isBehind = (near: Found, far: Found): boolean => {
  if (far.room.id === near.room.id || isAlong(near, far)) return false;
  const point = nearestOn(far, pointAlong(near, near.along)).point;
  // Both rooms lie on their own side; where they overlap there is no wall between.
  return !isInside(point, near.room.corners);
};

/** The value that there is most of, each with a weight; the first of several; nothing of none. */
export const mostCommon = (
  values: readonly number[],
  weights: readonly number[] = values.map(() => 1),
): number | undefined => {
  const sums = new Map<number, number>();
  values.forEach((value, at) => sums.set(value, (sums.get(value) ?? 0) + (weights[at] ?? 0)));
  const [first] = [...sums].toSorted(([, one], [, other]) => other - one);
  return first?.[0];
};

/** Gives ids that are unique in a plan: the wanted one, or one with a number behind it. */
export class Ids {
  readonly #taken = new Set<string>();

  of(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}-${number}`;
    this.#taken.add(id);
    return id;
  }
}

/** The elements of a list with ids by their order, as those of ours begin. */
export const withIds = (list: Collection, elements: readonly JsonObject[]): readonly JsonObject[] =>
  elements.map((element, at) => ({ id: `${kinds[list].idPrefix}-${at + 1}`, ...element }));
