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
  runBehind,
  tidyPoint,
  times,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { isInside, signedArea } from "../geometry/polygon.ts";
import type { JsonObject } from "../json.ts";
import {
  kindOfType,
  makeOpening,
  minWidth,
  type OpeningName,
  type WallName,
} from "../kinds/opening.ts";
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

/** Metres by which people miss a wall when they draw along it. */
export const slack = 0.03;

/** What openings need to know of a freestanding wall. */
export interface StandingLine extends Wall {
  readonly id: string;
  readonly level: string;
  /** In metres. */
  readonly thickness: number;
  /** The fields with its heights, if they are not those of its floor. */
  readonly heights?: JsonObject;
}

/** Freestanding walls as a plan has them. */
export const standingWalls = (lines: readonly StandingLine[]): readonly JsonObject[] =>
  lines.map(({ from, heights, id, level, thickness, to }) => ({
    id,
    level,
    from: tidyPoint(from),
    to: tidyPoint(to),
    thickness: roundForStorage(thickness),
    ...heights,
  }));

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
  /** The lower and the upper edge above the floor. */
  readonly heights?: { readonly sill: number; readonly lintel: number };
  readonly more?: JsonObject;
}

/** Metres by which walls run on straight before and after one of them. */
type Run = ReturnType<typeof runAround>;

/** An edge of a room, or a freestanding wall, which has no room. */
interface Edge extends Wall {
  readonly room: RoomOutline | undefined;
  readonly edge: number;
  readonly name: WallName;
  /** Whether a wall is there. */
  readonly isWalled: boolean;
  /** Most metres between its line and the middle of an opening in it. */
  readonly reach: number;
  /** How far it runs on straight; of freestanding walls among others around it. */
  readonly run: (others: readonly Wall[]) => Run;
}

/** Metres by which an edge without a wall seems farther away, so that openings go into walls. */
const unlikely = 0.3;

interface NearestEdge extends Edge {
  /** The part of it that the opening takes. */
  readonly span: Span;
  /** Metres by which that is away from the opening, beside it or narrower; without a wall it is farther. */
  readonly off: number;
}

/** Where an edge comes among those in which an opening fits equally: a room's before freestanding walls. */
const rank = ({ edge, room }: Edge): number =>
  room === undefined ? Number.MAX_SAFE_INTEGER : edge;

/** A room's edges, in the order of its corners. */
export const edgesOf = (room: RoomOutline): readonly Edge[] => {
  const walls = wallsOf(room.corners);
  return walls.map(({ from, to }, edge) => ({
    from,
    to,
    room,
    edge,
    name: { room_id: room.id, edge },
    isWalled: room.walled?.[edge] !== false,
    reach: Infinity,
    run: () => runAround(walls, edge),
  }));
};

const edgeOfStanding = ({ from, id, thickness, to }: StandingLine): Edge => ({
  from,
  to,
  room: undefined,
  edge: 0,
  name: { wall_id: id },
  isWalled: true,
  reach: thickness / 2 + slack,
  run: (others) => ({
    before: runBehind({ from: to, to: from }, others),
    after: runBehind({ from, to }, others),
  }),
});

/** Hinge side and swing, as seen from inside the room, or from the right of a freestanding wall. */
const leafOf = (
  leaf: NonNullable<ImportedOpening["leaf"]>,
  wall: Edge,
  centre: Point,
): JsonObject => {
  const run = minus(wall.to, wall.from);
  // Seen from inside, left is where the wall starts if the corners run clockwise.
  const isClockwise = wall.room === undefined || signedArea(wall.room.corners) > 0;
  const isAtStart = dot(run, minus(leaf.hinge, centre)) < 0;
  const side = cross(run, minus(leaf.end, centre));
  return {
    hinge: isAtStart === isClockwise ? "left" : "right",
    swing: side > 0 === isClockwise ? "in" : "out",
  };
};

/**
 * Puts a file's openings, which lie near walls, into the one in which each fits best: a freestanding wall, or one of a room
 * and, if another room's wall faces that from behind, a gap into that one. Only where no wall is they go into an edge without
 * one.
 */
export class OpeningPlacer {
  readonly #edges = new Map<string, Edge[]>();
  readonly #placed: JsonObject[] = [];
  readonly #bound: (edges: number) => void;

  /** `bound` gets the number of walls that an opening could be in, and throws if it is too large. */
  constructor(
    rooms: readonly RoomOutline[],
    standing: readonly StandingLine[],
    bound: (walls: number) => void,
  ) {
    this.#bound = bound;
    for (const room of rooms) this.#add(room.level, edgesOf(room));
    for (const line of standing) this.#add(line.level, [edgeOfStanding(line)]);
  }

  #add(level: string, edges: readonly Edge[]): void {
    const all = this.#edges.get(level) ?? [];
    this.#edges.set(level, all);
    for (const edge of edges) all.push(edge);
  }

  /** The placed openings, with ids by their order. */
  get placed(): readonly JsonObject[] {
    return this.#placed;
  }

  /** The wall into which an opening went; undefined if there is none. */
  place(opening: ImportedOpening): WallName | undefined {
    const [nearest, ...others] = this.#around(opening);
    if (nearest === undefined) return undefined;
    this.#put(opening, nearest, false);
    const behind = others.find(
      (other) => other.isWalled === nearest.isWalled && isBehind(nearest, other),
    );
    if (behind !== undefined) this.#put(opening, behind, true);
    return nearest.name;
  }

  /** The edges in which an opening could be, the best one first. */
  #around(opening: ImportedOpening): readonly NearestEdge[] {
    const { angle, centre, level, width, within } = opening;
    const radians = (angle * Math.PI) / 180;
    const way: Point = [Math.cos(radians), Math.sin(radians)];
    const here = { from: centre, to: centre };
    const all = this.#edges.get(level) ?? [];
    const near = all.filter((edge) => isNear(edge, here, within));
    const standing = near.every(({ room }) => room !== undefined)
      ? []
      : all.filter((edge) => edge.room === undefined && isNear(edge, here, within + width));
    const found = near.flatMap((edge): readonly NearestEdge[] => {
      const length = lengthOf(edge);
      if (length === 0) return [];
      const turn = cross(times(minus(edge.to, edge.from), 1 / length), way);
      if (Math.abs(turn) > nearlyStraight) return [];
      const { along, away } = nearestOn(edge, centre);
      if (away > Math.min(within, edge.reach)) return [];
      const { before, after } = edge.run(standing);
      if (before + length + after < minWidth) return [];
      const wanted = { offset: along, width: Math.max(minWidth, width) };
      const span = fitSpan(wanted, length + after, -before);
      const beside = Math.abs(span.offset - along) + wanted.width - span.width;
      const off = away + beside + (edge.isWalled ? 0 : unlikely);
      return [{ ...edge, span, off }];
    });
    this.#bound(found.length);
    return found.toSorted(
      (one, other) => roundForStorage(one.off - other.off) || rank(one) - rank(other),
    );
  }

  #put(opening: ImportedOpening, wall: NearestEdge, isSecond: boolean): void {
    const { type, heights, leaf, more } = opening;
    const kind = kindOfType(type);
    // A door's leaf is in one of two walls; a window's pane is in both.
    const behind = kind === "window" ? "window" : "passage";
    const { span } = wall;
    const id = `opening-${this.#placed.length + 1}`;
    const made = makeOpening(id, isSecond ? behind : type, wall.name, span);
    const hangs = kind === "door" && leaf !== undefined && !isSecond;
    this.#placed.push({
      ...made,
      ...heights,
      ...(hangs ? leafOf(leaf, wall, pointAlong(wall, span.offset)) : {}),
      ...(isSecond ? {} : more),
    });
  }
}

/** Whether a wall is the far side of the same wall: another room's, facing it, on a different line. */
const isBehind = (near: NearestEdge, far: NearestEdge): boolean => {
  if (far.room === undefined || near.room === undefined) return false;
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
export const withIds = <E extends object>(
  list: Collection,
  elements: readonly E[],
): readonly (E & { readonly id: string })[] =>
  elements.map((element, at) => ({ id: `${kinds[list].idPrefix}-${at + 1}`, ...element }));
