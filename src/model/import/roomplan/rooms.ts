import { inset, outwardsAt, signedArea } from "../../geometry/polygon.ts";
import {
  distance,
  dot,
  lengthOf,
  minus,
  type Point,
  roundForStorage,
  type Wall,
  wallsOf,
} from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import { beside } from "../sweet-home/walls.ts";
import type { CapturedWall } from "./captured.ts";

/** The outline of a scanned room, along the faces of its walls, clockwise on the screen. */
export interface ScannedRoom {
  readonly story: number;
  readonly corners: readonly Point[];
}

/** The shortest edge of a room, in metres. */
const shortest = 0.01;

/** An outline without corners in one place, clockwise on the screen; undefined if it encloses nothing. */
export const outlineOf = (given: readonly Point[]): readonly Point[] | undefined => {
  const corners = given.filter(
    (corner, at) => distance(corner, given[(at + 1) % given.length] ?? corner) >= shortest,
  );
  const area = signedArea(corners);
  if (corners.length < 3 || Math.abs(area) < shortest) return undefined;
  return area > 0 ? corners : corners.toReversed();
};

/** Thickness of a wall behind which nothing was scanned, and of the thickest between two scanned rooms, in metres. */
const [usualThickness, thickest] = [0.2, 0.6];

/** Metres between an edge of a room and the face of its wall, at most. */
const reach = 0.15;

/** The wall along an edge of a room, if it runs along at least half of it. */
const wallAlong = (
  edge: Wall,
  story: number,
  walls: readonly CapturedWall[],
): CapturedWall | undefined => {
  const length = lengthOf(edge);
  let [best, longest] = [undefined as CapturedWall | undefined, length / 2];
  for (const wall of walls) {
    if (wall.story !== story) continue;
    const found = beside(edge, wall, reach);
    if (found === undefined || found.to - found.from <= longest) continue;
    [best, longest] = [wall, found.to - found.from];
  }
  return best;
};

/** Metres from an edge outwards to the face of the next room's wall; undefined if no room lies behind. */
const gapBehind = (
  edge: Wall,
  room: ScannedRoom,
  rooms: readonly ScannedRoom[],
): number | undefined => {
  const outwards = outwardsAt(room.corners, edge);
  const gaps = rooms.flatMap((other) => {
    if (other === room || other.story !== room.story) return [];
    return wallsOf(other.corners).flatMap((each) => {
      const found = beside(edge, each, thickest);
      if (found === undefined || found.to - found.from < shortest) return [];
      const away = dot(outwards, minus(each.from, edge.from));
      // Faces that look at each other belong to one wall.
      const isFacing = dot(outwards, outwardsAt(other.corners, each)) < 0;
      return isFacing && away > -shortest ? [Math.max(0, away)] : [];
    });
  });
  return gaps.length === 0 ? undefined : Math.min(...gaps);
};

/** A room of the plan, with what openings need to know of it. */
export interface PlannedRoom {
  readonly corners: readonly Point[];
  readonly walled: readonly boolean[];
  readonly points: JsonObject["points"];
  /** Its height, if all its walls are as high. In metres. */
  readonly height: number | undefined;
  /** The walls along its edges. */
  readonly walls: readonly CapturedWall[];
}

/** Metres within which heights are the same. */
const sameHeight = 0.02;

/** The heights of a wall at both ends of an edge along it, which may run the other way. */
const heightsAlong = (edge: Wall, { from, to, heights }: CapturedWall): readonly [number, number] =>
  dot(minus(edge.to, edge.from), minus(to, from)) > 0 ? heights : [heights[1], heights[0]];

/**
 * A room of the plan: its edges on the middle of their walls, which are as thick as the gap to the next room, else as
 * usual. Each corner says so of its wall; edges without a wall stay open.
 */
export const plannedRoom = (
  room: ScannedRoom,
  rooms: readonly ScannedRoom[],
  walls: readonly CapturedWall[],
): PlannedRoom => {
  const edges = wallsOf(room.corners).map((edge) => {
    const wall = wallAlong(edge, room.story, walls);
    const thickness = wall === undefined ? 0 : (gapBehind(edge, room, rooms) ?? usualThickness);
    return { edge, wall, thickness: roundForStorage(thickness) };
  });
  const found = edges.flatMap(({ wall }) => wall ?? []);
  const all = found.flatMap(({ heights }) => heights);
  const isEven = all.length > 0 && Math.max(...all) - Math.min(...all) < sameHeight;
  const moved = inset(
    room.corners,
    edges.map(({ thickness }) => -thickness / 2),
  );
  // Where nearly straight edges have walls of different thickness, corners would be added: the room stays as it is.
  const isMoved = moved.length === room.corners.length;
  const corners = isMoved ? moved : room.corners;
  const points = corners.map((corner, at) => {
    const [x, z] = corner.map(roundForStorage);
    const each = edges[at];
    const own: Record<string, number> = { wall: each?.thickness ?? 0 };
    if (!isMoved) own["face"] = 0;
    if (!isEven && each?.wall !== undefined) {
      const [height, end] = heightsAlong(each.edge, each.wall).map(roundForStorage);
      Object.assign(own, { height });
      if (end !== height) Object.assign(own, { end_height: end });
    }
    return [x ?? 0, z ?? 0, own];
  });
  return {
    corners,
    walled: edges.map(({ thickness }) => thickness > 0),
    points,
    height: isEven ? roundForStorage(Math.max(...all)) : undefined,
    walls: found,
  };
};
