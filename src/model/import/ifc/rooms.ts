import { freeRoomName } from "../../elements/rooms.ts";
import { maxHeight } from "../../elements/heights.ts";
import { signedArea } from "../../geometry/polygon.ts";
import { type Point, roundForStorage, tidyPoint } from "../../geometry/vector.ts";
import { type JsonObject, withField } from "../../json.ts";
import { checkLimit, type ImportLimits, type ImportLosses } from "../refusal.ts";
import { outlineOf } from "../roomplan/rooms.ts";
import { enclosedRooms, type LineRoom, makeRoomsInTurns } from "../sweet-home/rooms.ts";
import type { HomeWall } from "../sweet-home/walls.ts";
import type { Product } from "./products.ts";
import type { Storey } from "./storeys.ts";

/** A space as a room within its walls. */
export interface SpaceRoom {
  readonly level: string;
  readonly corners: readonly Point[];
  readonly name: string;
  /** From its floor to its ceiling, in metres. */
  readonly height: number;
  readonly isOutdoor: boolean;
}

/** The space as a room: its largest outline. Undefined if it encloses nothing, which is reported. */
export const spaceRoom = (
  { entity, shape }: Product,
  { level }: Storey,
  limits: ImportLimits,
  losses: ImportLosses,
): SpaceRoom | undefined => {
  const { file } = entity.step;
  const outlines = shape.outlines.flatMap((each) => {
    checkLimit(limits, "importCorners", each.length, file, entity.place);
    return outlineOf(each) === undefined ? [] : [outlineOf(each) ?? []];
  });
  const [corners] = outlines.toSorted((one, other) => signedArea(other) - signedArea(one));
  const name = entity.text(7) || entity.text(2);
  if (corners === undefined) {
    losses.add("degenerateRooms", name);
    return undefined;
  }
  const isOutdoor = entity.enumerated(9) === "EXTERNAL";
  return { level, corners, name, height: shape.top - shape.bottom, isOutdoor };
};

/** The names of rooms; those of spaces without one are numbered. */
const namesOf = (own: readonly string[], word: string): readonly string[] => {
  const taken = new Set(own);
  return own.map((name) => {
    if (name !== "") return name;
    const free = freeRoomName(taken, word);
    taken.add(free);
    return free;
  });
};

/** What a plan has of rooms. */
interface PlanRooms {
  readonly rooms: readonly LineRoom[];
  /** The plan's fields with the usual thickness of its walls. */
  readonly thickness: JsonObject;
}

/** Metres by which the height of a room differs from that of its floor, to be told. */
const leastDifference = 0.02;

/** A room that only spaces tell of, as there are no walls. */
const bareRoom = ({ level, corners }: SpaceRoom, at: number): LineRoom => {
  const id = `room-${at + 1}`;
  return { id, level, corners, data: { id, level, points: corners.map(tidyPoint) } };
};

/**
 * The rooms of a plan: its spaces, each as large within its walls as it is, and on floors without any the places that walls
 * enclose. `check` is called with the number of their edges, and may refuse.
 */
export const planRooms = async (
  spaces: readonly SpaceRoom[],
  walls: readonly HomeWall[],
  ceilingOn: (level: string) => number,
  check: (edges: number) => void,
  word: string,
  losses: ImportLosses,
): Promise<PlanRooms> => {
  const spacious = new Set(spaces.map(({ level }) => level));
  const bare = walls.filter(({ level }) => !spacious.has(level));
  const drawn = [
    ...spaces.map(({ level, corners }) => ({ level, corners, element: undefined })),
    ...enclosedRooms(bare, check),
  ];
  check(drawn.reduce((sum, { corners }) => sum + corners.length, 0));
  const { rooms, thickness } =
    walls.length === 0
      ? { rooms: spaces.map(bareRoom), thickness: {} }
      : await makeRoomsInTurns(drawn, walls, ceilingOn, word, losses);
  const names = namesOf(
    drawn.map((_, at) => spaces[at]?.name ?? ""),
    word,
  );
  const toldHeight = (level: string, { height }: SpaceRoom): number | undefined => {
    const own = roundForStorage(height);
    const isOwn = Math.abs(own - ceilingOn(level)) > leastDifference;
    return isOwn && own > 0 && own <= maxHeight ? own : undefined;
  };
  const made: LineRoom[] = [];
  for (const [at, room] of rooms.entries()) {
    const space = spaces[at];
    const named = withField(room.data, "name", names[at]);
    const high = withField(named, "height", space && toldHeight(room.level, space));
    const data = withField(high, "outdoor", space?.isOutdoor === true ? true : undefined);
    made.push({ ...room, data });
  }
  return { rooms: made, thickness };
};
