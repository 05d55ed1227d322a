import { css, html, type TemplateResult } from "lit";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { EditorTexts } from "../../i18n/en/editing.ts";
import { iconButton } from "./icons.ts";
import { keyOfTool } from "../commands/shortcuts.ts";
import { kindToolNames, toolWords } from "../tools/kind-tools.ts";

/** The dialog with the list of shortcuts. */
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

/** Styles of the list of shortcuts. */
export const helpStyle = css`
  .help {
    width: min(760px, calc(100vw - 24px));
    max-height: calc(100dvh - 40px);
    padding: 8px 22px 24px;
    border: 1px solid var(--fp-line);
    border-radius: 14px;
    background: var(--fp-surface);
    color: inherit;
  }
  .help::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .help .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  .help h2 {
    font-size: 18px;
  }
  .help h3 {
    margin: 12px 0 6px;
    font-size: 13px;
    color: var(--fp-muted);
  }
  .columns {
    columns: 2 260px;
    column-gap: 32px;
  }
  .columns section {
    break-inside: avoid;
  }
  dl {
    margin: 0;
  }
  dl div {
    display: flex;
    gap: 10px;
    padding: 3px 0;
  }
  dt {
    flex: 0 0 116px;
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
    align-content: start;
  }
  dd {
    margin: 0;
  }
  kbd {
    padding: 0 6px;
    border: 1px solid var(--fp-line);
    border-bottom-width: 2px;
    border-radius: 6px;
    background: var(--fp-soft);
    font:
      600 12px/20px system-ui,
      sans-serif;
  }
`;
