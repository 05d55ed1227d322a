import { nothing, svg, type SVGTemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { plus } from "../../model/geometry/vector.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import { type Handle, handleName } from "../canvas/handles.ts";
import type { OverlayScene } from "../canvas/draw-overlay.ts";

/** Pixels by which a handle stands off its thing. */
const standOff: Readonly<Record<Handle["kind"], number>> = {
  corner: 0,
  wall: 0,
  end: 11,
  side: 13,
  turn: 44,
  label: 0,
};

const cursors = ["ew-resize", "nwse-resize", "ns-resize", "nesw-resize"] as const;

/** The pointer's shape over a handle on a screen turned by so many degrees. */
export const cursorOf = ({ kind, angle }: Handle, turn: number): string => {
  if (kind === "corner" || kind === "label") return "move";
  if (kind === "turn") return "grab";
  const eighth = Math.round((((angle + turn) % 180) + 180) / 45) % 4;
  return cursors[eighth] ?? "move";
};

const shape = ({ kind, angle }: Handle, turn: number): SVGTemplateResult => {
  if (kind === "wall")
    return svg`<rect class="grip" x="-3.5" y="-9" width="7" height="18" rx="3.5" transform=${`rotate(${angle + turn})`}></rect>`;
  if (kind === "turn")
    return svg`<circle class="grip" r="10"></circle><path class="sign" d="M4.2-2.6A5 5 0 1 0 5 1M4.8-5.6v3.2H1.6"></path>`;
  if (kind === "label")
    return svg`<circle class="grip" r="9"></circle><path class="sign" d="M-4 0h8M0-4v8"></path>`;
  return kind === "corner"
    ? svg`<circle class="grip" r="6.5"></circle>`
    : svg`<rect class="grip" x="-5.5" y="-5.5" width="11" height="11" rx="3" transform=${`rotate(${angle + turn})`}></rect>`;
};

/** Where a handle is on the screen, pushed off its thing. */
export const placeOfHandle = (viewport: Viewport, handle: Handle): ScreenPoint => {
  const [x, y] = viewport.toScreen(handle.at);
  const [pushX, pushY] = viewport.toScreen(plus(handle.at, handle.away));
  const push = standOff[handle.kind] / viewport.scale;
  // A name is upright however the plan is turned, and its handle below it.
  const below = handle.kind === "label" ? 24 + 0.13 * viewport.scale : 0;
  return [x + (pushX - x) * push, y + (pushY - y) * push + below];
};

const drawHandle = ({ viewport, words }: OverlayScene, handle: Handle): SVGTemplateResult => {
  const at = placeOfHandle(viewport, handle);
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
  label: 90,
};

/** The handles that there is room for on the screen. */
export const fittingHandles = (
  { scale }: Viewport,
  handles: readonly Handle[],
): readonly Handle[] => handles.filter(({ kind, span }) => span * scale >= roomy[kind]);

/** The handles of what is selected, as far as there is room for them on the screen. */
export const drawHandles = (
  scene: OverlayScene,
  handles: readonly Handle[],
): SVGTemplateResult | typeof nothing => {
  const fitting = fittingHandles(scene.viewport, handles);
  return fitting.length === 0
    ? nothing
    : svg`<g class="handles">${repeat(fitting, handleName, (handle) => drawHandle(scene, handle))}</g>`;
};
