import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Point } from "../../model/geometry/vector.ts";
import { svgNumber } from "../../model/geometry/svg-path.ts";
import { translated } from "../renderer/frame.ts";

/** How a text is written. */
export interface Writing {
  /** Height of the letters' line, in metres. */
  readonly size: number;
  /** The place of its middle, in metres of the group around it; its origin where nothing is said. */
  readonly at?: Point;
  /** A further class name. */
  readonly kind: string;
  readonly color?: string | undefined;
}

// Browsers round letters that are less than a pixel high before they scale them, so text is written
// in centimetres and scaled down to metres.
const centimetres = 100;

/** Lines of text around a place, upright whichever way the drawing is turned. */
export const textLines = (
  lines: readonly string[],
  { size, at, kind, color }: Writing,
): SVGTemplateResult => {
  const height = size * centimetres;
  const first = 0.35 - ((lines.length - 1) * 1.15) / 2;
  return svg`<g transform=${at === undefined ? nothing : translated(at)}><g class="upright"><text class="words ${kind}" transform="scale(.01)" font-size=${svgNumber(height)} fill=${color ?? nothing}>${lines.map(
    (each, index) =>
      svg`<tspan class=${index === 0 ? "first" : "next"} x="0" y=${svgNumber((first + index * 1.15) * height)}>${each}</tspan>`,
  )}</text></g></g>`;
};

/** At least how wide a text is, in metres, without asking the browser: by the letters of DejaVu Sans, which is a wide font. */
export const textWidth = (text: string, size: number): number => {
  let units = 0;
  for (const letter of text) {
    if (/[ilj.,:;|!' ]/.test(letter)) units += 0.35;
    else if (/[mwMW%@—\u2e80-\u{10ffff}]/u.test(letter)) units += 1;
    else units += /\p{Lu}/u.test(letter) ? 0.75 : 0.64;
  }
  return units * size;
};
