import { type Coordinates, type SolarPosition, solarPosition } from "../geometry/solar-position.ts";
import { type JsonObject, numberIn } from "../json.ts";
import type { States } from "./entity-state.ts";

/** The entity that tells in Home Assistant where the sun stands. */
export const sunEntity = "sun.sun";

/** The plan's fields for the sun, in degrees. */
export const sunFields = ["north", "latitude", "longitude"] as const;

/** A field of the plan for the sun. */
export type SunField = (typeof sunFields)[number];

/** The least and the greatest value of each field. */
export const sunRanges: Readonly<Record<SunField, readonly [least: number, most: number]>> = {
  north: [-360, 360],
  latitude: [-90, 90],
  longitude: [-180, 180],
};

/** A field's value; undefined if there is none or it is out of range. */
export const sunFieldIn = (plan: JsonObject, field: SunField): number | undefined => {
  const value = numberIn(plan[field], undefined);
  const [least, most] = sunRanges[field];
  return value !== undefined && value >= least && value <= most ? value : undefined;
};

/** The direction of north on the drawing, in degrees clockwise from up; undefined if the plan does not say. */
export const northOf = (plan: JsonObject): number | undefined => sunFieldIn(plan, "north");

/** Where the house stands; undefined if the plan does not say. */
export const coordinatesOf = (plan: JsonObject): Coordinates | undefined => {
  const [latitude, longitude] = [sunFieldIn(plan, "latitude"), sunFieldIn(plan, "longitude")];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
};

/**
 * Where the sun stands at a moment in ms since 1970: computed from the plan's coordinates, else as Home Assistant says in the
 * states of that moment. Undefined if neither is known.
 */
export const sunOf = (
  plan: JsonObject,
  states: States | undefined,
  atMs: number,
): SolarPosition | undefined => {
  const coordinates = coordinatesOf(plan);
  if (coordinates !== undefined) return solarPosition(coordinates, atMs);
  const attributes = states?.(sunEntity)?.attributes;
  const [azimuth, elevation] = [attributes?.["azimuth"], attributes?.["elevation"]];
  return typeof azimuth === "number" && typeof elevation === "number"
    ? { azimuth, elevation }
    : undefined;
};
