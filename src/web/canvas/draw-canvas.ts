import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { drawGhost } from "../renderer/draw-plan.ts";
import { type Detail, type DrawOptions, drawPlan, fileIcons } from "../renderer/index.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { Viewport } from "../renderer/viewport.ts";
import type { RegistrySnapshot } from "../home-assistant/registry-snapshot.ts";
import { roomWords } from "../i18n/languages.ts";
import { type EditorContext, metresIn } from "../editor/context.ts";
import { drawHandles } from "../editor/draw-handles.ts";
import { drawMeasures } from "./measures/draw-measures.ts";
import { nameBoxes } from "../editor/measures/name-boxes.ts";
import { drawSelection } from "../editor/draw-selection.ts";
import { drawFloorBeside, drawSheet } from "../editor/draw-sheet.ts";
import { handlesOf } from "./handles.ts";
import { drawsRooms } from "./tools/kind-tools.ts";
import { drawOthers } from "./draw-presence.ts";
import { drawCross, drawOverlay, type OverlayScene } from "./draw-overlay.ts";
import { templateAsWritten } from "../editor/template-as-written.ts";
import type { Overlay } from "./tools/tool.ts";

/** What lies over the plan. */
export interface CanvasOverlay {
  readonly overlay: Overlay;
  /** Where the keyboard draws. */
  readonly cross: Point | undefined;
  /** Whether the handles of what is selected are out. */
  readonly hasHandles: boolean;
}

/** How things are drawn where they are edited: as they are in the plan, whatever the house does. */
export const displayWhileEditing = (
  { view, texts, language }: Pick<EditorContext, "view" | "texts" | "language">,
  house: RegistrySnapshot | undefined,
  detail: Detail,
): DrawOptions => ({
  level: view.state.level,
  detail,
  icons: fileIcons,
  iconFor: house?.iconOf,
  rendered: templateAsWritten,
  words: texts.drawing,
  language,
  roomWords,
});

/** The plan on its sheet, and over it, in pixels, what the tool shows. */
export const drawCanvas = (
  context: EditorContext,
  viewport: Viewport,
  { overlay, cross, hasHandles }: CanvasOverlay,
): TemplateResult => {
  const { session, view, texts, language, client, house } = context;
  const { plan } = session.state;
  const { level, selection, tool } = view.state;
  const scene: OverlayScene = { viewport, words: texts.tools, metres: metresIn(language) };
  const [only = ""] = selection.length === 1 && tool === "select" ? selection : [];
  const manner = displayWhileEditing(context, house.now, viewport.detail);
  const { measures = [] } = overlay;
  const names = measures.length === 0 ? [] : nameBoxes(plan, level, manner, viewport);
  return html`<svg
      class="plan"
      viewBox=${viewport.viewBox}
      .style=${Object.entries(viewport.style)
        .map(([name, value]) => `${name}:${value}`)
        .join(";")}
    >
      ${drawSheet(viewport)}
      <g transform=${viewport.transform}>
        ${drawsRooms(tool) ? drawFloorBeside(plan, level) : nothing}
        ${guard(
          [
            plan,
            level,
            selection,
            texts,
            language,
            viewport.detail,
            viewport.step,
            viewport.turn,
            house.now,
          ],
          () =>
            drawPlan(plan, {
              ...manner,
              scale: viewport.step,
              isTurned: viewport.turn === 90,
              selected: new Set(selection),
              interactive: "edit",
              traced: (url) => client.imageUrl(url),
            }),
        )}
        ${overlay.made === undefined ? nothing : drawGhost(plan, overlay.made, manner)}
      </g>
    </svg>
    <svg class="over">
      ${drawOthers(viewport, plan, level, context.collaboration.others)}
      ${drawSelection(viewport, plan, selection)} ${drawOverlay(scene, overlay)}
      ${drawMeasures(scene, texts.measures, measures, { isPassing: tool !== "select", names })}
      ${hasHandles ? drawHandles(scene, handlesOf(plan, only)) : nothing}
      ${cross === undefined ? nothing : drawCross(viewport, cross)}
    </svg>`;
};
