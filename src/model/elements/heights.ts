import { roundForStorage } from "../geometry/vector.ts";
import { isObject, type Json, type JsonObject, numberIn, textIn } from "../json.ts";
import {
  deviceHeights,
  furnitureHeights,
  openingHeights,
  sensorHeights,
} from "../kinds/catalogue/usual-heights.ts";
import { openingName } from "../kinds/opening.ts";
import { findEntity, findRef, listOfRef, type PlanData } from "./entities.ts";
import { levelsOf, shownLevel } from "./levels.ts";
import { wallOf } from "./opening-walls.ts";
import { extrasOf, levelOfEntity, type PlacedElement, roomAround } from "./places.ts";
import { maxThickness, type OwnedWall } from "./rooms.ts";

/** The greatest height of anything, and the farthest that something on a floor is above or below it, in metres. */
export const maxHeight = 20;

/** The lowest and the highest floor, in metres above the ground. */
export const [minElevation, maxElevation] = [-50, 500];

/** Metres from the floor to the ceiling, and of the slab beneath a floor, where a plan says nothing. */
const [usualCeiling, usualSlab] = [2.5, 0.25];

const within = (value: Json | undefined, least: number, most: number): number | undefined => {
  const metres = numberIn(value, undefined);
  return metres !== undefined && metres >= least && metres <= most ? metres : undefined;
};

/** A height in metres; undefined if there is none or it is out of range. */
export const heightIn = (data: JsonObject, field: string): number | undefined =>
  within(data[field], 0, maxHeight);

const elevationIn = (data: JsonObject): number | undefined =>
  within(data["elevation"], -maxHeight, maxHeight);

/** The heights of a floor, in metres. */
export interface FloorHeights {
  /** Of its surface above the ground. */
  readonly elevation: number;
  /** From its surface to the ceiling. */
  readonly height: number;
  /** Of the slab beneath it. */
  readonly thickness: number;
}

/** The floors of a plan in their order, each on top of the one before where it says nothing. */
const stackOf = (plan: PlanData): readonly FloorHeights[] => {
  const ceiling = heightIn(plan, "ceiling_height") ?? usualCeiling;
  const levels = levelsOf(plan).map(({ id }) => findEntity(plan, "levels", id)?.data ?? {});
  const stack: FloorHeights[] = [];
  for (const data of levels.length === 0 ? [{}] : levels) {
    const thickness = within(data["floor_thickness"], 0, maxThickness) ?? usualSlab;
    const below = stack.at(-1);
    const onTop = below === undefined ? 0 : below.elevation + below.height + thickness;
    stack.push({
      elevation: within(data["elevation"], minElevation, maxElevation) ?? roundForStorage(onTop),
      height: heightIn(data, "height") ?? ceiling,
      thickness,
    });
  }
  return stack;
};

/** The heights of a floor; undefined, or a floor that the plan lacks, means the first. */
export const floorHeightsOf = (plan: PlanData, level: string | undefined): FloorHeights => {
  const shown = shownLevel(plan, level);
  const stack = stackOf(plan);
  const at = levelsOf(plan).findIndex(({ id }) => id === shown);
  return stack[Math.max(0, at)] ?? { elevation: 0, height: usualCeiling, thickness: usualSlab };
};

/** Metres from a floor to the one above it; of the highest, as if one of the usual thickness lay on it. */
const storeyOf = (plan: PlanData, level: string | undefined): number => {
  const here = floorHeightsOf(plan, level);
  const above = stackOf(plan)
    .map(({ elevation }) => elevation - here.elevation)
    .filter((rise) => rise > 0);
  return above.length === 0 ? here.height + usualSlab : roundForStorage(Math.min(...above));
};

/** How high a room is, in metres: as it says, else as its floor. */
export const roomHeightOf = (plan: PlanData, room: JsonObject): number =>
  heightIn(room, "height") ??
  floorHeightsOf(plan, levelOfEntity(plan, { collection: "rooms", data: room })).height;

/**
 * How high a wall is at its start and at its end, in metres: as it says, else as its room or, for a freestanding one, as its
 * floor. A wall of a room says it in the object after the coordinates of the corner at which it begins.
 */
export const wallHeightsOf = (
  plan: PlanData,
  { owner, edge }: Pick<OwnedWall, "owner" | "edge">,
): readonly [from: number, to: number] => {
  const data = findRef(plan, owner)?.data ?? {};
  const isStanding = listOfRef(owner) === "walls";
  const corner = isStanding ? data : extrasOf(data)[edge]?.[0];
  const own = isObject(corner) ? corner : {};
  const usual = isStanding
    ? floorHeightsOf(plan, levelOfEntity(plan, { collection: "walls", data })).height
    : roomHeightOf(plan, data);
  const from = heightIn(own, "height");
  return [from ?? usual, heightIn(own, "end_height") ?? from ?? usual];
};

/** The lower and the upper edge of an opening, in metres above its floor. */
export interface OpeningHeights {
  readonly sill: number;
  readonly lintel: number;
}

/**
 * The heights of an opening, by its type where it says nothing. What it says precedes what is usual: where the two do not fit
 * together, it is as high as usual. A lintel that is not above the sill is ignored, and a usual one ends at the wall's top.
 */
export const openingHeightsOf = (plan: PlanData, opening: JsonObject): OpeningHeights => {
  const [usualSill, usualLintel] = openingHeights[openingName(opening)];
  const [saidSill, saidLintel] = [heightIn(opening, "sill"), heightIn(opening, "lintel")];
  if (saidLintel !== undefined && saidLintel > (saidSill ?? 0)) {
    const fits = usualSill < saidLintel;
    const lower = fits ? usualSill : Math.max(0, saidLintel - (usualLintel - usualSill));
    return { sill: saidSill ?? roundForStorage(lower), lintel: saidLintel };
  }
  const sill = saidSill ?? usualSill;
  const lintel = sill < usualLintel ? usualLintel : sill + usualLintel - usualSill;
  const wall = wallOf(plan, opening);
  const top = wall === undefined ? lintel : Math.max(...wallHeightsOf(plan, wall));
  return { sill, lintel: roundForStorage(top > sill ? Math.min(top, lintel) : lintel) };
};

/** How high a thing is, and how far its underside is above its floor, in metres. */
export interface StandingHeights {
  readonly elevation: number;
  readonly height: number;
}

const rowOf = ({ collection, data }: PlacedElement): ReturnType<typeof furnitureHeights> => {
  if (collection === "furniture") return furnitureHeights(textIn(data["type"]) ?? "");
  if (collection === "devices") return deviceHeights(textIn(data["kind"]) ?? "");
  return collection === "sensors" ? sensorHeights : [0];
};

/**
 * The heights of furniture, devices and sensors, by their kind where they say nothing; everything else lies on the floor. What
 * hangs from the ceiling does so from that of its room.
 */
export const standingHeightsOf = (plan: PlanData, element: PlacedElement): StandingHeights => {
  const { collection, data } = element;
  const [reach, base = 0] = rowOf(element);
  const level = levelOfEntity(plan, element);
  const ceiling = (): number => {
    const room = roomAround(plan, element);
    return room === undefined
      ? floorHeightsOf(plan, level).height
      : roomHeightOf(plan, room.entity.data);
  };
  const usual = (): number => {
    if (reach === "ceiling") return ceiling();
    return reach === "storey" ? storeyOf(plan, level) : reach;
  };
  const own = collection === "furniture" ? heightIn(data, "height") : undefined;
  const height = own ?? usual();
  const hangsAt = (): number => roundForStorage(Math.max(0, ceiling() - height));
  return { elevation: elevationIn(data) ?? (base === "hanging" ? hangsAt() : base), height };
};
