import {
  halfWall,
  lengthOf,
  outerWall,
  type Wall,
  wallsOf as edgesOf,
} from "../../../geometry/wall.ts";
import { inset, isInside, signedArea } from "../../geometry/polygon.ts";
import { isSame, type Point, tidy, tidyPoint } from "../../geometry/vector.ts";
import { mostThickness } from "../../../elements/wall-thickness.ts";
import type { JsonObject } from "../../json.ts";
import type { Losses } from "../../../import/losses.ts";
import { mostCommon } from "../../../import/most-common.ts";
import type { Outlined } from "../plan-building.ts";
import { checkLimit } from "../refusal.ts";
import type { HomeElement } from "./home-element.ts";
import type { Floors } from "./levels.ts";
import { aroundWall, beside, type HomeWall, slack } from "../../../import/sweet-home/walls.ts";

/** A room of a home as it was drawn, mostly along the faces of its walls. */
export interface DrawnRoom {
  readonly level: string;
  readonly corners: readonly Point[];
  readonly element: HomeElement;
}

/** The rooms of a home; those without three corners are losses. */
export const drawnRooms = (
  home: HomeElement,
  floors: Floors,
  losses: Losses,
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

/** What lies behind an edge of a room: the wall, and how far its middle is outwards. */
interface Behind {
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
): Behind | undefined => {
  const outward = signedArea(room.corners) > 0 ? -1 : 1;
  const length = lengthOf(edge);
  let nearest: { readonly wall: HomeWall; readonly out: number } | undefined;
  for (const wall of aroundWall(edge, walls, mostThickness / 2 + slack)) {
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

/** A room of ours, with the line through the middle of its walls. */
export interface MadeRoom extends Outlined {
  readonly data: JsonObject;
}

/** The rooms of a plan, and how thick its walls are. */
export interface MadeRooms {
  readonly rooms: readonly MadeRoom[];
  readonly thickness: JsonObject;
}

const dataOf = ({ element }: DrawnRoom, losses: Losses): JsonObject => {
  const name = element.text("name") ?? "";
  const colour = element.colour("floorColor");
  losses.add("materials", name, element.children("texture").length);
  return { name, ...(colour === undefined ? {} : { color: colour }) };
};

/** Thicknesses of the walls behind edges, each weighted by its edge's length, rounded to millimetres. */
const usual = (
  all: readonly { readonly edge: Wall; readonly behind: Behind | undefined }[],
  isWanted: (behind: Behind) => boolean,
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
 * Rooms whose corners lie on the lines through the middle of their walls, as ours do: each edge that
 * has a wall behind it goes outwards to that line; where no other room lies behind the wall, by half
 * the usual thickness of walls between rooms, beyond which a plan of ours lets outer walls be thicker.
 */
export const makeRooms = (
  drawn: readonly DrawnRoom[],
  walls: readonly HomeWall[],
  losses: Losses,
): MadeRooms => {
  const edges = drawn.map((room) =>
    edgesOf(room.corners).map((edge) => ({ edge, behind: behindEdge(room, edge, walls, drawn) })),
  );
  for (const [at, room] of drawn.entries()) {
    const open = (edges[at] ?? []).filter(({ behind }) => behind === undefined).length;
    losses.add("openEdges", room.element.text("name") ?? "", open);
  }
  const inner = usual(edges.flat(), ({ isInner }) => isInner);
  const outer = usual(edges.flat(), ({ isInner }) => !isInner);
  const half = (inner ?? outer ?? halfWall * 2) / 2;
  const outOf = (behind: Behind | undefined): number => {
    if (behind === undefined) return 0;
    const { isInner, out, wall } = behind;
    return isInner ? out : out - wall.thickness / 2 + Math.min(half, wall.thickness);
  };
  const rooms = drawn.map((room, at): MadeRoom => {
    const moved = inset(
      room.corners,
      (edges[at] ?? []).map(({ behind }) => -outOf(behind)),
    );
    // Corners that are too sharp to be moved stay where they are.
    const corners = (moved.length < 3 ? room.corners : moved).map(tidyPoint);
    const id = `room-${at + 1}`;
    const { level } = room;
    return { id, level, corners, data: { id, level, points: corners, ...dataOf(room, losses) } };
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
          wall_thickness: tidy(known),
          outer_wall_thickness: tidy(outer ?? known + outerWall - halfWall),
        };
  return { rooms, thickness };
};
