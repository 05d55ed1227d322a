import { iconById } from "../../model/bindings/icon-by-id.ts";
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { roomsOn } from "../../model/elements/rooms.ts";
import { findRefs, type PlanData } from "../../model/elements/entities.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import { levelBeside } from "../../model/editing/levels.ts";
import { isTemplate } from "../../model/bindings/element-bindings.ts";
import type { Rendered } from "../../model/bindings/entity-state.ts";
import { drawGhost, drawLifted } from "../renderer/draw-plan.ts";
import { type DrawOptions, drawPlan, fileIcons } from "../renderer/index.ts";
import type { RegistrySnapshot } from "../home-assistant/registry-snapshot.ts";
import { type EditorContext, isTouchScreen } from "./component.ts";
import { metresIn } from "./formats.ts";
import {
  drawCross,
  drawHandles,
  drawOverlay,
  handleBoxes,
  outlineOf,
  type OverlayScene,
} from "./draw-overlay.ts";
import { drawMeasures, nameBoxes, pieceBoxes } from "./measures/draw-measures.ts";
import { type ScreenSize, shownImage } from "./fit-view.ts";
import { handlesOf } from "./handles.ts";
import { drawZones } from "./draw-zones.ts";
import { drawsRooms } from "./tools/kind-tools.ts";
import { drawOverlaps } from "./draw-overlaps.ts";
import type { Lifted } from "./lift.ts";
import { drawOthers } from "./draw-presence.ts";
import type { Overlay } from "./tools/tool.ts";

/** Outlines the selection with a line that has a light edge, to be visible between dark walls. */
const drawSelection = (
  viewport: Viewport,
  plan: PlanData,
  selection: readonly string[],
): SVGTemplateResult | typeof nothing => {
  // Items show their selection themselves.
  const path = findRefs(plan, selection)
    .map((entity) => outlineOf(plan, entity) ?? [])
    .filter((points) => points.length > 0)
    .map((points) => closedPath(points.map((point) => viewport.toScreen(point))))
    .join("");
  return path === ""
    ? nothing
    : svg`<g class="chosen" aria-hidden="true"><path class="edge" d=${path}></path><path d=${path}></path></g>`;
};

/** The dots of a metre grid under the drawing and around it, while they can be told apart and there is a grid. */
const drawSheet = (viewport: Viewport, hasGrid: boolean): SVGTemplateResult | typeof nothing => {
  const [left = 0, top = 0, width = 0, height = 0] = viewport.viewBox.split(" ").map(Number);
  if (!hasGrid || viewport.scale < 14) return nothing;
  return svg`<defs>
      <pattern id="metres" x="-0.5" y="-0.5" width="1" height="1" patternUnits="userSpaceOnUse">
        <circle class="metre" cx="0.5" cy="0.5" r=${1.3 / viewport.scale}></circle>
      </pattern>
    </defs>
    <rect x=${left - width} y=${top - height} width=${width * 3} height=${height * 3} fill="url(#metres)"></rect>`;
};

/** The rooms of the floor below, or above the lowest one, as a faint outline while drawing a room. */
const drawFloorBeside = (
  plan: PlanData,
  level: string | undefined,
): SVGTemplateResult | typeof nothing => {
  const beside = levelBeside(plan, level);
  return beside === undefined
    ? nothing
    : svg`<path class="beside" d=${roomsOn(plan, beside)
        .map(({ corners }) => closedPath(corners))
        .join("")}></path>`;
};

/** Maximum number of a template's characters to show. */
const maxLetters = 16;

/**
 * Stands for the result of a template in the editor: the shortened template itself, so that people see what they wrote.
 * Conditions never match it.
 */
export const templateAsWritten: Rendered = (template) => {
  if (!isTemplate(template)) return undefined;
  const line = template.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxLetters ? line : `${line.slice(0, maxLetters - 1).trimEnd()}…`;
};

/** What is drawn over the plan. */
interface CanvasOverlay {
  readonly overlay: Overlay;
  /** Position of the keyboard's crosshair. */
  readonly cross: Point | undefined;
  /** Whether to show handles. */
  readonly hasHandles: boolean;
  /** Size of the uncovered part in pixels. */
  readonly screen: ScreenSize;
  /** What the foot takes, in pixels. */
  readonly foot: Box;
  /** The plan beneath what is dragged, and that. */
  readonly lifted: Lifted;
}

/** Display options in the editor: elements as they are in the plan, independent of live states. */
export const displayWhileEditing = (
  { view, texts, language }: Pick<EditorContext, "view" | "texts" | "language">,
  registry: RegistrySnapshot | undefined,
  { resting }: Pick<Viewport, "resting">,
): DrawOptions => ({
  level: view.state.level,
  sunAt: view.state.sunAt,
  isPlain: view.state.finish === "plain",
  ...resting,
  interactive: "edit",
  icons: fileIcons,
  iconFor: registry === undefined ? iconById : registry.iconOf,
  rendered: templateAsWritten,
  words: texts.drawing,
  language,
});

/** Draws the plan on its sheet, and the tool's overlay in pixels above it. */
export const drawCanvas = (
  context: EditorContext,
  viewport: Viewport,
  { overlay, cross, hasHandles, screen, foot, lifted }: CanvasOverlay,
): TemplateResult => {
  const { session, view, texts, language, client, registries } = context;
  const { plan } = session.state;
  const { level, selection, tool } = view.state;
  const room = { screen, isTouch: isTouchScreen() };
  const scene: OverlayScene = { viewport, words: texts.tools, metres: metresIn(language), room };
  const [only = ""] = selection.length === 1 && tool === "select" ? selection : [];
  const { beneath, pieces } = lifted;
  const options = {
    ...displayWhileEditing(context, registries.now, viewport),
    selected: new Set(selection),
    zones: drawZones,
    traced: (url: string) => client.imageUrl(url),
  };
  const style = Object.entries(viewport.style)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
  const { measures = [] } = overlay;
  const hasGrid = shownImage(plan, level) === undefined;
  const handles = hasHandles ? handlesOf(plan, only) : [];
  const obstacles =
    measures.length === 0
      ? {}
      : {
          names: nameBoxes(plan, options, viewport),
          handles: [...handleBoxes(viewport, handles, room), foot],
          pieces: pieceBoxes(plan, level, viewport, measures),
        };
  return html`<div class="layer" .style=${viewport.shift && `transform:${viewport.shift}`}>
      <svg
        class=${view.state.outerWalls === "thin" ? "plan thin" : "plan"}
        viewBox=${viewport.viewBox}
        .style=${style}
      >
        ${guard([viewport.viewBox, hasGrid], () => drawSheet(viewport, hasGrid))}
        <g transform=${viewport.transform}>
          ${drawsRooms(tool) ? drawFloorBeside(plan, level) : nothing}
          ${guard(
            [
              beneath,
              level,
              view.state.sunAt,
              view.state.finish,
              selection,
              texts,
              language,
              viewport.resting,
              registries.now,
            ],
            () => drawPlan(beneath, options),
          )}
          ${overlay.made === undefined ? nothing : drawGhost(plan, overlay.made, options)}
        </g>
      </svg>
      ${
        pieces.length === 0
          ? nothing
          : html`<svg class="plan" viewBox=${viewport.viewBox} .style=${style}>
              <g transform=${viewport.transform}>${drawLifted(plan, pieces, options)}</g>
            </svg>`
      }
    </div>
    <svg class="over" id="over">
      ${drawOthers(viewport, plan, level, context.presence.others, texts.collaboration.yourTab)}
      ${drawSelection(viewport, plan, selection)} ${drawOverlaps(viewport, context)}
      ${drawOverlay(scene, overlay)}
      ${drawMeasures(scene, texts.measures, measures, { isPassing: tool !== "select", screen, obstacles })}
      ${drawHandles(scene, handles)} ${cross === undefined ? nothing : drawCross(viewport, cross)}
    </svg>`;
};
