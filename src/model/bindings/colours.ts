import type { EntityState } from "./entity-state.ts";
import { type Json, textIn } from "../json.ts";

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

const inByte = (value: number): number => Math.round(Math.max(0, Math.min(255, value)));

/**
 * The colour of white light at a temperature in kelvin: Tanner Helland's fit to black-body colours ("How to convert
 * temperature (K) to RGB"), which Home Assistant uses too.
 */
export const rgbOfKelvin = (kelvin: number): Rgb => {
  const hundreds = Math.max(1000, Math.min(40_000, kelvin)) / 100;
  const isWarm = hundreds <= 66;
  const red = isWarm ? 255 : 329.698727446 * (hundreds - 60) ** -0.1332047592;
  const green = isWarm
    ? 99.4708025861 * Math.log(hundreds) - 161.1195681661
    : 288.1221695283 * (hundreds - 60) ** -0.0755148492;
  const blue =
    hundreds >= 66
      ? 255
      : hundreds <= 19
        ? 0
        : 138.5177312231 * Math.log(hundreds - 10) - 305.0447927307;
  return [inByte(red), inByte(green), inByte(blue)];
};

const finiteNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** A light's own colour, else that of its white; undefined if it reports neither. */
export const colorOfLight = ({ attributes = {} }: EntityState): Rgb | undefined => {
  const { rgb_color: rgb, color_temp_kelvin: kelvin, color_temp: mireds } = attributes;
  const [red, green, blue] = Array.isArray(rgb) && rgb.length === 3 ? rgb.map(finiteNumber) : [];
  if (red !== undefined && green !== undefined && blue !== undefined)
    return [inByte(red), inByte(green), inByte(blue)];
  const given = finiteNumber(kelvin) ?? 1e6 / (finiteNumber(mireds) ?? Number.NaN);
  return Number.isFinite(given) && given > 0 ? rgbOfKelvin(given) : undefined;
};

/** A light's brightness from 0 to 1; 1 if it reports none. */
export const brightnessOf = ({ attributes = {} }: EntityState): number =>
  Math.max(0, Math.min(255, finiteNumber(attributes["brightness"]) ?? 255)) / 255;

/** The characters of a colour, and CSS's colour functions (CSS Color 5), with `var` for a theme's. */
const colour =
  /^(?:[\w\s.,%/#)+-]|(?<![\w-])(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|var)\(){1,200}$/i;

/**
 * The colour in a plan's value; undefined for anything else, above all `url(…)`, which an SVG paint would fetch. Every
 * plan value that becomes CSS or a paint passes through here. What only looks like a colour, such as `#12`, the browser
 * ignores.
 */
export const colourIn = (value: Json | undefined): string | undefined => {
  const text = textIn(value);
  return text !== undefined && colour.test(text) ? text : undefined;
};
