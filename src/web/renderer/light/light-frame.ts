import type { Entity } from "../../../model/elements/entities.ts";
import { placeOf, rotationOf, sizeOf } from "../../../model/elements/places.ts";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import type { Point } from "../../../model/geometry/vector.ts";

/** Radius of a lamp's light in metres. */
export const reach = 4;

/**
 * The coordinate system in which a lamp's light is a circle with the radius `reach`: at the lamp, and along a light strip
 * turned and stretched with it.
 */
export interface LightFrame {
  /** Where the lamp is. */
  readonly origin: Point;
  /** The direction of `x`, in degrees clockwise from the drawing's. */
  readonly degrees: number;
  /** The factor from this system to the drawing along `x`. */
  readonly stretch: number;
}

/** The coordinate system of a lamp's light; undefined if the lamp is nowhere. */
export const lightFrameOf = (lamp: Entity): LightFrame | undefined => {
  const origin = placeOf(lamp.data);
  if (origin === undefined) return undefined;
  return lamp.data["type"] === "led_strip"
    ? {
        origin,
        degrees: rotationOf(lamp.data),
        stretch: 1 + Math.abs(sizeOf(lamp)[0]) / 2 / reach,
      }
    : { origin, degrees: 0, stretch: 1 };
};

/** The SVG transform from the system of a light to the drawing. */
export const lightTransform = ({ origin, degrees, stretch }: LightFrame): string =>
  `translate(${origin.map(svgNumber).join()}) rotate(${svgNumber(degrees)}) scale(${svgNumber(stretch)} 1)`;
