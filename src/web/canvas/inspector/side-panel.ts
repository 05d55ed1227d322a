import { css, html, type TemplateResult } from "lit";
import { tabStrip } from "../../ui/tabs.ts";
import type { EditorContext, PanelName } from "../component.ts";
import { fading } from "../shell/fading.ts";
import { drawIcon, iconButton } from "../shell/icons.ts";
import { panelIcons, panels } from "./panels.ts";

/** The panels in which nothing is about one element, and none is chosen. */
export const aboutNoElement: ReadonlySet<PanelName> = new Set(["tracing", "file"]);

/** The side panels, one at a time; a bottom sheet on a narrow screen. */
export const sidePanel = (
  context: EditorContext,
  shown: PanelName,
  show: (panel: PanelName) => void,
  close: () => void,
): TemplateResult => {
  const { texts, session } = context;
  const isWanted: Readonly<Partial<Record<PanelName, boolean>>> = {
    conflicts: session.state.conflicts.length > 0,
    homeAssistant: context.registries.now !== undefined,
  };
  const offered = panels.filter(({ name }) => isWanted[name] ?? true);
  const panel = offered.find(({ name }) => name === shown) ?? offered[0];
  return html`<aside class="side" aria-label=${texts.editor.panel}>
    <div class="tabs">
      <div class="names" ${fading()}>
        ${tabStrip(
          { label: texts.editor.panel, panel: "panel", shown: panel?.name },
          offered.map(({ name, title }) => {
            return { id: name, name: title(texts), sign: drawIcon(panelIcons[name]) };
          }),
          (id) => {
            const chosen = offered.find(({ name }) => name === id);
            if (chosen !== undefined) show(chosen.name);
          },
        )}
      </div>
      ${iconButton("close", texts.editor.close, close, "tool narrow")}
    </div>
    <div
      id="panel"
      class="panel"
      role="tabpanel"
      aria-label=${panel?.title(texts) ?? ""}
      tabindex="0"
    >
      ${panel?.render(context)}
    </div>
  </aside>`;
};

/** Styles of the side panels with their tabs. */
export const sideStyle = css`
  .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-inline-start: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  .tabs {
    display: flex;
    align-items: center;
    border-bottom: 1px solid var(--fp-line);
    padding: 4px;
  }
  .names {
    flex: 1;
    min-width: 0;
    padding: 4px;
    overflow-x: auto;
  }
  /* One row of tabs: the selected one with its name, the others with icons. */
  [role="tablist"] {
    display: flex;
    width: max-content;
    min-width: 100%;
  }
  [role="tab"] {
    position: relative;
    display: grid;
    flex: 1 0 30px;
    place-items: center;
    height: 34px;
    padding: 0 4px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--fp-muted);
    font-size: 13px;
  }
  [role="tab"]:hover {
    background: var(--fp-soft);
  }
  [role="tab"] .icon {
    width: 20px;
    height: 20px;
  }
  [role="tab"][aria-selected="false"] .word {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  [role="tab"][aria-selected="true"] .icon {
    display: none;
  }
  [role="tab"][aria-selected="true"] {
    background: var(--fp-soft);
    color: var(--fp-text);
    flex-grow: 0;
    padding: 0 7px;
    font-weight: 600;
    white-space: nowrap;
  }
  .panel {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .panel:focus-visible {
    outline-offset: -2px;
  }
`;
