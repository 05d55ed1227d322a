import { css, html, type TemplateResult } from "lit";
import type { PlanData } from "../../../elements/entities.ts";
import { compare } from "../../model/compare.ts";
import { levelsOf, shownLevel } from "../../../elements/levels.ts";
import { changeWords } from "../../texts/change-words.ts";
import { smallDrawing } from "./miniature.ts";
import type { PanelContext } from "./panel.ts";

/** An earlier plan. */
export interface Revision {
  readonly rev: number;
  readonly plan: PlanData;
}

/** What the preview asks of the panel around it. */
export interface PreviewActions {
  readonly showLevel: (level: string) => void;
  /** Closes the dialog, which then calls `closed`. */
  readonly close: () => void;
  readonly closed: () => void;
}

/** As many differences as a person reads; the drawing marks all of them. */
const mostChanges = 60;

/** How the dialog is laid out. */
export const previewStyle = css`
  dialog[open] {
    display: grid;
    gap: 12px;
    width: min(900px, calc(100vw - 24px));
    max-width: none;
    max-height: calc(100dvh - 24px);
    padding: 18px;
  }
  .preview {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(200px, 2fr);
    gap: 14px;
    min-height: 0;
  }
  .preview svg {
    width: 100%;
    height: min(56vh, 480px);
    border: 1px solid var(--line);
    border-radius: 8px;
  }
  .preview ul {
    max-height: min(56vh, 480px);
    overflow: auto;
    align-content: start;
    padding-inline-start: 1.2em;
    list-style: disc;
  }
  @media (max-width: 640px) {
    .preview {
      grid-template-columns: 1fr;
    }
    .preview svg {
      height: 36vh;
    }
    .preview ul {
      max-height: 24vh;
    }
  }
`;

/** A revision compared with what is drawn: marked on a drawing, and in words. */
export const revisionPreview = (
  { rev, plan }: Revision,
  chosen: string | undefined,
  { texts, session, language }: PanelContext,
  { showLevel, close, closed }: PreviewActions,
): TemplateResult => {
  const words = texts.panels.history;
  const { plan: drawn, marks, changes } = compare(session.state.plan, plan);
  const levels = levelsOf(drawn);
  const level = shownLevel(drawn, chosen);
  return html`<dialog aria-labelledby="title" @close=${closed}>
    <h2 id="title">${words.preview(rev)}</h2>
    ${
      levels.length < 2
        ? undefined
        : html`<select
            aria-label=${words.levels}
            @change=${({ target }: Event) => {
              if (target instanceof HTMLSelectElement) showLevel(target.value);
            }}
          >
            ${levels.map(
              ({ id, name }) =>
                html`<option value=${id} .selected=${id === level}>${name}</option>`,
            )}
          </select>`
    }
    <div class="preview">
      ${smallDrawing(drawn, texts, { level, label: words.drawing, pixels: 480, marks })}
      ${
        changes.length === 0
          ? html`<p>${words.same}</p>`
          : html`<ul class="list" tabindex="0" aria-label=${words.changes}>
              ${changes
                .slice(0, mostChanges)
                .map((change) => html`<li>${changeWords(change, texts, language)}</li>`)}
              ${
                changes.length > mostChanges
                  ? html`<li>${texts.panels.more(changes.length - mostChanges)}</li>`
                  : undefined
              }
            </ul>`
      }
    </div>
    <p class="muted">${words.restoreHint}</p>
    <div class="row">
      <button
        class="main"
        ?disabled=${changes.length === 0}
        @click=${() => {
          session.restore(plan, { action: "restore", name: words.revision(rev) });
          close();
        }}
      >
        ${words.restore}
      </button>
      <button @click=${close}>${texts.panels.close}</button>
    </div>
  </dialog>`;
};
