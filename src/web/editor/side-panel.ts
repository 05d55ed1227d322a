import { html, type TemplateResult } from "lit";
import type { EditorContext } from "./context.ts";
import { icon } from "./icons.ts";
import { type PanelName, panels } from "./panels/index.ts";

/** The panels at the right, one at a time; a sheet at the bottom of a narrow screen. */
export const sidePanel = (
  context: EditorContext,
  shown: PanelName,
  show: (panel: PanelName) => void,
  close: () => void,
): TemplateResult => {
  const { texts, session } = context;
  const offered = panels.filter(
    ({ name }) => name !== "conflicts" || session.state.conflicts.length > 0,
  );
  const panel = offered.find(({ name }) => name === shown) ?? offered[0];
  const turn = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = offered.findIndex(({ name }) => name === panel?.name);
    const next = offered[(at + step + offered.length) % offered.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    show(next.name);
    const { currentTarget } = event;
    if (currentTarget instanceof HTMLElement)
      currentTarget.querySelector<HTMLElement>(`[data-panel="${next.name}"]`)?.focus();
  };
  return html`<aside class="side" aria-label=${texts.editor.panel}>
    <div class="tabs">
      <div role="tablist" aria-label=${texts.editor.panel} @keydown=${turn}>
        ${offered.map(
          ({ name, title }) =>
            html`<button
              role="tab"
              id="tab-${name}"
              data-panel=${name}
              aria-selected=${name === panel?.name}
              aria-controls="panel"
              tabindex=${name === panel?.name ? 0 : -1}
              @click=${() => show(name)}
            >
              ${title(texts)}
            </button>`,
        )}
      </div>
      <button
        class="tool narrow"
        title=${texts.editor.close}
        aria-label=${texts.editor.close}
        @click=${close}
      >
        ${icon("close")}
      </button>
    </div>
    <div
      id="panel"
      class="panel"
      role="tabpanel"
      aria-labelledby="tab-${panel?.name ?? ""}"
      tabindex="0"
    >
      ${panel?.render(context)}
    </div>
  </aside>`;
};
