import type { Point } from "../../geometry/vector.ts";
import type { Separator } from "./zone-sensor.ts";

/**
 * How sensors write a polygon as text: points in whole millimetres, with `;` between them.
 *
 * - Everything Presence Lite (`common/ld2450-base.yaml` of EverythingSmartHome/everything-presence-lite): `x:y;x:y`. It
 *   reads 40 numbers, and takes no notice of more points than that.
 * - ESPHome (`esphome/components/ld2450/polygon.h`, `polygon.cpp` and `text.py` of esphome/esphome): `x,y;x,y`, 3 to 16
 *   points, in later versions 23, which the pattern of its text entity says to Home Assistant. It goes on with its former
 *   polygon if it does not like one.
 */
export const mostPoints = { ":": 20, ",": 23 } as const satisfies Readonly<
  Record<Separator, number>
>;

/** The separator that a text has, or that its entity's pattern asks for; undefined if neither tells. */
export const separatorIn = (text: string, pattern: unknown): Separator | undefined => {
  const told = /[:,]/.exec(text)?.[0];
  if (told === ":" || told === ",") return told;
  if (typeof pattern !== "string") return undefined;
  // Quantifiers such as {2,22} have commas too.
  const asked = /[:,]/.exec(pattern.replaceAll(/\{[\d,]*\}|\(\?[:=!]/g, ""))?.[0];
  return asked === ":" || asked === "," ? asked : undefined;
};

/** Points as a sensor's text, rounded to whole units. */
export const polygonText = (points: readonly Point[], separator: Separator): string =>
  points.map((point) => point.map((each) => Math.round(each) || 0).join(separator)).join(";");

/** The points of a sensor's text; undefined if it has fewer than three, or is none. */
export const pointsInText = (text: string): readonly Point[] | undefined => {
  const parts = text.split(";").filter((each) => each.trim() !== "");
  const points = parts.map((part): Point | undefined => {
    const [, x, y] = /^\s*(-?\d{1,6})\s*[:,]\s*(-?\d{1,6})\s*$/.exec(part) ?? [];
    return x === undefined || y === undefined ? undefined : [Number(x), Number(y)];
  });
  const known = points.filter((each) => each !== undefined);
  return known.length === points.length && known.length >= 3 ? known : undefined;
};
