import { html, nothing, svg, type TemplateResult } from "lit";
import { weakBelow } from "../../../model/mesh/mesh.ts";
import type { MeshTexts } from "../../i18n/en/mesh.ts";
import { qualityColour } from "./mesh-drawing.ts";

/** A line as the drawing has it for a quality, and what it means. */
const row = (quality: number, label: string, isOld = false): TemplateResult => {
  const dashes = isOld ? "8 5" : nothing;
  const width = 2 + 5 * quality;
  // Rimmed as in the drawing, so that no colour is lost on a background like it.
  const lines = [
    { colour: "#fff", wide: width + 4 },
    { colour: "#000", wide: width + 2 },
    { colour: qualityColour(quality), wide: width },
  ];
  return html`<li>
    <svg viewBox="0 0 40 12" aria-hidden="true">
      ${lines.map(
        ({ colour, wide }) =>
          svg`<path d="M0 6h40" stroke=${colour} stroke-width=${wide} stroke-dasharray=${dashes}></path>`,
      )}
    </svg>
    ${label}
  </li>`;
};

/** What colours, widths, dashes and signs of a drawn mesh mean. */
export const meshLegend = (words: MeshTexts): TemplateResult =>
  html`<ul class="legend" aria-label=${words.legend}>
    ${row(weakBelow / 2, words.grades.weak)} ${row(0.48, words.grades.fair)}
    ${row(0.9, words.grades.good)} ${row(0.48, words.oldLegend, true)}
    <li>■ ${words.roles.coordinator}</li>
    <li>● ${words.roles.router}</li>
    <li>○ ${words.roles.end_device}</li>
    <li>⊕ ${words.bestLegend}</li>
  </ul>`;
