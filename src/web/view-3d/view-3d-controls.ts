import { html, nothing, type TemplateResult } from "lit";
import type { View3dTexts } from "../i18n/en/view-3d.ts";
import { type Arrangement, arrangements } from "./house.ts";

const signs = {
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  walls: "M4 20V8l8-4 8 4v12zM4 8l8 4 8-4M12 12v8",
  walk: "M13 4.5a1 1 0 1 0 .01 0M9 21l2.5-6L9 12l1-5 4 1 1.5 3 2.5 1M14 15l2 6M10 7L7 9v3",
  save: "M4 8h4l1.5-3h5L16 8h4v11H4zM12 10a3 3 0 1 0 .01 0",
  plan: "M4 4h16v16H4zM4 13h8M12 4v5M12 13v7",
} as const;

/** The words of zooming, which the plan has as well. */
export interface ZoomWords {
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
}

/** What the buttons show and do. */
export interface ControlsView {
  readonly words: View3dTexts & ZoomWords;
  /** How the floors stand; undefined where there is only one. */
  readonly arrangement: Arrangement | undefined;
  readonly hasWholeWalls: boolean;
  readonly isWalking: boolean;
  readonly arrange: (arrangement: Arrangement) => void;
  readonly switchWalls: () => void;
  readonly switchWalk: () => void;
  /** By a factor; undefined shows everything. */
  readonly zoom: (factor: number | undefined) => void;
  readonly close: () => void;
  /** Whether the widths of a picture are offered. */
  readonly offersPicture: boolean;
  readonly switchPicture: () => void;
}

const button = (
  label: string,
  sign: keyof typeof signs,
  act: () => void,
  isPressed?: boolean,
  isExpanded?: boolean,
): TemplateResult =>
  html`<button
    aria-label=${label}
    title=${label}
    aria-pressed=${isPressed ?? nothing}
    aria-expanded=${isExpanded ?? nothing}
    @click=${act}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${signs[sign]}></path></svg>
  </button>`;

const floorsView = (
  { floors, floorsLabel }: View3dTexts,
  shown: Arrangement,
  arrange: (arrangement: Arrangement) => void,
): TemplateResult =>
  html`<div class="floors" role="group" aria-label=${floorsLabel}>
    ${arrangements.map(
      (each) =>
        html`<button aria-pressed=${each === shown} @click=${() => arrange(each)}>
          ${floors[each]}
        </button>`,
    )}
  </div>`;

/** The buttons over the view in 3D, for those who have neither wheel nor fingers, and for what has no gesture. */
export const controlsView = (view: ControlsView): TemplateResult => {
  const { words, arrangement, hasWholeWalls, isWalking, offersPicture, zoom } = view;
  const buttons = isWalking
    ? button(words.endWalk, "walk", view.switchWalk, true)
    : html`${button(words.wholeWalls, "walls", view.switchWalls, hasWholeWalls)}
      ${button(words.walk, "walk", view.switchWalk, false)}
      ${button(words.zoomIn, "in", () => zoom(1.3))}
      ${button(words.zoomOut, "out", () => zoom(1 / 1.3))}
      ${button(words.fit, "fit", () => zoom(undefined))}`;
  return html`${
      arrangement === undefined || isWalking
        ? nothing
        : floorsView(words, arrangement, view.arrange)
    }
    <div class="buttons">
      ${button(words.close, "plan", view.close)} ${buttons}
      ${button(words.savePicture, "save", view.switchPicture, undefined, offersPicture)}
    </div>`;
};
