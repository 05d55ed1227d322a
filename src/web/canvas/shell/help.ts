import { html, type TemplateResult } from "lit";
import type { Texts } from "../../i18n/editor-speaker.ts";
import type { EditorTexts } from "../../i18n/en/editing.ts";
import { iconButton } from "./icons.ts";
import { keyOfTool } from "../commands/shortcuts.ts";
import { kindToolNames, toolWords } from "../tools/kind-tools.ts";

/** The list of shortcuts, in a dialog of its own. */
export const helpDialog = (texts: Texts): TemplateResult => {
  const { editor, tools } = texts;
  const ofTools: EditorTexts["shortcuts"][number] = {
    title: tools.palette,
    keys: [
      [[keyOfTool("select")], tools.select],
      [[keyOfTool("ruler")], texts.measures.ruler],
      ...kindToolNames.map((name) => [[keyOfTool(name)], toolWords(name, texts).name] as const),
      [["Esc"], editor.escape],
    ],
  };
  return html`<dialog class="help" aria-labelledby="help-title">
    <form method="dialog">
      <div class="head">
        <h2 id="help-title">${editor.help}</h2>
        ${iconButton("close", editor.close)}
      </div>
    </form>
    <p>${editor.characters}</p>
    <div class="columns">
      ${[ofTools, ...editor.shortcuts, texts.arranging.shortcuts].map(
        ({ title, keys }) =>
          html`<section>
            <h3>${title}</h3>
            <dl>
              ${keys.map(
                ([names, meaning]) =>
                  html`<div>
                    <dt>${names.map((name) => html`<kbd>${name}</kbd>`)}</dt>
                    <dd>${meaning}</dd>
                  </div>`,
              )}
            </dl>
          </section>`,
      )}
    </div>
  </dialog>`;
};
