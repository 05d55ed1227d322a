import { html, nothing, type TemplateResult } from "lit";

/** One of several views of which one is shown. */
export interface Tab {
  /** Unique among the tabs beside it. */
  readonly id: string;
  readonly name: string;
  /** A picture that stands for the name where there is no room for it. */
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

/** A strip of tabs; arrow keys go from one to the next. `panel` is the id of the element that they change, where it is in the same tree. */
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
