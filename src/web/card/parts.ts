import { html, type TemplateResult } from "lit";
import type { CardTexts } from "../texts/en/card.ts";

const signs = {
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
} as const;

/** Buttons for those who neither pinch nor have a wheel: zoom by a factor, or fit. */
export const controlsView = (
  { zoomIn, zoomOut, fit }: CardTexts,
  zoom: (factor: number | undefined) => void,
): TemplateResult => {
  const button = (label: string, sign: string, factor: number | undefined): TemplateResult =>
    html`<button
      aria-label=${label}
      title=${label}
      @pointerdown=${(event: Event) => event.stopPropagation()}
      @keydown=${(event: KeyboardEvent) => {
        // Enter and space press the button, the rest moves the plan.
        if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      }}
      @click=${() => zoom(factor)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign}></path></svg>
    </button>`;
  return html`<div class="controls">
    ${button(zoomIn, signs.in, 1.4)} ${button(zoomOut, signs.out, 1 / 1.4)}
    ${button(fit, signs.fit, undefined)}
  </div>`;
};
