import { html, nothing, type TemplateResult } from "lit";
import type { CardTexts } from "../i18n/en/screens.ts";

const signs = {
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  back: "M4 5v5h5M4.6 10a8 8 0 1 1-.4 4M12 8v4.500l3 2",
} as const;

const button = (label: string, sign: string, act: () => void): TemplateResult =>
  html`<button
    aria-label=${label}
    title=${label}
    @pointerdown=${(event: Event) => event.stopPropagation()}
    @keydown=${(event: KeyboardEvent) => {
      // Enter and space press the button, the rest moves the plan.
      if (event.key === "Enter" || event.key === " ") event.stopPropagation();
    }}
    @click=${act}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign}></path></svg>
  </button>`;

/** Buttons for those who neither pinch nor have a wheel: zoom by a factor, or fit; and one that looks back, where there is something to be seen. */
export const controlsView = (
  { zoomIn, zoomOut, fit, replay }: CardTexts,
  zoom: (factor: number | undefined) => void,
  lookBack: (() => void) | undefined,
): TemplateResult =>
  html`<div class="controls">
    ${lookBack === undefined ? nothing : button(replay.open, signs.back, lookBack)}
    ${button(zoomIn, signs.in, () => zoom(1.4))} ${button(zoomOut, signs.out, () => zoom(1 / 1.4))}
    ${button(fit, signs.fit, () => zoom(undefined))}
  </div>`;
