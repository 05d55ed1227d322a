import { css, html, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { comparePlans } from "../../model/compare.ts";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import { changeWords } from "../../i18n/change-words.ts";
import { selectInput } from "../../canvas/inspector/inputs.ts";
import { listRows } from "./list-rows.ts";
import { drawThumbnail } from "../../canvas/inspector/thumbnail.ts";
import type { ComponentContext } from "../../canvas/component.ts";

/** An earlier plan, and which of its levels is shown. */
export interface Revision {
  readonly rev: number;
  readonly plan: PlanData;
  readonly level: string | undefined;
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

/**
 * A revision compared with what is drawn: marked on a drawing, and in words. `show` gets the revision
 * with another level, or nothing when the dialog was closed.
 */
export const revisionPreview = (
  revision: Revision,
  { texts, session, language }: ComponentContext,
  show: (revision: Revision | undefined) => void,
): TemplateResult => {
  const { rev, plan } = revision;
  const words = texts.panels.history;
  const { plan: drawn, marks, changes } = comparePlans(session.state.plan, plan);
  const levels = levelsOf(drawn);
  const level = shownLevel(drawn, revision.level);
  // Restored after the answer is given: a button that has just become useless would give none.
  const closed = ({ target }: Event): void => {
    if (target instanceof HTMLDialogElement && target.returnValue === "restore")
      session.restore(plan, { action: "restore", name: words.revision(rev) });
    show(undefined);
  };
  return html`<dialog aria-labelledby="title" @close=${closed}>
    <h2 id="title">${words.preview(rev)}</h2>
    ${
      levels.length < 2
        ? undefined
        : selectInput(
            levels.map(({ id, name }) => [id, name]),
            level,
            (chosen) => show({ ...revision, level: chosen }),
            { label: words.levels },
          )
    }
    <div class="preview">
      ${drawThumbnail(drawn, texts, { level, label: words.drawing, pixels: 480, marks })}
      ${
        changes.length === 0
          ? html`<p>${words.same}</p>`
          : html`<ul class="list" tabindex="0" aria-label=${words.changes}>
              ${listRows(
                changes,
                mostChanges,
                texts,
                (change) => html`<li>${changeWords(change, texts, language)}</li>`,
              )}
            </ul>`
      }
    </div>
    <p class="muted">${words.restoreHint}</p>
    <form class="row" method="dialog">
      <button class="main" value="restore" ?disabled=${changes.length === 0}>
        ${words.restore}
      </button>
      <button>${texts.panels.close}</button>
    </form>
  </dialog>`;
};
