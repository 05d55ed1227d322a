import { css, html, type TemplateResult } from "lit";
import { turnTabs } from "../../ui/tabs.ts";
import type { PanelName } from "../component.ts";
import { drawIcon } from "../shell/icons.ts";
import { panelIcons } from "./panels.ts";

/** A panel that can be chosen. */
export interface PanelTab {
  readonly name: PanelName;
  readonly title: string;
}

/** The tabs are a column or a row, so both pairs of arrow keys lead along them. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * The tabs of the panels, each with its icon and its name, in places that do not depend on which one is chosen. In a row
 * the names are tooltips, as not all would fit.
 */
export const panelTabs = (
  label: string,
  tabs: readonly PanelTab[],
  shown: PanelName | undefined,
  choose: (panel: PanelName) => void,
): TemplateResult =>
  html`<div
    class="tabs"
    role="tablist"
    aria-label=${label}
    @keydown=${(event: KeyboardEvent) => turnTabs(event, steps[event.key] ?? 0)}
  >
    ${tabs.map(
      ({ name, title }) =>
        html`<button
          role="tab"
          aria-selected=${name === shown}
          aria-controls="panel"
          title=${title}
          tabindex=${name === shown ? 0 : -1}
          @click=${() => choose(name)}
        >
          ${drawIcon(panelIcons[name])}<span class="word">${title}</span>
        </button>`,
    )}
  </div>`;

/** Styles of the tabs: a column beside the panel, or a row above it where the editor is narrow or low. */
export const panelTabsStyle = css`
  .tabs {
    grid-area: tabs;
    display: flex;
    flex-direction: column;
    gap: 2px;
    width: 92px;
    padding: 8px 4px;
    overflow-y: auto;
    border-inline-start: 1px solid var(--fp-line);
  }
  [role="tab"] {
    display: grid;
    flex: none;
    justify-items: center;
    align-content: center;
    gap: 2px;
    min-height: 48px;
    padding: 4px 0;
    border: 0;
    border-radius: 9px;
    background: none;
    color: var(--fp-muted);
    font-size: 11px;
    line-height: 1.2;
  }
  [role="tab"]:hover {
    background: var(--fp-soft);
  }
  [role="tab"][aria-selected="true"] {
    background: var(--fp-soft);
    color: var(--fp-text);
  }
  [role="tab"] .icon {
    width: 20px;
    height: 20px;
  }
  @container (max-width: 599.98px) or (max-height: 480px) {
    .tabs {
      flex-direction: row;
      gap: 0;
      width: auto;
      padding: 4px;
      border: 0;
    }
    /* Equal widths, so that no tab moves when another one is chosen. */
    [role="tab"] {
      flex: 1 1 0;
      min-width: 26px;
      min-height: 44px;
    }
    [role="tab"] .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
`;
