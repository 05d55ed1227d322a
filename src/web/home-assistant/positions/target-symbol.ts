import { nothing, svg, type SVGTemplateResult } from "lit";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import type { TrackerKind } from "../../../model/trackers/tracker-codec.ts";
import type { Appearance } from "./moving-targets.ts";

/** What stands on the dot of each kind, in a circle of radius 1; the disc of a vacuum is drawn whole. */
const symbols: Readonly<Record<TrackerKind, SVGTemplateResult>> = {
  person: svg`<circle class="sign" cy="-0.28" r="0.26"></circle><path class="sign" d="M-.5 .52a.5 .46 0 0 1 1 0z"></path>`,
  pet: svg`<ellipse class="sign" cy=".22" rx=".32" ry=".26"></ellipse><circle class="sign" cx="-.42" cy="-.08" r=".14"></circle><circle class="sign" cx="-.15" cy="-.34" r=".15"></circle><circle class="sign" cx=".15" cy="-.34" r=".15"></circle><circle class="sign" cx=".42" cy="-.08" r=".14"></circle>`,
  vacuum: svg`<circle class="line" r=".72"></circle><circle class="sign" r=".22"></circle>`,
  target: svg`<circle class="sign" r=".34"></circle>`,
  device: svg`<rect class="sign" x="-.28" y="-.48" width=".56" height=".96" rx=".12"></rect>`,
};

/** The class names of a target. */
export const classesOf = ({ kind, isChip }: Appearance): string =>
  `${kind}${isChip ? " chip" : ""}`;

/** The dot of a target, with where it faces, and its name. */
export const symbolOf = ({ kind, heading, name }: Appearance): SVGTemplateResult =>
  svg`<g class="size">${
    heading === undefined
      ? nothing
      : svg`<path class="heading" d="M1.1-.5L1.75 0L1.1 .5z" transform="rotate(${svgNumber(heading)})"></path>`
  }<circle class="disc" r="1"></circle><g class="upright">${symbols[kind]}</g></g>${
    name === undefined
      ? nothing
      : svg`<g class="upright"><g class="size"><text class="name" y="2.1">${name}</text></g></g>`
  }`;
