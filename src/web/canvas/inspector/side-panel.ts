import { html, type TemplateResult } from "lit";
import { tabStrip } from "../../ui/tabs.ts";
import type { EditorContext } from "../../editor/context.ts";
import { fading } from "../shell/fading.ts";
import { drawIcon, iconButton } from "../shell/icons.ts";
import { panelIcons } from "../../editor/panel-icons.ts";
import { type PanelName, panels } from "./panels.ts";

/** The panels at the right, one at a time; a sheet at the bottom of a narrow screen. */
export const sidePanel = (
  context: EditorContext,
  shown: PanelName,
  show: (panel: PanelName) => void,
  close: () => void,
): TemplateResult => {
  const { texts, session } = context;
  const isWanted: Readonly<Partial<Record<PanelName, boolean>>> = {
    conflicts: session.state.conflicts.length > 0,
    house: context.house.now !== undefined,
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
