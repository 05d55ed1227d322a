import type { Entity } from "../../../model/elements/entities.ts";
import { placeOf, rotationOf, sizeOf } from "../../../model/elements/places.ts";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { textIn } from "../../../model/json.ts";
import type { Point } from "../../../model/geometry/vector.ts";

/** Radius of a lamp's light in metres. */
export const reach = 4;

/** The angle of the light of a spot, in degrees. */
export const beam = 60;

/**
 * The coordinate system in which a lamp's light is a circle with the radius `reach`, or a sector of it: at the lamp, and along
 * a light strip or another long lamp turned and stretched with it.
 */
export interface LightFrame {
  /** Where the lamp is. */
  readonly origin: Point;
  /** The direction of `x`, in degrees clockwise from the drawing's. */
  readonly degrees: number;
  /** The factor from this system to the drawing along `x`. */
  readonly stretch: number;
  /** Whether the lamp shines to its front alone, which is along `z`. */
  readonly isBeam: boolean;
}

const longLamps: ReadonlySet<string> = new Set(["led_strip", "lamp_linear"]);

/** The coordinate system of a lamp's light; undefined if the lamp is nowhere. */
export const lightFrameOf = (lamp: Entity): LightFrame | undefined => {
  const origin = placeOf(lamp.data);
  if (origin === undefined) return undefined;
  const type = textIn(lamp.data["type"]) ?? "";
  const isBeam = type === "lamp_spot";
  if (!longLamps.has(type))
    return { origin, degrees: isBeam ? rotationOf(lamp.data) : 0, stretch: 1, isBeam };
  const [wide = 0, deep = 0] = sizeOf(lamp).map(Math.abs);
  return {
    origin,
    degrees: rotationOf(lamp.data) + (deep > wide ? 90 : 0),
    stretch: 1 + Math.max(wide, deep) / 2 / reach,
    isBeam,
  };
};

/** The SVG transform from the system of a light to the drawing. */
export const lightTransform = ({ origin, degrees, stretch }: LightFrame): string =>
  `translate(${origin.map(svgNumber).join()}) rotate(${svgNumber(degrees)}) scale(${svgNumber(stretch)} 1)`;
