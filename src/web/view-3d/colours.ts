import { Color, LinearSRGBColorSpace } from "three";
import type { FloorMaterial } from "../../model/kinds/floor-materials.ts";

/** Red, green and blue in linear light, from 0 to 1. */
export type LinearColour = readonly [red: number, green: number, blue: number];

const color = new Color();

/** Of a colour as written. Squares stand for the curve of screens, so that drawing takes roots in place of powers. */
const linear = ({ r, g, b }: Color): LinearColour => [r * r, g * g, b * b];

/** A colour with its opacity, from 0 to 1. */
interface Paint {
  readonly colour: LinearColour;
  readonly opacity: number;
}

/** Colours that are remembered, as lamps have many in the course of time. */
const mostKnown = 1000;

const known = new Map<string, Paint | undefined>();

/** One pixel, for the browser to paint what it takes for a colour. */
let pixel: CanvasRenderingContext2D | null | undefined;

const paintedBy = (context: CanvasRenderingContext2D, css: string): Paint | undefined => {
  // The browser leaves a style as it was for what is no colour.
  const [onBlack, onWhite] = ["#000", "#fff"].map((before) => {
    context.fillStyle = before;
    context.fillStyle = css;
    return context.fillStyle;
  });
  if (onBlack !== onWhite || /currentcolor/i.test(css)) return undefined;
  context.clearRect(0, 0, 1, 1);
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  if (alpha === 0) return undefined;
  return {
    colour: linear(color.setRGB(red / 255, green / 255, blue / 255, LinearSRGBColorSpace)),
    opacity: alpha / 255,
  };
};

const paintOf = (css: string): Paint | undefined => {
  if (known.has(css)) return known.get(css);
  pixel ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
    "2d",
    { willReadFrequently: true },
  );
  const paint = pixel === null ? undefined : paintedBy(pixel, css);
  if (known.size >= mostKnown) known.clear();
  known.set(css, paint);
  return paint;
};

/** A CSS colour in linear light, whatever its opacity; undefined if it is none, is invisible, or is a variable of a theme. */
export const linearOf = (css: string): LinearColour | undefined => paintOf(css)?.colour;

/** A CSS colour over another one, as far as it covers that; undefined if it is none or is invisible. */
export const linearOver = (css: string, under: LinearColour): LinearColour | undefined => {
  const paint = paintOf(css);
  if (paint === undefined) return undefined;
  const { colour, opacity } = paint;
  const mixed = (at: 0 | 1 | 2): number => under[at] + (colour[at] - under[at]) * opacity;
  return [mixed(0), mixed(1), mixed(2)];
};

const linearHex = (hex: number): LinearColour => linear(color.setHex(hex, LinearSRGBColorSpace));

/** What surfaces are made of, in sunlight. */
const materials = {
  wall: 0xf6f3ee,
  ceiling: 0xfaf8f4,
  wood: 0xc99f6e,
  dark_wood: 0x7d5636,
  lacquer: 0xf4f2ee,
  fabric: 0x8796a5,
  cushion: 0xb9c2c9,
  linen: 0xf3eee5,
  carpet: 0xb8a99a,
  metal: 0xb9bec4,
  dark_metal: 0x565c63,
  glass: 0xbcd7e6,
  mirror: 0xd5e3ea,
  screen: 0x1b1f26,
  ceramic: 0xfbfaf7,
  stone: 0xb5b1aa,
  brick: 0xa5604a,
  plastic_white: 0xf6f5f2,
  plastic_black: 0x2a2c30,
  paper: 0xefe6d2,
  felt: 0x3f7d57,
  leaves: 0x5f9650,
  flowers: 0xd9667f,
  soil: 0x5b4334,
  sand: 0xdcc79b,
  water: 0x7fb4cf,
  paint: 0x9c3f3a,
  light: 0xfff1d0,
} as const;

const linearMaterials: ReadonlyMap<string, LinearColour> = new Map(
  Object.entries(materials).map(([name, hex]) => [name, linearHex(hex)]),
);

/** The colour of a material of solids. */
export const materialColour = (material: string): LinearColour =>
  linearMaterials.get(material) ?? [0.5, 0.5, 0.5];

const floors: Readonly<Record<FloorMaterial, number>> = {
  boards: 0xcbb08c,
  parquet: 0xc59a67,
  tiles: 0xdfe1df,
  stone: 0xc9c4ba,
  concrete: 0xb9b9b6,
  carpet: 0xb6b0a9,
  lawn: 0x86a865,
  decking: 0xa9835c,
  paving: 0xb3afa7,
  plain: 0xe2ddd3,
};

/** The colour of a floor by what it is made of. */
export const floorColour = (material: FloorMaterial): LinearColour => linearHex(floors[material]);

/** The light of a lamp of which no colour is known. */
export const lampLight = "#ffd9a0";
