import { freeRoomName } from "../../elements/rooms.ts";
import { isInside, signedArea } from "../../geometry/polygon.ts";
import {
  cross,
  distance,
  dot,
  halfWall,
  lengthOf,
  middle,
  minus,
  outerWall,
  plus,
  type Point,
  roundForStorage,
  times,
} from "../../geometry/vector.ts";
import type { Json, JsonObject } from "../../json.ts";
import { mostCommon, type RoomOutline, slack } from "../plan-building.ts";
import { checkLimit, type ImportLosses } from "../refusal.ts";
import { Turns } from "../turns.ts";
import { enclosedBy } from "./enclosed.ts";
import { heightAt, wallHeightFields } from "./heights.ts";
import type { HomeElement } from "./home-element.ts";
import type { Floors } from "./levels.ts";
import { atFace, type EdgePart, type LineCorner, linesAround, partsAround } from "./room-edges.ts";
import { type HomeWall } from "./walls.ts";

/** A room as drawn, mostly along the faces of its walls. */
interface DrawnRoom {
  readonly level: string;
  readonly corners: readonly Point[];
  /** Undefined if nobody drew it. */
  readonly element: HomeElement | undefined;
}

/** The shortest edge of a room, in metres; Sweet Home 3D's own have some of millimetres. */
const minLength = 1e-3;

/** Whether an outline turns back along itself at a corner, where nothing is within. */
const isSpike = (corners: readonly Point[], corner: Point, at: number): boolean => {
  const [one, other] = [corners.at(at - 1), corners[(at + 1) % corners.length]].map((next) =>
    minus(next ?? corner, corner),
  );
  if (one === undefined || other === undefined || dot(one, other) <= 0) return false;
  return Math.abs(cross(one, other)) < minLength * Math.hypot(...one) * 0.1;
};

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
    const apart = all.filter(
      (corner, at) => distance(corner, all[(at + 1) % all.length] ?? corner) >= minLength,
    );
    const corners = apart.filter((corner, at) => !isSpike(apart, corner, at));
    if (corners.length >= 3) return [{ level: floors.of(element), corners, element }];
    losses.add("degenerateRooms", element.text("name") ?? "");
    return [];
  });

/** The rooms of a home of walls alone: what these enclose on each floor. */
export const enclosedRooms = (
  walls: readonly HomeWall[],
  check: (edges: number) => void,
): readonly DrawnRoom[] =>
  [...new Set(walls.map(({ level }) => level))].flatMap((level) =>
    enclosedBy(
      walls.filter((wall) => wall.level === level),
      check,
    ).map((corners) => ({ level, corners, element: undefined })),
  );

const dataOf = (name: string, { element }: DrawnRoom, losses: ImportLosses): JsonObject => {
  if (element === undefined) return { name };
  const colour = element.colour("floorColor");
  const textures = element.children("texture").length + (element.has("ceilingColor") ? 1 : 0);
  losses.add("materials", name, textures);
  return { name, ...(colour === undefined ? {} : { color: colour }) };
};

/** The names of rooms; those without one are numbered. */
const namesOf = (rooms: readonly DrawnRoom[], word: string): readonly string[] => {
  const own = rooms.map(({ element }) => element?.text("name") ?? "");
  const taken = new Set(own);
  return own.map((name) => {
    if (name !== "") return name;
    const free = freeRoomName(taken, word);
    taken.add(free);
    return free;
  });
};

/** A room with its parts, and for each whether another room lies behind its wall. */
interface WalledRoom {
  readonly room: DrawnRoom;
  readonly parts: readonly EdgePart[];
  readonly isInner: readonly boolean[];
}

const isBetweenRooms = (
  part: EdgePart,
  { corners, level }: DrawnRoom,
  rooms: readonly DrawnRoom[],
): boolean => {
  const { from, out, to, wall } = part;
  const length = distance(from, to);
  if (wall === undefined || length === 0) return false;
  const side = signedArea(corners) > 0 ? -1 : 1;
  const [x, z] = times(minus(to, from), (side * (out + wall.thickness / 2 + 2 * slack)) / length);
  const beyond: Point = plus(middle(from, to), [-z, x]);
  return rooms.some((other) => other.level === level && isInside(beyond, other.corners));
};

/** The thickness that most of some walls have, by their length and to the millimetre. */
const usual = (walls: readonly (readonly [thickness: number, length: number])[]) =>
  mostCommon(
    walls.map(([thickness]) => Math.round(thickness * 1000) / 1000),
    walls.map(([, length]) => length),
  );

interface UsualThickness {
  readonly inner: number | undefined;
  readonly outer: number | undefined;
}

/** The usual thickness of inner and of outer walls; those to a terrace are no inner ones, as they are as thick as outer ones. */
const usualOf = (rooms: readonly WalledRoom[]): UsualThickness => {
  const walls = rooms.flatMap(({ isInner, parts }) =>
    parts.flatMap((part, at) =>
      part.wall === undefined
        ? []
        : [{ isInner: isInner[at], thickness: part.wall.thickness, length: lengthOf(part) }],
    ),
  );
  const pairs = (wanted: boolean) =>
    walls
      .filter((each) => each.isInner === wanted)
      .map(({ length, thickness }) => [thickness, length] as const);
  const outer = usual(pairs(false));
  const [inner, thinner] = [pairs(true), pairs(true).filter(([each]) => each < (outer ?? 0))];
  return { inner: usual(thinner) ?? usual(inner), outer };
};

/** The part as rooms have it that say nothing of their walls; undefined if its wall is not as thick as usual. */
const usualPart = (
  part: EdgePart,
  isInner: boolean,
  { inner, outer }: UsualThickness,
): EdgePart | undefined => {
  const expected = isInner ? (inner ?? outer) : outer;
  if (part.wall === undefined || expected === undefined) return undefined;
  const half = part.wall.thickness / 2;
  const isUsual = Math.abs(half - expected / 2) < atFace / 4 && Math.abs(part.out - half) < atFace;
  if (!isUsual) return undefined;
  return { ...part, out: Math.min((inner ?? expected) / 2, part.wall.thickness) };
};

/** A room whose corners lie on the lines of its walls. */
export interface LineRoom extends RoomOutline {
  readonly data: JsonObject;
}

/** A plan's rooms, and the thickness of its walls. */
interface MadeRooms {
  readonly rooms: readonly LineRoom[];
  readonly thickness: JsonObject;
}

/** What a corner says of the thickness of its wall. */
const thicknessOf = ({ face, thickness }: LineCorner): JsonObject => {
  const own = { wall: roundForStorage(thickness) };
  return Math.abs(face - thickness / 2) < atFace / 4 ? own : { ...own, face };
};

/** A room's corners as a plan has them: they say of their walls what is not as usual. */
const pointsOf = (
  lines: readonly LineCorner[],
  isEven: boolean,
  ceiling: number,
): JsonObject["points"] =>
  lines.map((line, at): readonly Json[] => {
    const { at: corner, wall } = line;
    const end = lines[(at + 1) % lines.length]?.at ?? corner;
    const own = {
      ...(isEven ? {} : thicknessOf(line)),
      ...(wall === undefined
        ? {}
        : wallHeightFields([heightAt(wall, corner), heightAt(wall, end)], ceiling)),
    };
    return Object.keys(own).length === 0 ? corner : [...corner, own];
  });

/** A room on the lines of its walls. If all are as thick as usual, it says nothing of them; else each corner does. */
const outlineOf = (
  { isInner, parts }: WalledRoom,
  thickness: UsualThickness,
  ceiling: number,
): {
  readonly corners: readonly Point[];
  readonly walled: readonly boolean[];
  readonly points: JsonObject["points"];
} => {
  const even = parts.flatMap((part, at) => usualPart(part, isInner[at] === true, thickness) ?? []);
  const evenLines = even.length === parts.length ? linesAround(even) : [];
  const isEven = evenLines.length > 0 && evenLines.every((line) => line.thickness > 0);
  const lines = isEven ? evenLines : linesAround(parts);
  const corners = lines.map(({ at }) => at);
  const points = pointsOf(lines, isEven, ceiling);
  if (isEven) return { corners, points, walled: lines.map(() => true) };
  return { corners, points, walled: lines.map((line) => line.thickness > 0) };
};

const walledRoom = (
  room: DrawnRoom,
  drawn: readonly DrawnRoom[],
  walls: readonly HomeWall[],
): WalledRoom => {
  const parts = partsAround(
    room.corners,
    walls.filter(({ level }) => level === room.level),
  );
  return { room, parts, isInner: parts.map((part) => isBetweenRooms(part, room, drawn)) };
};

const madeOf = (
  walled: readonly WalledRoom[],
  ceilingOn: (level: string) => number,
  word: string,
  losses: ImportLosses,
): MadeRooms => {
  const names = namesOf(
    walled.map(({ room }) => room),
    word,
  );
  const usualThickness = usualOf(walled);
  const rooms = walled.map((each, at): LineRoom => {
    const {
      corners,
      points,
      walled: isWalled,
    } = outlineOf(each, usualThickness, ceilingOn(each.room.level));
    const id = `room-${at + 1}`;
    const { level } = each.room;
    const data = { id, level, points, ...dataOf(names[at] ?? "", each.room, losses) };
    return { id, level, corners, data, walled: isWalled };
  });
  const { inner, outer } = usualThickness;
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

/** Rooms with corners on the lines of their walls, as in plans: each edge moves out to the middle of the wall along it. */
export const makeRooms = (
  drawn: readonly DrawnRoom[],
  walls: readonly HomeWall[],
  ceilingOn: (level: string) => number,
  word: string,
  losses: ImportLosses,
): MadeRooms =>
  madeOf(
    drawn.map((room) => walledRoom(room, drawn, walls)),
    ceilingOn,
    word,
    losses,
  );

/** The same as `makeRooms`, but others get turns between the rooms. */
export const makeRoomsInTurns = async (
  drawn: readonly DrawnRoom[],
  walls: readonly HomeWall[],
  ceilingOn: (level: string) => number,
  word: string,
  losses: ImportLosses,
): Promise<MadeRooms> => {
  const turns = new Turns();
  const walled: WalledRoom[] = [];
  for (const room of drawn) {
    await turns.take();
    walled.push(walledRoom(room, drawn, walls));
  }
  return madeOf(walled, ceilingOn, word, losses);
};
