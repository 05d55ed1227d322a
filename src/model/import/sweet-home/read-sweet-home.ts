import type { Wall } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { Archive } from "../archive.ts";
import type { Imported, ImportedImage, ImportNames } from "../import-result.ts";
import { floorHeightsOf } from "../../elements/heights.ts";
import { wallIdOf } from "../../kinds/opening.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { edgesOf, OpeningPlacer, standingWalls, withIds } from "../plan-building.ts";
import { ceilingOf } from "./heights.ts";
import { HomeElement, xmlOf } from "./home-element.ts";
import { readFurniture } from "./furniture.ts";
import { dimensionsOf, floorsOf, imageOf, labelsOf } from "./levels.ts";
import { drawnRooms, enclosedRooms, type LineRoom, makeRooms } from "./rooms.ts";
import { isWithinOpening, standingParts, wallsOf } from "./walls.ts";

/** The entries of a home: its XML, which Sweet Home 3D writes since 5.3, and Java's serialized form. */
export const homeEntries = { xml: "Home.xml", binary: "Home" } as const;

const edgesByLevel = (rooms: readonly LineRoom[]): ReadonlyMap<string, readonly Wall[]> => {
  const edges = new Map<string, Wall[]>();
  for (const room of rooms) {
    const there = edges.get(room.level) ?? [];
    edges.set(room.level, there);
    for (const edge of edgesOf(room)) if (edge.isWalled) there.push(edge);
  }
  return edges;
};

/** Names of properties in which Sweet Home 3D keeps how its windows look. */
const ofWindows = /^com\.eteks\./;

/** Counts what plans have no place for. What every home has, even an empty one, is no loss. */
const countLost = (home: HomeElement, losses: ImportLosses): void => {
  losses.add("shapes", "", home.children("polyline").length);
  for (const camera of home.children("camera", "observerCamera"))
    if (camera.text("attribute") === "storedCamera") losses.add("cameras", camera.text("name"));
  losses.add("displaySettings", "", home.children("print").length);
  for (const compass of home.children("compass"))
    if (compass.number("northDirection", 0) !== 0) losses.add("displaySettings");
  for (const environment of home.children("environment"))
    for (const texture of environment.children("texture"))
      losses.add("materials", texture.text("name"));
  for (const property of home.children("property")) {
    const name = property.text("name") ?? "";
    if (!ofWindows.test(name)) losses.add("properties", name);
  }
};

/** Counts the looks of walls. */
const countLostOfWalls = (home: HomeElement, losses: ImportLosses): void => {
  for (const wall of home.children("wall")) {
    const colours = ["topColor", "leftSideColor", "rightSideColor"].filter((side) =>
      wall.has(side),
    );
    losses.add("materials", "", colours.length + wall.children("texture", "baseboard").length);
  }
};

/** Reads a home of Sweet Home 3D: each level becomes a floor. */
export const readSweetHome = async (
  archive: Archive,
  limits: ImportLimits,
  words: ImportNames,
  losses: ImportLosses,
): Promise<Pick<Imported, "plan" | "images">> => {
  const file = await archive.take(homeEntries.xml);
  if (file === undefined) return refuse("binaryHome", archive.name);
  const root = xmlOf({ ...file, name: archive.name }, limits);
  if (root.name !== "home")
    refuse("wrongType", archive.name, { place: String(root.line), expected: "home" });
  const home = new HomeElement(root, archive.name, limits);
  const floors = floorsOf(home, words.floor, losses);
  const walls = wallsOf(home, floors, losses);
  const checkWalls = (many: number): void =>
    checkLimit(limits, "importWalls", walls.length + many, archive.name);
  checkWalls(0);
  const named = drawnRooms(home, floors, losses);
  const drawn = named.length > 0 ? named : enclosedRooms(walls, checkWalls);
  const { devices, furniture, openings } = readFurniture(home, floors, losses);
  const edges = drawn.reduce((sum, { corners }) => sum + corners.length, 0);
  checkWalls(edges + openings.length);
  const ofFloors = { levels: floors.all.map(({ data }) => data), ...ceilingOf(home) };
  const ceilingOn = (level: string): number => floorHeightsOf(ofFloors, level).height;
  const { rooms, thickness } = makeRooms(drawn, walls, ceilingOn, words.room, losses);
  const parts = standingParts(walls, edgesByLevel(rooms), ceilingOn);
  const placer = new OpeningPlacer(rooms, parts, (near) =>
    checkLimit(limits, "importNear", near, archive.name),
  );
  for (const [name, opening] of openings)
    if (placer.place(opening) === undefined) losses.add("looseOpenings", name);
  const holding = new Set(placer.placed.map(wallIdOf));
  const standing = parts.filter(
    (part) =>
      holding.has(part.id) || !openings.some(([, opening]) => isWithinOpening(part, opening)),
  );
  countLost(home, losses);
  countLostOfWalls(home, losses);
  const images: ImportedImage[] = [];
  const backgrounds: [level: string, background: JsonObject][] = [];
  for (const floor of floors.all) {
    const found = await imageOf(floor, archive, losses);
    if (found === undefined) continue;
    images.push(found.image);
    backgrounds.push([floor.id, found.background]);
  }
  const plan: JsonObject = {
    ...ofFloors,
    rooms: rooms.map(({ data }) => data),
    walls: standingWalls(standing),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", devices),
    texts: withIds("texts", labelsOf(home, floors, losses)),
    dimensions: withIds("dimensions", dimensionsOf(home, floors)),
    backgrounds: Object.fromEntries(backgrounds),
    ...thickness,
  };
  return { plan, images };
};
