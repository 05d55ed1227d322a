import { html, type TemplateResult } from "lit";
import type { CardTexts } from "../texts/en/card.ts";

const step = (by: number, event: Event): void => {
  const { currentTarget } = event;
  if (!(currentTarget instanceof HTMLElement)) return;
  const tabs = [...(currentTarget.parentElement?.children ?? [])];
  const next = tabs[(tabs.indexOf(currentTarget) + by + tabs.length) % tabs.length];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
  next.click();
};

/** The floors as tabs; arrow keys go from one to the next. */
export const tabsView = (
  levels: readonly { readonly id: string; readonly name: string }[],
  shown: string | undefined,
  label: string,
  choose: (id: string) => void,
): TemplateResult =>
  html`<div class="tabs" role="tablist" aria-label=${label}>
    ${levels.map(
      ({ id, name }) =>
        html`<button
          role="tab"
          aria-selected=${String(id === shown)}
          aria-controls="stage"
          tabindex=${id === shown ? "0" : "-1"}
          @click=${() => choose(id)}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key === "ArrowRight") step(1, event);
            if (event.key === "ArrowLeft") step(-1, event);
          }}
        >
          ${name}
        </button>`,
    )}
  </div>`;

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
