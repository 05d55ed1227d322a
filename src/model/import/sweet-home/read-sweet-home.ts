import { type Wall, wallsOf as edgesOf } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { Archive } from "../archive.ts";
import type { Imported, ImportedImage } from "../import-result.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { OpeningPlacer, withIds } from "../plan-building.ts";
import { HomeElement, xmlOf } from "./home-element.ts";
import { readFurniture } from "./furniture.ts";
import { dimensionsOf, floorsOf, imageOf, labelsOf } from "./levels.ts";
import { drawnRooms, type CentreLineRoom, makeRooms, standingWalls, wallsOf } from "./rooms.ts";

/** The entries of a home: its XML, which Sweet Home 3D writes if so configured, and Java's serialized form. */
export const homeEntries = { xml: "Home.xml", binary: "Home" } as const;

const edgesByLevel = (rooms: readonly CentreLineRoom[]): ReadonlyMap<string, readonly Wall[]> => {
  const edges = new Map<string, Wall[]>();
  for (const { corners, level } of rooms) {
    const there = edges.get(level) ?? [];
    edges.set(level, there);
    for (const edge of edgesOf(corners)) there.push(edge);
  }
  return edges;
};

/** Counts what plans have no place for. */
const countLost = (home: HomeElement, losses: ImportLosses): void => {
  losses.add("shapes", "", home.children("polyline").length);
  losses.add("cameras", "", home.children("camera", "observerCamera").length);
  losses.add("displaySettings", "", home.children("environment", "compass", "print").length);
  losses.add("properties", "", home.children("property", "furnitureVisibleProperty").length);
  for (const wall of home.children("wall")) {
    const colours = ["topColor", "leftSideColor", "rightSideColor"].filter((side) =>
      wall.has(side),
    );
    losses.add("materials", "", colours.length + wall.children("texture", "baseboard").length);
    if (wall.has("heightAtEnd")) losses.add("heights");
  }
};

/** Reads a home of Sweet Home 3D: each level becomes a floor. */
export const readSweetHome = async (
  archive: Archive,
  limits: ImportLimits,
  losses: ImportLosses,
): Promise<Pick<Imported, "plan" | "images">> => {
  const file = await archive.take(homeEntries.xml);
  if (file === undefined) return refuse("binaryHome", archive.name);
  const root = xmlOf({ ...file, name: archive.name }, limits);
  if (root.name !== "home")
    refuse("wrongType", archive.name, { place: String(root.line), expected: "home" });
  const home = new HomeElement(root, archive.name, limits);
  const floors = floorsOf(home, losses);
  const walls = wallsOf(home, floors, losses);
  const drawn = drawnRooms(home, floors, losses);
  const { devices, furniture, openings } = readFurniture(home, floors, losses);
  const edges = drawn.reduce((sum, { corners }) => sum + corners.length, 0);
  checkLimit(limits, "importWalls", walls.length + edges + openings.length, archive.name);
  const { rooms, thickness } = makeRooms(drawn, walls, losses);
  const placer = new OpeningPlacer(rooms, (near) =>
    checkLimit(limits, "importNear", near, archive.name),
  );
  for (const [name, opening] of openings)
    if (!placer.place(opening)) losses.add("looseOpenings", name);
  countLost(home, losses);
  const images: ImportedImage[] = [];
  const backgrounds: [level: string, background: JsonObject][] = [];
  for (const floor of floors.all) {
    const found = await imageOf(floor, archive, losses);
    if (found === undefined) continue;
    images.push(found.image);
    backgrounds.push([floor.id, found.background]);
  }
  const plan: JsonObject = {
    levels: floors.all.map(({ data }) => data),
    rooms: rooms.map(({ data }) => data),
    walls: withIds("walls", standingWalls(walls, edgesByLevel(rooms))),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", devices),
    texts: withIds("texts", labelsOf(home, floors)),
    dimensions: withIds("dimensions", dimensionsOf(home, floors)),
    backgrounds: Object.fromEntries(backgrounds),
    ...thickness,
  };
  return { plan, images };
};
