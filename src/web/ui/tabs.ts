import { html, nothing, type TemplateResult } from "lit";

/** One tab of a strip. */
export interface Tab {
  /** Unique among the tabs beside it. */
  readonly id: string;
  readonly name: string;
  /** An icon shown instead of the name where space is short. */
  readonly sign?: TemplateResult;
}

const turn = (event: KeyboardEvent): void => {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const { currentTarget, target } = event;
  if (step === 0 || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement))
    return;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const next = tabs.at((tabs.indexOf(target) + step) % tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
};

/**
 * A strip of tabs with arrow key navigation. `panel` is the id of the element that shows the chosen tab, if it is in
 * the same tree.
 */
export const tabStrip = (
  {
    label,
    panel,
    shown,
  }: { readonly label: string; readonly panel?: string; readonly shown: string | undefined },
  tabs: readonly Tab[],
  choose: (id: string) => void,
): TemplateResult =>
  html`<div class="strip" role="tablist" aria-label=${label} @keydown=${turn}>
    ${tabs.map(
      ({ id, name, sign }) =>
        html`<button
          role="tab"
          aria-selected=${id === shown}
          aria-controls=${panel ?? nothing}
          title=${sign === undefined ? nothing : name}
          tabindex=${id === shown ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${sign === undefined ? name : html`${sign}<span class="word">${name}</span>`}
        </button>`,
    )}
  </div>`;
