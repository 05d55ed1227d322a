import type { JsonObject } from "../../json.ts";
import { GivenImages } from "../images.ts";
import { IdAllocator, OpeningPlacer, standingWalls, withIds } from "../plan-building.ts";
import type { GivenFile, Imported, ImportedImage } from "../import-result.ts";
import { checkLimit, type ImportLosses, refuse } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { decorOf } from "./decor.ts";
import { readMarkers } from "./markers.ts";
import { imageOf, type Space, spaceOf } from "./space.ts";
import { placeOpenings, type ReadRoom, roomsOf, defaultThickness, wallsOf } from "./rooms.ts";

const spacesOf = (config: Source): readonly Space[] => {
  const sources = config.field("spaces");
  const spaces = sources.list().map(spaceOf);
  if (spaces.length === 0)
    refuse("missingPart", config.file, { place: sources.place, expected: "spaces" });
  checkLimit(config.limits, "importFloors", spaces.length, config.file, sources.place);
  const known = new Set<string>();
  for (const { id, source } of spaces) {
    if (known.has(id)) refuse("duplicateId", source.file, { place: source.field("id").place });
    known.add(id);
  }
  return spaces;
};

const countSettings = (settings: Source, losses: ImportLosses): void => {
  losses.add("displaySettings", "", settings.entries().length);
};

const checkWalls = (config: Source, spaces: readonly Space[], rooms: readonly ReadRoom[]): void => {
  const edges = rooms.reduce((sum, { corners }) => sum + corners.length, 0);
  const openings = spaces.flatMap(({ source }) => [
    ...source.field("openings").list(),
    ...source.field("open_spans").list(),
  ]);
  checkLimit(config.limits, "importWalls", edges + openings.length, config.file, config.place);
};

/** Reads House Plan's configuration and its layout, if there is one: each space becomes a floor. */
export const readHouseplan = (
  config: Source,
  layout: Source,
  imageFiles: readonly GivenFile[],
  losses: ImportLosses,
): Pick<Imported, "plan" | "images"> => {
  const spaces = spacesOf(config);
  const given = new GivenImages(imageFiles, losses);
  const ids = new IdAllocator();
  const rooms = spaces.flatMap((space) => roomsOf(space, ids, losses));
  checkWalls(config, spaces, rooms);
  const standing = withIds(
    "walls",
    spaces.flatMap((space) => wallsOf(space, losses)),
  );
  const placer = new OpeningPlacer(rooms, standing, (near) =>
    checkLimit(config.limits, "importNear", near, config.file, config.place),
  );
  const images: ImportedImage[] = [];
  const backgrounds: [level: string, background: JsonObject][] = [];
  for (const space of spaces) {
    placeOpenings(space, placer, losses);
    countSettings(space.source.field("settings"), losses);
    const found = imageOf(space, given);
    if (found === undefined) continue;
    images.push(found.image);
    backgrounds.push([space.id, found.background]);
  }
  given.end();
  countSettings(config.field("settings"), losses);
  const decor = spaces.map((space) => decorOf(space, losses));
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const { things, labels } = readMarkers(config, layout, byId, rooms, losses);
  const thickness = defaultThickness(spaces, losses);
  const furniture = [...decor.flatMap((each) => each.furniture), ...things.furniture];
  const plan: JsonObject = {
    levels: spaces.map(({ id, source }) => ({ id, name: source.field("title").text() ?? id })),
    rooms: rooms.map(({ data }) => data),
    walls: standingWalls(standing),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", things.devices),
    sensors: withIds("sensors", things.sensors),
    texts: withIds(
      "texts",
      decor.flatMap((each) => each.texts),
    ),
    labels,
    backgrounds: Object.fromEntries(backgrounds),
    ...(thickness === undefined ? {} : { wall_thickness: thickness }),
  };
  return { plan, images };
};
