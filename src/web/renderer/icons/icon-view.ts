import { html, svg, type TemplateResult } from "lit";
import type { IconSource } from "../options.ts";
import { deviceSigns } from "../../../model/kinds/catalogue/devices.ts";
import { iconShape } from "./icon-shape.ts";

const neutral = svg`<path d=${deviceSigns.generic.icon} fill="none" stroke="currentColor" stroke-width="1.9"></path>`;

/** An icon by its name for a page, on a grid of 24, in the color of the text around it; a neutral sign where there is no such one. */
export const iconView = (name: string, icons: IconSource): TemplateResult =>
  html`<svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
    ${iconShape(name, icons, neutral)}
  </svg>`;
