import { css, html, type TemplateResult } from "lit";
import { hasTrackers } from "../../home-assistant/positions/position-store.ts";
import type { EditorContext, PanelName } from "../component.ts";
import { iconButton } from "../shell/icons.ts";
import type { PanelSheet } from "../shell/panel-sheet.ts";
import { panelTabs, panelTabsStyle } from "./panel-tabs.ts";
import { panels } from "./panels.ts";

/** The panels in which nothing is about one element, and none is chosen. */
export const aboutNoElement: ReadonlySet<PanelName> = new Set(["tracing", "trackers", "file"]);

/** The side panels, one at a time; a sheet over the drawing where there is no room beside it. */
export const sidePanel = (
  context: EditorContext,
  shown: PanelName,
  show: (panel: PanelName) => void,
  sheet: Pick<PanelSheet, "close" | "grip" | "key">,
): TemplateResult => {
  const { texts, session } = context;
  const isWanted: Readonly<Partial<Record<PanelName, boolean>>> = {
    conflicts: session.state.conflicts.length > 0,
    homeAssistant: context.registries.now !== undefined,
    trackers: context.registries.now !== undefined || hasTrackers(session.state.plan),
  };
  const offered = panels.filter(({ name }) => isWanted[name] ?? true);
  const panel = offered.find(({ name }) => name === shown) ?? offered[0];
  const tabs = offered.map(({ name, title }) => ({ name, title: title(texts) }));
  return html`<aside class="side" aria-label=${texts.editor.panel} @keydown=${sheet.key}>
    <button
      class="grip"
      tabindex="-1"
      aria-hidden="true"
      @click=${sheet.close}
      @pointerdown=${sheet.grip.press}
      @pointerup=${sheet.grip.release}
    ></button>
    ${iconButton("close", texts.editor.close, sheet.close, "tool close")}
    ${panelTabs(texts.editor.panel, tabs, panel?.name, show)}
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

/** Styles of the side panels with their tabs, docked beside the drawing. */
export const sideStyle = css`
  .side {
    grid-area: side;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto;
    grid-template-areas: "panel close" "panel tabs";
    min-height: 0;
    border-inline-start: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  ${panelTabsStyle}
  .panel {
    grid-area: panel;
    min-height: 0;
    overflow: auto;
  }
  .panel:focus-visible {
    outline-offset: -2px;
  }
  .side > .close,
  .grip {
    display: none;
  }
  @container (max-width: 599.98px) or (max-height: 480px) {
    .side {
      grid-template-areas: "tabs close" "panel panel";
    }
    .panel {
      border-top: 1px solid var(--fp-line);
    }
  }
`;
