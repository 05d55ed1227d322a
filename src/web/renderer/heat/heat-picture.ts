import { nothing, svg, type SVGTemplateResult } from "lit";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { colourAt, cssColour } from "../../../model/heat/colour-scale.ts";
import type { FloorHeat } from "../../../model/heat/floor-heat.ts";
import type { HeatMap } from "../../../model/heat/heat-map.ts";

/** A heat map as it is drawn. */
export interface HeatPicture {
  readonly heat: FloorHeat;
  /** What spreads on the floor, and its pixels as an image, whose address is a `data:` URL; undefined for sums. */
  readonly map: { readonly map: HeatMap; readonly image: HTMLImageElement } | undefined;
}

/** A heat map that a card shows now. */
export interface ShownHeat {
  readonly picture: HeatPicture;
  /** The id of its floor; undefined in a plan without floors. */
  readonly level: string | undefined;
}

/** How much of the floor the colours of a map cover, and the lines of equal values these. */
export const [heatOpacity, lineOpacity] = [0.9, 0.75];

/** The pixels of a map as a `data:` URL; throws if the browser has no canvas. */
const pictureUrl = ({ pixels, columns, rows }: HeatMap): string => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns, rows];
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas");
  context.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  return canvas.toDataURL();
};

/** The picture of a map, once it can be shown at once, so that a film does not flicker. */
export const pictureOf = async (
  heat: FloorHeat,
  map: HeatMap | undefined,
): Promise<HeatPicture> => {
  if (map === undefined) return { heat, map };
  const image = new Image();
  image.src = pictureUrl(map);
  await image.decode();
  return { heat, map: { map, image } };
};

/** How high the values on lines are: in pixels, and the least and most metres. */
const letters = { px: 11, least: 0.14, most: 1.2 };

/** How a value is written on its line. */
export type ValueText = (value: number) => string;

const spread = (
  { rooms }: FloorHeat,
  { map, image }: Exclude<HeatPicture["map"], undefined>,
  scale: number,
  text: ValueText,
): SVGTemplateResult => {
  const size = Math.min(letters.most, Math.max(letters.least, letters.px / scale));
  const outlines = map.rooms.map((number) => closedPath(rooms[number]?.corners ?? [])).join("");
  return svg`<clipPath id="plan-heat"><path d=${outlines}></path></clipPath>
    <image href=${image.src} x=${map.left} y=${map.top} width=${map.width} height=${map.height}
      preserveAspectRatio="none" opacity=${heatOpacity} clip-path="url(#plan-heat)"></image>
    <g fill="none" stroke="#fff" stroke-opacity=${lineOpacity} stroke-width=${size / 11}>${map.lines.map(({ path }) => svg`<path d=${path}></path>`)}</g>
    ${map.lines.map(({ value, label }) =>
      label === undefined
        ? nothing
        : svg`<g transform=${`translate(${label.join(" ")})`}><text class="upright words" font-size=${size}
            dy="0.35em" fill="#000" stroke="#fff" stroke-width=${size / 4} paint-order="stroke">${text(value)}</text></g>`,
    )}`;
};

/** The rooms that have a sum: the outline of each as an SVG path in metres, and its colour. */
export const sumAreas = ({
  rooms,
  sums,
  scale: [least, most],
}: FloorHeat): readonly { readonly path: string; readonly colour: string }[] =>
  [...(sums ?? [])].map(([number, sum]) => ({
    path: closedPath(rooms[number]?.corners ?? []),
    colour: cssColour(colourAt(most > least ? (sum - least) / (most - least) : 1)),
  }));

const summed = (heat: FloorHeat): readonly SVGTemplateResult[] =>
  sumAreas(heat).map(
    ({ path, colour }) => svg`<path d=${path} opacity=${heatOpacity} fill=${colour}></path>`,
  );

/** Draws a heat map. `scale`: pixels per metre. */
export const drawHeat = ({ heat, map }: HeatPicture, scale: number, text: ValueText): unknown =>
  map === undefined ? summed(heat) : spread(heat, map, scale, text);
