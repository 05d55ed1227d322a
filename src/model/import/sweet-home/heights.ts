import { maxElevation, maxHeight, minElevation } from "../../elements/heights.ts";
import { maxThickness } from "../../elements/rooms.ts";
import { dot, minus, type Point, roundForStorage, type Wall } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportedOpening } from "../plan-building.ts";
import type { ImportLosses } from "../refusal.ts";
import type { HomeElement } from "./home-element.ts";

/** Centimetres that walls are high, and that levels are, where a home says nothing (Sweet Home 3D, `Home`). */
const usualHeight = 250;

const isWithin = (metres: number, least: number, most: number): boolean =>
  metres >= least && metres <= most;

/** The height of the ceilings of a home without levels, which is that of its new walls, in metres. */
export const ceilingOf = (home: HomeElement): JsonObject => {
  if (!home.has("wallHeight") || home.children("level").length > 0) return {};
  const height = roundForStorage(home.metres("wallHeight"));
  return isWithin(height, 0, maxHeight) ? { ceiling_height: height } : {};
};

/** The heights of a level; those that a plan cannot have are losses, by the level's name. */
export const heightsOfLevel = (level: HomeElement, losses: ImportLosses): JsonObject => {
  const fields = [
    ["elevation", "elevation", minElevation, maxElevation],
    ["height", "height", 0, maxHeight],
    ["floor_thickness", "floorThickness", 0, maxThickness],
  ] as const;
  const found = fields.flatMap(([field, attribute, least, most]) => {
    if (!level.has(attribute)) return [];
    const metres = roundForStorage(level.metres(attribute));
    return [{ field, metres, fits: isWithin(metres, least, most) }];
  });
  if (found.some(({ fits }) => !fits)) losses.add("floorHeights", level.text("name"));
  return Object.fromEntries(
    found.filter(({ fits }) => fits).map(({ field, metres }) => [field, metres]),
  );
};

/** How high a wall is at its start and at its end, in metres. */
export type WallHeights = readonly [from: number, to: number];

/**
 * The heights of a wall: of new walls of its home where it has none, and the same at both ends where it does not slope.
 * Those that a plan cannot have are losses, and as usual.
 */
export const heightsOfWall = (
  wall: HomeElement,
  home: HomeElement,
  losses: ImportLosses,
): WallHeights => {
  const usual = home.metres("wallHeight", usualHeight);
  const from = wall.metres("height", usual * 100);
  const to = wall.metres("heightAtEnd", from * 100);
  if ([from, to].every((metres) => isWithin(metres, 0, maxHeight))) return [from, to];
  losses.add("wallHeights");
  return [usual, usual];
};

/**
 * How high a wall is beside a point, in metres. Beyond its ends it goes on as it slopes, as up to the corners where it meets
 * others (Sweet Home 3D, `Wall3D`).
 */
export const heightAt = (
  { from, heights: [start, end], to }: Wall & { readonly heights: WallHeights },
  point: Point,
): number => {
  const run = minus(to, from);
  const share = dot(minus(point, from), run) / dot(run, run);
  return Math.max(0, Math.min(maxHeight, start + (end - start) * share));
};

/** The fields with the heights of a wall; what the wall has without them, as it is as high as its floor, is left out. */
export const wallHeightFields = ([from, to]: WallHeights, ofFloor: number): JsonObject => {
  const [height, end] = [roundForStorage(from), roundForStorage(to)];
  return {
    ...(height === ofFloor ? {} : { height }),
    ...(end === height ? {} : { end_height: end }),
  };
};

/** The sill and the lintel of a door or a window; if it has none that a plan can have, that is a loss. */
export const heightsOfOpening = (
  piece: HomeElement,
  losses: ImportLosses,
): Pick<ImportedOpening, "heights"> => {
  if (!piece.has("height")) return {};
  const sill = roundForStorage(piece.metres("elevation", 0));
  const lintel = roundForStorage(sill + piece.metres("height"));
  if (isWithin(sill, 0, maxHeight) && isWithin(lintel, 0, maxHeight) && lintel > sill)
    return { heights: { sill, lintel } };
  losses.add("heights", piece.text("name") ?? "");
  return {};
};

/** Where the underside of a piece is; if a plan cannot have that, it is a loss. */
export const elevationOfPiece = (piece: HomeElement, losses: ImportLosses): JsonObject => {
  const elevation = roundForStorage(piece.metres("elevation", 0));
  if (isWithin(elevation, -maxHeight, maxHeight)) return { elevation };
  losses.add("heights", piece.text("name") ?? "");
  return {};
};

/** How high a piece of furniture is; if a plan cannot have that, it is a loss. */
export const heightOfPiece = (piece: HomeElement, losses: ImportLosses): JsonObject => {
  if (!piece.has("height")) return {};
  const height = roundForStorage(piece.metres("height"));
  if (isWithin(height, 0, maxHeight)) return { height };
  losses.add("heights", piece.text("name") ?? "");
  return {};
};
