import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Point, distance } from "../../geometry/vector.ts";
import { rectangle } from "../model/create.ts";
import type { ScreenPoint, Viewport } from "../drawing/viewport.ts";
import type { ToolsTexts } from "../texts/en/tools.ts";
import type { Measure, Overlay } from "./tools/tool.ts";
import { outline } from "../../geometry/shapes.ts";

/** What the overlay is drawn with. */
export interface OverlayScene {
  readonly viewport: Viewport;
  readonly words: ToolsTexts;
  /** Writes metres, such as `2.40 m`. */
  readonly metres: (length: number) => string;
}

const place = (viewport: Viewport, points: readonly Point[]): readonly ScreenPoint[] =>
  points.map((point) => viewport.toScreen(point));

const path = (points: readonly ScreenPoint[], isOpen: boolean): string => {
  const closed = outline(points);
  return isOpen ? closed.slice(0, -1) : closed;
};

const drawMeasure = (
  { viewport, metres }: OverlayScene,
  { from, to, text }: Measure,
): SVGTemplateResult | typeof nothing => {
  const length = distance(from, to);
  const [ax, ay] = viewport.toScreen(from);
  const [bx, by] = viewport.toScreen(to);
  const pixels = Math.hypot(bx - ax, by - ay);
  if (text === undefined && (length < 0.005 || pixels < 18)) return nothing;
  const words = text ?? metres(length);
  const width = words.length * 7.2 + 18;
  // Beside the line, so that the wall itself can be seen.
  const normal = pixels === 0 ? [0, -1] : [(ay - by) / pixels, (bx - ax) / pixels];
  const [across = 0, along = 0] = normal;
  const room = pixels === 0 ? 36 : (Math.abs(across) * width) / 2 + Math.abs(along) * 11 + 8;
  const off = [across * room, along * room];
  // Not cut off at the left or the top, where the drawing ends.
  const x = Math.max(width / 2 + 2, (ax + bx) / 2 + (off[0] ?? 0));
  const y = Math.max(13, (ay + by) / 2 + (off[1] ?? 0));
  return svg`<g class="measure" transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    <rect x=${-width / 2} y="-11" width=${width} height="22" rx="11"></rect>
    <text text-anchor="middle" y="4.5">${words}</text>
  </g>`;
};

/** Guides, lengths and what a click would make. */
export const drawOverlay = (scene: OverlayScene, overlay: Overlay): SVGTemplateResult => {
  const { viewport } = scene;
  const {
    guides = [],
    measures = [],
    ghost = [],
    made,
    dots = [],
    marquee,
    isOpen = false,
  } = overlay;
  const frame =
    marquee === undefined
      ? []
      : rectangle(
          [marquee.left, marquee.top],
          [marquee.left + marquee.width, marquee.top + marquee.height],
        );
  return svg`<g class="overlay" aria-hidden="true">
    ${ghost.length === 0 || made !== undefined ? nothing : svg`<path class=${isOpen ? "ghost open" : "ghost"} d=${path(place(viewport, ghost), isOpen)}></path>`}
    ${guides.map(({ from, to }) => {
      const [[ax, ay], [bx, by]] = [viewport.toScreen(from), viewport.toScreen(to)];
      return svg`<line class="guide" x1=${ax} y1=${ay} x2=${bx} y2=${by}></line>
        <circle class="guide-end" cx=${ax} cy=${ay} r="4"></circle>`;
    })}
    ${place(viewport, dots).map(([x, y]) => svg`<circle class="dot" cx=${x} cy=${y} r="5"></circle>`)}
    ${frame.length === 0 ? nothing : svg`<path class="marquee" d=${path(place(viewport, frame), false)}></path>`}
    ${measures.map((measure) => drawMeasure(scene, measure))}
  </g>`;
};

/** The cross that stands for the pointer while the keyboard draws. */
export const drawCross = (viewport: Viewport, at: Point): SVGTemplateResult => {
  const [x, y] = viewport.toScreen(at);
  return svg`<path class="cross" aria-hidden="true" d=${`M${x - 14} ${y}h28M${x} ${y - 14}v28`}></path>`;
};
