import { html, nothing, type TemplateResult } from "lit";

/** One tab of a strip. */
export interface Tab {
  /** Unique among the tabs beside it. */
  readonly id: string;
  readonly name: string;
}

/** Chooses the next tab for 1, the one before for -1, and the same for 0, which leaves the key to others. */
export const turnTabs = (event: KeyboardEvent, step: number): void => {
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

const turn = (event: KeyboardEvent): void =>
  turnTabs(event, event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0);

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
      ({ id, name }) =>
        html`<button
          role="tab"
          aria-selected=${id === shown}
          aria-controls=${panel ?? nothing}
          tabindex=${id === shown ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${name}
        </button>`,
    )}
  </div>`;
