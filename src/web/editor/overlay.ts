import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { outline } from "../drawing/geometry.ts";
import type { Point } from "../drawing/read.ts";
import type { ScreenPoint, Viewport } from "../drawing/viewport.ts";
import { distance } from "../model/vector.ts";
import type { ToolsTexts } from "../texts/en/tools.ts";
import type { Handle } from "./handles.ts";
import type { Measure, Overlay } from "./tools/tool.ts";

/** Pixels by which a handle stands off its thing. */
const standOff: Readonly<Record<Handle["kind"], number>> = {
  corner: 0,
  wall: 0,
  end: 11,
  side: 13,
  turn: 44,
};

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
  const width = words.length * 7.2 + 12;
  // Beside the line, so that the wall itself can be seen.
  const normal = pixels === 0 ? [0, -1] : [(ay - by) / pixels, (bx - ax) / pixels];
  const [across = 0, along = 0] = normal;
  const room = pixels === 0 ? 36 : (Math.abs(across) * width) / 2 + Math.abs(along) * 11 + 8;
  const off = [across * room, along * room];
  const x = (ax + bx) / 2 + (off[0] ?? 0);
  const y = (ay + by) / 2 + (off[1] ?? 0);
  return svg`<g class="measure" transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    <rect x=${-width / 2} y="-11" width=${width} height="22" rx="11"></rect>
    <text text-anchor="middle" y="4.5">${words}</text>
  </g>`;
};

/** Guides, lengths and what a click would make. */
export const drawOverlay = (scene: OverlayScene, overlay: Overlay): SVGTemplateResult => {
  const { viewport } = scene;
  const { guides = [], measures = [], ghost = [], dots = [], marquee, isOpen = false } = overlay;
  const frame =
    marquee === undefined
      ? []
      : place(viewport, [
          [marquee.left, marquee.top],
          [marquee.left + marquee.width, marquee.top],
          [marquee.left + marquee.width, marquee.top + marquee.height],
          [marquee.left, marquee.top + marquee.height],
        ]);
  return svg`<g class="overlay" aria-hidden="true">
    ${ghost.length === 0 ? nothing : svg`<path class=${isOpen ? "ghost open" : "ghost"} d=${path(place(viewport, ghost), isOpen)}></path>`}
    ${guides.map(({ from, to }) => {
      const [[ax, ay], [bx, by]] = [viewport.toScreen(from), viewport.toScreen(to)];
      return svg`<line class="guide" x1=${ax} y1=${ay} x2=${bx} y2=${by}></line>
        <circle class="guide-end" cx=${ax} cy=${ay} r="4"></circle>`;
    })}
    ${place(viewport, dots).map(([x, y]) => svg`<circle class="dot" cx=${x} cy=${y} r="5"></circle>`)}
    ${frame.length === 0 ? nothing : svg`<path class="marquee" d=${path(frame, false)}></path>`}
    ${measures.map((measure) => drawMeasure(scene, measure))}
  </g>`;
};

const cursors = ["ew-resize", "nwse-resize", "ns-resize", "nesw-resize"] as const;

const cursorOf = ({ kind, angle }: Handle, turn: number): string => {
  if (kind === "corner") return "move";
  if (kind === "turn") return "grab";
  const eighth = Math.round((((angle + turn) % 180) + 180) / 45) % 4;
  return cursors[eighth] ?? "move";
};

/** Names a handle among those of its thing. */
export const handleName = ({ kind, index }: Handle): string => `${kind}:${index}`;

const shape = ({ kind, angle }: Handle, turn: number): SVGTemplateResult => {
  if (kind === "wall")
    return svg`<rect class="grip" x="-3.5" y="-9" width="7" height="18" rx="3.5" transform=${`rotate(${angle + turn})`}></rect>`;
  if (kind === "turn")
    return svg`<circle class="grip" r="10"></circle><path class="sign" d="M4.2-2.6A5 5 0 1 0 5 1M4.8-5.6v3.2H1.6"></path>`;
  return kind === "corner"
    ? svg`<circle class="grip" r="6.5"></circle>`
    : svg`<rect class="grip" x="-5.5" y="-5.5" width="11" height="11" rx="3" transform=${`rotate(${angle + turn})`}></rect>`;
};

const drawHandle = ({ viewport, words }: OverlayScene, handle: Handle): SVGTemplateResult => {
  const [x, y] = viewport.toScreen(handle.at);
  const [pushX, pushY] = viewport.toScreen([
    handle.at[0] + handle.away[0],
    handle.at[1] + handle.away[1],
  ]);
  const push = standOff[handle.kind] / viewport.scale;
  const at = [x + (pushX - x) * push, y + (pushY - y) * push];
  const word = words.handles[handle.kind](handle.index + 1);
  return svg`<g class="handle" data-handle=${handleName(handle)} role="button" tabindex="0"
      aria-label=${word} cursor=${cursorOf(handle, viewport.turn)}
      transform=${`translate(${at.map((pixels) => pixels.toFixed(1)).join(" ")})`}>
    <title>${word}</title>
    <circle class="target" r="14"></circle>
    ${shape(handle, viewport.turn)}
  </g>`;
};

/** Pixels of a wall or side that leave its handle room between its neighbours. */
const roomy: Readonly<Record<Handle["kind"], number>> = {
  corner: 0,
  wall: 44,
  end: 0,
  side: 12,
  turn: 0,
};

/** The handles of what is selected, as far as there is room for them on the screen. */
export const drawHandles = (
  scene: OverlayScene,
  handles: readonly Handle[],
): SVGTemplateResult | typeof nothing => {
  const fitting = handles.filter(({ kind, span }) => span * scene.viewport.scale >= roomy[kind]);
  return fitting.length === 0
    ? nothing
    : svg`<g class="handles">${repeat(fitting, handleName, (handle) => drawHandle(scene, handle))}</g>`;
};

/** The cross that stands for the pointer while the keyboard draws. */
export const drawCross = (viewport: Viewport, at: Point): SVGTemplateResult => {
  const [x, y] = viewport.toScreen(at);
  return svg`<path class="cross" aria-hidden="true" d=${`M${x - 14} ${y}h28M${x} ${y - 14}v28`}></path>`;
};

/** A bar of one metre or so, by which sizes on the screen are judged. */
export const drawScale = ({ viewport, metres }: OverlayScene): TemplateResult => {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
  const length = steps.find((step) => step * viewport.scale >= 60) ?? 100;
  return html`<div class="scale" aria-hidden="true" .style=${`width:${length * viewport.scale}px`}>
    ${metres(length)}
  </div>`;
};

/** The dots of a metre grid under the drawing, as long as they can be told apart. */
export const drawSheet = (viewport: Viewport): SVGTemplateResult | typeof nothing => {
  const [left, top, width, height] = viewport.viewBox.split(" ");
  if (viewport.scale < 14) return nothing;
  return svg`<defs>
      <pattern id="metres" x="-0.5" y="-0.5" width="1" height="1" patternUnits="userSpaceOnUse">
        <circle class="metre" cx="0.5" cy="0.5" r=${1.3 / viewport.scale}></circle>
      </pattern>
    </defs>
    <rect x=${left} y=${top} width=${width} height=${height} fill="url(#metres)"></rect>`;
};
