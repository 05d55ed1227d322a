import { isInBox } from "../geometry/polygon.ts";
import {
  cross,
  distance,
  endsOf,
  middle,
  minus,
  nearestOn,
  plus,
  type Point,
  times,
  type Wall,
} from "../geometry/vector.ts";
import type { PlanData } from "../elements/entities.ts";
import { shownLevel } from "../elements/levels.ts";
import { levelOfOpening, openingsOf, wallOf } from "../elements/opening-walls.ts";
import { isInRoom, reachOf, type Room, roomsOn } from "../elements/rooms.ts";
import { standingWallsOn } from "../elements/standing-walls.ts";
import { kindOf, spanOf } from "../kinds/opening.ts";

/** Metres around a door within which a wall may be crossed: rooms that share a wall are often drawn a little apart. */
const aroundDoor = 0.3;

/** Metres between the two sides of one wall, at most. */
const thickest = 0.4;

/** The most doors of a floor through which ways are looked for. */
const mostDoors = 200;

/** A place to pass a wall, and its two ends. */
interface Door extends Wall {
  readonly centre: Point;
}

/** Where the way from one point to another crosses a wall: its share of the way; undefined if it does not. */
const crossingAt = (from: Point, way: Point, { from: start, to }: Wall): number | undefined => {
  const run = minus(to, start);
  const across = cross(way, run);
  if (across === 0) return undefined;
  const off = minus(start, from);
  const along = cross(off, run) / across;
  const onWall = cross(off, way) / across;
  return along >= 0 && along <= 1 && onWall >= 0 && onWall <= 1 ? along : undefined;
};

/** A wall, and the doors that may be where it is crossed. */
interface Passable {
  readonly wall: Wall;
  readonly doors: readonly Door[];
}

/** Whether two pairs of numbers have nothing between them in common. */
const isApart = (from: number, to: number, start: number, end: number): boolean =>
  Math.max(from, to) < Math.min(start, end) || Math.min(from, to) > Math.max(start, end);

/** Whether a wall may come within `metres` of another. */
const mayBeNear = (one: Wall, other: Wall, metres: number): boolean =>
  ([0, 1] as const).every((axis) => {
    const [start, end] = [one.from[axis], one.to[axis]];
    const [least, most] = [Math.min(start, end) - metres, Math.max(start, end) + metres];
    return !isApart(least, most, other.from[axis], other.to[axis]);
  });

/** The walls of a floor that nobody walks through, and the doors between them. */
export class Floor {
  readonly #walls: readonly Passable[];
  readonly #doors: readonly Door[];
  readonly #rooms: readonly Room[];

  constructor(walls: readonly Wall[], doors: readonly Wall[], rooms: readonly Room[]) {
    const made = doors
      .slice(0, mostDoors)
      .map(({ from, to }) => ({ from, to, centre: middle(from, to) }));
    this.#doors = made;
    // A little more than asked for, as a crossing is computed.
    this.#walls = walls.map((wall) => ({
      wall,
      doors: made.filter((door) => mayBeNear(wall, door, aroundDoor + 0.01)),
    }));
    this.#rooms = rooms;
  }

  /** How many walls the straight way crosses outside of doors; two rooms' sides of a wall are one. */
  wallsBetween(from: Point, to: Point): number {
    const metres = distance(from, to);
    let last = -Infinity;
    let count = 0;
    for (const share of this.#crossings(from, to).toSorted((one, other) => one - other)) {
      if ((share - last) * metres > thickest) count += 1;
      last = share;
    }
    return count;
  }

  /** The first point of the straight way that is in a wall and not in a door; undefined if there is none. */
  wallOnWay(from: Point, to: Point): Point | undefined {
    const crossings = this.#crossings(from, to);
    return crossings.length === 0
      ? undefined
      : plus(from, times(minus(to, from), Math.min(...crossings)));
  }

  /** Metres of a way that somebody may walk, through the nearest doors; Infinity if there is none up to `most`. */
  walk(from: Point, to: Point, most: number): number {
    const straight = distance(from, to);
    if (straight > most) return Infinity;
    if (this.#isFree(from, to)) return straight;
    // The doors that may be on the way, the nearest first (Dijkstra).
    const open = new Map<Door, number>();
    for (const door of this.#doors) {
      const metres = distance(from, door.centre);
      if (metres + distance(door.centre, to) <= most && this.#isFree(from, door.centre))
        open.set(door, metres);
    }
    const done = new Set<Door>();
    for (;;) {
      let nearest: Door | undefined;
      let walked = Infinity;
      for (const [door, metres] of open)
        if (!done.has(door) && metres < walked) [nearest, walked] = [door, metres];
      if (nearest === undefined) return Infinity;
      done.add(nearest);
      if (this.#isFree(nearest.centre, to)) return walked + distance(nearest.centre, to);
      for (const door of this.#doors) {
        const metres = walked + distance(nearest.centre, door.centre);
        if (
          metres + distance(door.centre, to) <= most &&
          metres < (open.get(door) ?? Infinity) &&
          this.#isFree(nearest.centre, door.centre)
        )
          open.set(door, metres);
      }
    }
  }

  /** Whether somebody at this point is in a room and farther than `metres` from its doors, and so cannot be gone yet. */
  isWithin(point: Point, metres: number): boolean {
    return (
      this.#rooms.some((room) => isInBox(point, room.box) && isInRoom(room, point)) &&
      this.#doors.every((door) => nearestOn(door, point).away > metres)
    );
  }

  #crossings(from: Point, to: Point): readonly number[] {
    const way = minus(to, from);
    const found: number[] = [];
    for (const { wall, doors } of this.#walls) {
      if (isApart(from[0], to[0], wall.from[0], wall.to[0])) continue;
      if (isApart(from[1], to[1], wall.from[1], wall.to[1])) continue;
      const share = crossingAt(from, way, wall);
      if (share === undefined) continue;
      const at = plus(from, times(way, share));
      if (doors.every((door) => nearestOn(door, at).away > aroundDoor)) found.push(share);
    }
    return found;
  }

  #isFree(from: Point, to: Point): boolean {
    return this.#crossings(from, to).length === 0;
  }
}

/** The floor of an id; undefined means the first. */
export type Floors = (level: string | undefined) => Floor;

/** A floor without walls. */
export const openFloor = new Floor([], [], []);

/** The fields of a plan that `floorOf` reads. */
export const floorFields = ["levels", "rooms", "walls", "openings", "outdoor"] as const;

/** The walls and doors of a floor; undefined means the first. Windows are walls; outdoor rooms have none. */
export const floorOf = (plan: PlanData, level: string | undefined): Floor => {
  const shown = shownLevel(plan, level);
  const rooms = roomsOn(plan, shown).filter(({ isOutdoor }) => !isOutdoor);
  const walls = rooms.flatMap((room) =>
    room.walls.filter((_, edge) => reachOf(room, edge).half > 0),
  );
  const doors = openingsOf(plan).flatMap(({ data }): readonly Wall[] => {
    if (kindOf(data) === "window" || levelOfOpening(plan, data) !== shown) return [];
    const wall = wallOf(plan, data);
    if (wall === undefined) return [];
    const [from, to] = endsOf(wall, spanOf(data));
    return [{ from, to }];
  });
  return new Floor([...walls, ...standingWallsOn(plan, shown)], doors, rooms);
};
