import {
  distance,
  halfWall,
  isSame,
  lengthOf,
  outerWall,
  type Point,
  pointAlong,
  roundForStorage,
  tidyPoint,
  type Wall,
  wallsOf as edgesOf,
} from "../../geometry/vector.ts";
import { freeRoomName, minThickness, maxThickness } from "../../elements/rooms.ts";
import type { JsonObject } from "../../json.ts";
import { isNear, mostCommon, type RoomOutline } from "../plan-building.ts";
import { checkLimit, type ImportLosses } from "../refusal.ts";
import type { HomeElement } from "./home-element.ts";
import type { Floors } from "./levels.ts";
import { inset, isInside, signedArea } from "../../geometry/polygon.ts";

/** A wall of a home by its centre line, in metres. */
interface HomeWall extends Wall {
  readonly level: string;
  readonly thickness: number;
}

/** Metres by which people miss a wall when they draw along it. */
const slack = 0.03;

/** The sine of 3°: walls closer in direction count as parallel. */
const parallel = 0.05;

/** A leftover wall shorter than this only closes a corner. */
const shortest = 0.15;

/** A home's walls. Each may name the walls it joins, usually in a ring; nothing follows these names. */
export const wallsOf = (
  home: HomeElement,
  floors: Floors,
  losses: ImportLosses,
): readonly HomeWall[] =>
  home.children("wall").flatMap((wall): readonly HomeWall[] => {
    if (wall.number("arcExtent", 0) !== 0) losses.add("straightWalls");
    const thickness = Math.max(minThickness, Math.min(maxThickness, wall.size("thickness")));
    const [from, to] = [wall.point("xStart", "yStart"), wall.point("xEnd", "yEnd")];
    return distance(from, to) < minThickness
      ? []
      : [{ from, to, level: floors.of(wall), thickness }];
  });

/** The walls that may run along a wall, at most `reach` metres beside it. */
const aroundWall = <W extends Wall>(
  wall: Wall,
  others: readonly W[],
  reach: number,
): readonly W[] =>
  others.filter((other) => {
    const [x, z] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
    // A slightly rotated wall comes nearer than its middle.
    return isNear(wall, other, reach + (Math.abs(x) + Math.abs(z)) * parallel);
  });

/**
 * Where a parallel wall runs along a wall, at most `reach` metres beside it: how far to its right, and from where to
 * where.
 */
const beside = (
  wall: Wall,
  other: Wall,
  reach: number,
): { readonly aside: number; readonly from: number; readonly to: number } | undefined => {
  const [length, otherLength] = [lengthOf(wall), lengthOf(other)];
  if (length === 0 || otherLength === 0) return undefined;
  // Plain numbers for speed: called for each room edge with each wall around it.
  const x = (wall.to[0] - wall.from[0]) / length;
  const z = (wall.to[1] - wall.from[1]) / length;
  const [fromX, fromZ] = [other.from[0] - wall.from[0], other.from[1] - wall.from[1]];
  const [toX, toZ] = [other.to[0] - wall.from[0], other.to[1] - wall.from[1]];
  const [fromAside, toAside] = [x * fromZ - z * fromX, x * toZ - z * toX];
  const aside = (fromAside + toAside) / 2;
  if (Math.abs(aside) > reach) return undefined;
  if (Math.abs(toAside - fromAside) > parallel * otherLength) return undefined;
  const [start, end] = [x * fromX + z * fromZ, x * toX + z * toZ];
  return {
    aside,
    from: Math.max(0, Math.min(start, end)),
    to: Math.min(length, Math.max(start, end)),
  };
};

/** The parts of a wall, in metres from its start, along which no room wall runs. */
const freeParts = (
  wall: HomeWall,
  ofRooms: readonly Wall[],
): readonly (readonly [number, number])[] => {
  const reach = wall.thickness / 2 + slack;
  const taken = aroundWall(wall, ofRooms, reach)
    .flatMap((other) => {
      const found = beside(wall, other, reach);
      return found !== undefined && found.to > found.from ? [found] : [];
    })
    .toSorted((one, other) => one.from - other.from);
  const free: (readonly [number, number])[] = [];
  let at = 0;
  for (const { from, to } of taken) {
    free.push([at, from]);
    at = Math.max(at, to);
  }
  free.push([at, lengthOf(wall)]);
  const least = Math.max(shortest, wall.thickness);
  return free.filter(([from, to]) => to - from > least);
};

/** Walls, or parts of them, that belong to no room. */
export const standingWalls = (
  walls: readonly HomeWall[],
  edgesOn: ReadonlyMap<string, readonly Wall[]>,
): readonly JsonObject[] =>
  walls.flatMap((wall) =>
    freeParts(wall, edgesOn.get(wall.level) ?? []).map(([from, to]) => ({
      level: wall.level,
      from: tidyPoint(pointAlong(wall, from)),
      to: tidyPoint(pointAlong(wall, to)),
      thickness: roundForStorage(wall.thickness),
    })),
  );

/** A room as drawn, mostly along the faces of its walls. */
interface DrawnRoom {
  readonly level: string;
  readonly corners: readonly Point[];
  readonly element: HomeElement;
}

/** A home's rooms; those with fewer than three corners are losses. */
export const drawnRooms = (
  home: HomeElement,
  floors: Floors,
  losses: ImportLosses,
): readonly DrawnRoom[] =>
  home.children("room").flatMap((element) => {
    const points = element.children("point");
    checkLimit(home.limits, "importCorners", points.length, home.file, `${element.xml.line}`);
    const all = points.map((point) => point.point("x", "y"));
    const corners = all.filter(
      (corner, at) => !isSame(corner, all[(at + 1) % all.length] ?? corner),
    );
    if (corners.length >= 3) return [{ level: floors.of(element), corners, element }];
    losses.add("degenerateRooms", element.text("name") ?? "");
    return [];
  });

/** The wall behind a room's edge, and how far outwards its centre line is. */
interface WallBehindEdge {
  readonly wall: HomeWall;
  readonly out: number;
  /** Whether another room is on the wall's other side. */
  readonly isInner: boolean;
}

const behindEdge = (
  room: DrawnRoom,
  edge: Wall,
  walls: readonly HomeWall[],
  rooms: readonly DrawnRoom[],
): WallBehindEdge | undefined => {
  const outward = signedArea(room.corners) > 0 ? -1 : 1;
  const length = lengthOf(edge);
  let nearest: { readonly wall: HomeWall; readonly out: number } | undefined;
  for (const wall of aroundWall(edge, walls, maxThickness / 2 + slack)) {
    if (wall.level !== room.level) continue;
    const there = beside(edge, wall, wall.thickness / 2 + slack);
    if (there === undefined || there.to - there.from < length / 2) continue;
    const out = there.aside * outward;
    if (nearest === undefined || Math.abs(out) < Math.abs(nearest.out)) nearest = { wall, out };
  }
  if (nearest === undefined) return undefined;
  const far = nearest.out + nearest.wall.thickness / 2 + 2 * slack;
  const [[fromX, fromZ], [toX, toZ]] = [edge.from, edge.to];
  const normal: Point = [(-(toZ - fromZ) / length) * outward, ((toX - fromX) / length) * outward];
  const beyond: Point = [(fromX + toX) / 2 + normal[0] * far, (fromZ + toZ) / 2 + normal[1] * far];
  const isInner = rooms.some(
    ({ level, corners }) => level === room.level && isInside(beyond, corners),
  );
  return { ...nearest, isInner };
};

/** A room whose corners lie on the centre lines of its walls. */
export interface CentreLineRoom extends RoomOutline {
  readonly data: JsonObject;
}

/** A plan's rooms, and the thickness of its walls. */
interface MadeRooms {
  readonly rooms: readonly CentreLineRoom[];
  readonly thickness: JsonObject;
}

const dataOf = (name: string, { element }: DrawnRoom, losses: ImportLosses): JsonObject => {
  const colour = element.colour("floorColor");
  const textures = element.children("texture").length + (element.has("ceilingColor") ? 1 : 0);
  losses.add("materials", name, textures);
  return { name, ...(colour === undefined ? {} : { color: colour }) };
};

/** The names of rooms; those without one are numbered. */
const namesOf = (rooms: readonly DrawnRoom[], word: string): readonly string[] => {
  const own = rooms.map(({ element }) => element.text("name") ?? "");
  const taken = new Set(own);
  return own.map((name) => {
    if (name !== "") return name;
    const free = freeRoomName(taken, word);
    taken.add(free);
    return free;
  });
};

/** Thicknesses of the walls behind edges, rounded to millimetres and weighted by edge length. */
const usual = (
  all: readonly { readonly edge: Wall; readonly behind: WallBehindEdge | undefined }[],
  isWanted: (behind: WallBehindEdge) => boolean,
): number | undefined => {
  const wanted = all.flatMap(({ edge, behind }) =>
    behind !== undefined && isWanted(behind)
      ? [[Math.round(behind.wall.thickness * 1000) / 1000, lengthOf(edge)] as const]
      : [],
  );
  return mostCommon(
    wanted.map(([thickness]) => thickness),
    wanted.map(([, length]) => length),
  );
};

/**
 * Rooms with corners on the centre lines of their walls, as in plans: each edge with a wall behind it moves out to that
 * line; if no other room is behind the wall, by half the usual inner thickness, beyond which outer walls may be
 * thicker.
 */
export const makeRooms = (
  drawn: readonly DrawnRoom[],
  walls: readonly HomeWall[],
  word: string,
  losses: ImportLosses,
): MadeRooms => {
  const names = namesOf(drawn, word);
  const edges = drawn.map((room) =>
    edgesOf(room.corners).map((edge) => ({ edge, behind: behindEdge(room, edge, walls, drawn) })),
  );
  for (const at of drawn.keys()) {
    const open = (edges[at] ?? []).filter(({ behind }) => behind === undefined).length;
    losses.add("openEdges", names[at], open);
  }
  const inner = usual(edges.flat(), ({ isInner }) => isInner);
  const outer = usual(edges.flat(), ({ isInner }) => !isInner);
  const half = (inner ?? outer ?? halfWall * 2) / 2;
  const outOf = (behind: WallBehindEdge | undefined): number => {
    if (behind === undefined) return 0;
    const { isInner, out, wall } = behind;
    return isInner ? out : out - wall.thickness / 2 + Math.min(half, wall.thickness);
  };
  const rooms = drawn.map((room, at): CentreLineRoom => {
    const moved = inset(
      room.corners,
      (edges[at] ?? []).map(({ behind }) => -outOf(behind)),
    );
    // Corners too sharp to move stay.
    const corners = (moved.length < 3 ? room.corners : moved).map(tidyPoint);
    const id = `room-${at + 1}`;
    const { level } = room;
    return {
      id,
      level,
      corners,
      data: { id, level, points: corners, ...dataOf(names[at] ?? "", room, losses) },
    };
  });
  const odd = edges.flat().filter(({ behind }) => {
    const expected = behind?.isInner === true ? (inner ?? outer) : outer;
    return behind !== undefined && Math.abs(behind.wall.thickness - (expected ?? 0)) > 0.001;
  });
  losses.add("wallThickness", "", new Set(odd.map(({ behind }) => behind?.wall)).size);
  const known = inner ?? outer;
  const thickness: JsonObject =
    known === undefined
      ? {}
      : {
          wall_thickness: roundForStorage(known),
          outer_wall_thickness: roundForStorage(outer ?? known + outerWall - halfWall),
        };
  return { rooms, thickness };
};
