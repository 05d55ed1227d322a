import { isInside } from "../../geometry/polygon.ts";
import { lengthOf, type Point, roundForStorage } from "../../geometry/vector.ts";
import { type JsonObject, withField } from "../../json.ts";
import type { OpeningName } from "../../kinds/opening.ts";
import { freeRoomName } from "../../elements/rooms.ts";
import type { Imported, ImportNames, ScanSection } from "../import-result.ts";
import type { Source } from "../json-source.ts";
import {
  type ImportedOpening,
  OpeningPlacer,
  type RoomOutline,
  standingWalls,
  withIds,
} from "../plan-building.ts";
import { checkLimit, type ImportLosses } from "../refusal.ts";
import { enclosedBy } from "../sweet-home/enclosed.ts";
import { roomsApart } from "./apart.ts";
import { type Captured, capturedIn, caseIn, type CapturedWall, wallOf } from "./captured.ts";
import { piecesOf, type StoryFloor } from "./pieces.ts";
import { outlineOf, plannedRoom, type ScannedRoom } from "./rooms.ts";

/** The parts of a scan that are surfaces or objects. */
const lists = ["walls", "doors", "windows", "openings", "objects", "floors"] as const;

type Parts = Readonly<Record<(typeof lists)[number], readonly Captured[]>>;

const partsIn = (source: Source): Parts => {
  const story = source.field("story").number() ?? 0;
  const read = (list: string): readonly Captured[] =>
    source
      .field(list)
      .list()
      .map((each) => capturedIn(each, story));
  return {
    walls: read("walls"),
    doors: read("doors"),
    windows: read("windows"),
    openings: read("openings"),
    objects: read("objects"),
    floors: read("floors"),
  };
};

/**
 * What a scan consists of. A structure has its walls, openings and objects in lists of its own, in which what several rooms
 * share is there once; the floors of its rooms tell the rooms apart.
 */
const wholeOf = (source: Source): Parts => {
  const own = partsIn(source);
  const rooms = source.field("rooms").list().map(partsIn);
  if (rooms.length === 0) return own;
  const of = (list: (typeof lists)[number]): readonly Captured[] => {
    const inRooms = rooms.flatMap((room) => room[list]);
    const isTold = list === "floors" ? inRooms.length === 0 : own[list].length > 0;
    return isTold ? own[list] : inRooms;
  };
  return {
    walls: of("walls"),
    doors: of("doors"),
    windows: of("windows"),
    openings: of("openings"),
    objects: of("objects"),
    floors: of("floors"),
  };
};

/** The least thickness of a wall's line, with which the places that lines enclose are found. */
const lineThickness = 0.01;

/** The rooms of a scan: its floors, or else, as before iOS 17, what its walls enclose. */
const scannedRooms = (
  { floors }: Parts,
  walls: readonly CapturedWall[],
  check: (edges: number) => void,
  losses: ImportLosses,
): readonly ScannedRoom[] => {
  const drawn = floors.map(({ corners, story }) => ({
    story,
    outline: outlineOf(corners.map(([place]) => place)),
  }));
  losses.add("degenerateRooms", "", drawn.filter(({ outline }) => outline === undefined).length);
  if (floors.length > 0)
    return drawn.flatMap(({ story, outline }) =>
      outline === undefined ? [] : [{ story, corners: outline }],
    );
  return [...new Set(walls.map(({ story }) => story))].flatMap((story) => {
    const lines = walls
      .filter((wall) => wall.story === story && lengthOf(wall) > lineThickness)
      .map(({ from, to }) => ({
        from,
        to,
        level: "",
        thickness: lineThickness,
        isRound: false,
      }));
    return enclosedBy(lines, check).flatMap((corners) => {
      const outline = outlineOf(corners);
      return outline === undefined ? [] : [{ story, corners: outline }];
    });
  });
};

/** What the sections of a scan say of its rooms: where a kind of room is. */
const sectionsIn = (source: Source): readonly (readonly [label: string, at: Point])[] =>
  [source, ...source.field("rooms").list()].flatMap((scan) =>
    scan
      .field("sections")
      .list()
      .flatMap((section): readonly (readonly [string, Point])[] => {
        const [x, , z] = section
          .field("center")
          .list()
          .map((each) => each.metres(1));
        const label = caseIn(section.field("label"));
        return x === undefined || z === undefined ? [] : [[label, [x, z]]];
      }),
  );

const isSection = (label: string, names: ImportNames): label is ScanSection =>
  Object.hasOwn(names.sections, label);

/** The names of rooms: of the section in each, else numbered. */
const namesOf = (
  rooms: readonly ScannedRoom[],
  sections: readonly (readonly [label: string, at: Point])[],
  words: ImportNames,
): readonly string[] => {
  const taken = new Set<string>();
  return rooms.map(({ corners }) => {
    const label = sections.find(([, at]) => isInside(at, corners))?.[0] ?? "";
    const known = isSection(label, words) ? words.sections[label] : undefined;
    const name =
      known === undefined || taken.has(known) ? freeRoomName(taken, known ?? words.room) : known;
    taken.add(name);
    return name;
  });
};

/** Metres between an opening and its wall, at most. */
const slackOfOpenings = 0.3;

/** The narrowest door with two leaves, in metres. */
const narrowestPair = 1.3;

const openingOf = (
  { centre, angle, size: [width, height], bottom, story }: Captured,
  type: OpeningName,
  floorOf: (story: number) => StoryFloor,
): ImportedOpening => {
  const floor = floorOf(story);
  const sill = Math.max(0, roundForStorage(bottom - floor.bottom));
  return {
    level: floor.level,
    type,
    centre,
    angle,
    width,
    within: slackOfOpenings,
    heights: { sill, lintel: roundForStorage(sill + height) },
  };
};

/** Each story as a floor, lowest first; those above others are on top of them by the heights of their floors. */
const levelsOf = (
  { floors, walls }: Parts,
  rooms: readonly ScannedRoom[],
  only: string,
): { readonly levels: readonly JsonObject[]; readonly floorOf: (story: number) => StoryFloor } => {
  const stories = [...new Set([...floors, ...walls].map(({ story }) => story))].toSorted(
    (one, other) => one - other,
  );
  const bottoms = stories.map((story) => {
    const own = walls.filter((wall) => wall.story === story).map(({ bottom }) => bottom);
    const under = floors
      .filter((floor) => floor.story === story)
      .flatMap(({ corners }) => corners.map(([, height]) => height));
    return Math.min(...(own.length > 0 ? own : under));
  });
  const ground = bottoms[Math.max(0, stories.indexOf(0))] ?? 0;
  const levels = stories.map((story, at) => ({
    id: `level-${at + 1}`,
    name: story === 0 || stories.length === 1 ? only : String(story),
    elevation: roundForStorage((bottoms[at] ?? ground) - ground),
  }));
  return {
    levels,
    floorOf: (story) => {
      const at = Math.max(0, stories.indexOf(story));
      return {
        level: levels[at]?.id ?? "",
        bottom: bottoms[at] ?? 0,
        rooms: rooms.filter((room) => room.story === stories[at]).map(({ corners }) => corners),
      };
    },
  };
};

/** Thickness of a scanned wall that belongs to no room, in metres. */
const standingThickness = 0.1;

/** Reads a scan of Apple's RoomPlan: each story becomes a floor. */
export const readRoomplan = (
  source: Source,
  words: ImportNames,
  losses: ImportLosses,
): Pick<Imported, "plan" | "images"> => {
  const parts = wholeOf(source);
  const { doors, windows, openings, objects } = parts;
  const surfaces = [...parts.walls, ...doors, ...windows, ...openings];
  const checkWalls = (many: number): void =>
    checkLimit(source.limits, "importWalls", surfaces.length + many, source.file);
  checkWalls(0);
  for (const each of [...surfaces, ...objects])
    if (each.isUnsure) losses.add("unsure", each.category);
  losses.add("straightWalls", "", parts.walls.filter(({ isRound }) => isRound).length);
  const walls = parts.walls.map(wallOf);
  const scanned = scannedRooms(parts, walls, checkWalls, losses);
  checkWalls(scanned.reduce((sum, { corners }) => sum + corners.length, 0));
  const { levels, floorOf } = levelsOf(parts, scanned, words.floor);
  checkLimit(source.limits, "importFloors", levels.length, source.file);
  const names = namesOf(scanned, sectionsIn(source), words);
  for (const at of roomsApart(scanned)) losses.add("roomsApart", names[at]);
  const planned = scanned.map((room) => plannedRoom(room, scanned, walls));
  const outlines = planned.map(({ corners, walled }, at): RoomOutline => ({
    id: `room-${at + 1}`,
    level: floorOf(scanned[at]?.story ?? 0).level,
    corners,
    walled,
  }));
  const ofRooms = new Set(planned.flatMap((room) => room.walls));
  const alone = walls.filter((wall) => !ofRooms.has(wall) && lengthOf(wall) > standingThickness);
  const standing = withIds(
    "walls",
    alone.map(({ from, to, story }) => ({
      from,
      to,
      level: floorOf(story).level,
      thickness: standingThickness,
    })),
  );
  const placer = new OpeningPlacer(outlines, standing, (near) =>
    checkLimit(source.limits, "importNear", near, source.file),
  );
  const place = (each: Captured, type: OpeningName): void => {
    if (placer.place(openingOf(each, type, floorOf)) === undefined)
      losses.add("looseOpenings", each.category);
  };
  for (const door of doors) place(door, door.size[0] < narrowestPair ? "door" : "double_door");
  for (const window of windows) place(window, "window");
  for (const opening of openings) place(opening, "passage");
  const { devices, furniture } = piecesOf(objects, floorOf, losses);
  const plan: JsonObject = {
    levels,
    rooms: outlines.map(({ id, level }, at) => {
      const { points, height } = planned[at] ?? { points: [], height: undefined };
      return withField({ id, level, name: names[at] ?? "", points }, "height", height);
    }),
    walls: standingWalls(standing).map((data, at) => {
      const [height, end] = (alone[at]?.heights ?? [0, 0]).map(roundForStorage);
      const high = withField(data, "height", height);
      return withField(high, "end_height", end === height ? undefined : end);
    }),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", devices),
  };
  return { plan, images: [] };
};
