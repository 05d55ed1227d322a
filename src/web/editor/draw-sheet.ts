import { roomsOn } from "../../model/elements/rooms.ts";
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import type { PlanData } from "../../model/elements/entities.ts";
import type { Viewport } from "../renderer/viewport.ts";
import { levelBeside } from "../../model/editing/levels.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";

/** Lengths that the bar stands for, in metres. */
const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

/** A bar of one metre or so, by which sizes on the screen are judged. */
export const drawScale = (viewport: Viewport, language: string): TemplateResult => {
  const length = steps.find((step) => step * viewport.scale >= 60) ?? 100;
  return html`<div class="scale" aria-hidden="true" .style=${`width:${length * viewport.scale}px`}>
    ${length.toLocaleString(language)} m
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

/** The rooms of the floor that a new room stands on, as a faint outline. */
export const drawFloorBeside = (
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
