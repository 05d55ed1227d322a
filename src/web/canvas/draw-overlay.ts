import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Point } from "../../model/geometry/vector.ts";
import { rectangle } from "../../model/editing/add-remove.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { ToolsTexts } from "../i18n/en/tools.ts";
import type { Overlay } from "./tools/tool.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";

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
  const closed = closedPath(points);
  return isOpen ? closed.slice(0, -1) : closed;
};

/** Guides and what a click would make. */
export const drawOverlay = ({ viewport }: OverlayScene, overlay: Overlay): SVGTemplateResult => {
  const { guides = [], ghost = [], made, dots = [], marquee, isOpen = false } = overlay;
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
  </g>`;
};

/** The cross that stands for the pointer while the keyboard draws. */
export const drawCross = (viewport: Viewport, at: Point): SVGTemplateResult => {
  const [x, y] = viewport.toScreen(at);
  return svg`<path class="cross" aria-hidden="true" d=${`M${x - 14} ${y}h28M${x} ${y - 14}v28`}></path>`;
};
