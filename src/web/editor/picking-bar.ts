import { html, type TemplateResult } from "lit";
import type { Texts } from "../i18n/editor-speaker.ts";
import type { EditorContext } from "./context.ts";
import { icon } from "../canvas/shell/icons.ts";
import { openMenuBelow } from "../canvas/commands/open-menu.ts";

/** Opens the menu of what is selected. */
export const moreButton = ({ arranging }: Texts): TemplateResult =>
  html`<button
    class="act more"
    aria-haspopup="menu"
    title=${arranging.more}
    aria-label=${arranging.more}
    @click=${openMenuBelow}
  >
    ${icon("more")}
  </button>`;

/** While several things are selected one after another: how many there are, and the way out. */
export const pickingBar = ({ view, texts }: EditorContext, count: number): TemplateResult => {
  const { arranging, editor, tools } = texts;
  return html`<div class="selection" role="toolbar" aria-label=${editor.selection}>
    <strong title=${arranging.picking}>${tools.things(count)}</strong>
    <button class="act" @click=${() => view.update({ isPicking: false })}>
      ${icon("save")}<span>${arranging.pickingEnds}</span>
    </button>
    ${count === 0 ? "" : moreButton(texts)}
  </div>`;
};
