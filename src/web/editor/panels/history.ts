import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { css, html, type TemplateResult } from "lit";
import { type PlanData } from "../../../plan/entities.ts";
import type { HistoryEntry, PlanProblem } from "../../client/plan-client.ts";
import { drawingStyle } from "../../drawing/index.ts";
import { compare } from "../../model/compare.ts";
import { levelsOf, shownLevel } from "../../model/levels.ts";
import { changeWords } from "../../texts/change-words.ts";
import { smallDrawing } from "./miniature.ts";
import { define, Panel, type PanelContext } from "./panel.ts";
import { panelStyle } from "./panel-style.ts";
import { problemText } from "./problem-text.ts";
import { timeAgo } from "./time-words.ts";

/** As many differences as a person reads; the drawing marks all of them. */
const mostChanges = 60;

/** The revisions that are kept; each is compared with what is drawn before it is restored. */
class History extends Panel {
  static override properties = {
    ...Panel.properties,
    entries: { state: true },
    problem: { state: true },
    shown: { state: true },
    level: { state: true },
  };
  static override styles = [
    panelStyle,
    drawingStyle,
    css`
      .entry span {
        display: block;
      }
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
    `,
  ];

  declare entries: readonly HistoryEntry[] | undefined;
  declare problem: PlanProblem | undefined;
  declare shown: { readonly rev: number; readonly plan: PlanData } | undefined;
  declare level: string | undefined;
  #asked: number | undefined;

  override render() {
    const { context } = this;
    if (context === undefined) return undefined;
    const { texts, session } = context;
    const words = texts.panels.history;
    // A revision that was saved meanwhile is asked for as well.
    if (this.#asked !== session.state.rev) void this.#ask(context);
    return html`<div class="stack">
      <h2>${texts.panels.titles.history}</h2>
      <p class="muted">${words.intro}</p>
      ${
        this.problem === undefined
          ? undefined
          : html`<div class="bad" role="alert">${problemText(this.problem, texts)}</div>
              <div><button @click=${() => this.#ask(context)}>${words.reload}</button></div>`
      }
      ${
        this.entries === undefined && this.problem === undefined
          ? html`<p role="status">${words.loading}</p>`
          : undefined
      }
      ${this.entries?.length === 0 ? html`<p>${words.empty}</p>` : undefined}
      <ol class="list">
        ${this.entries?.map((entry) => this.#entry(entry, context))}
      </ol>
      ${this.shown === undefined ? undefined : this.#preview(this.shown, context)}
    </div>`;
  }

  override updated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog !== null && !dialog.open) dialog.showModal();
  }

  #entry(entry: HistoryEntry, context: PanelContext): TemplateResult {
    const { rev, savedAt, rooms, items } = entry;
    const words = context.texts.panels.history;
    const when = new Date(savedAt);
    const full = new Intl.DateTimeFormat(context.language, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    return html`<li>
      <button class="entry" @click=${() => this.#open(rev, context)}>
        <strong>${words.revision(rev)}</strong>
        <span>${full.format(when)} · ${timeAgo(when, context.language)}</span>
        <span class="muted">${words.counts(rooms, items)}</span>
      </button>
    </li>`;
  }

  #preview({ rev, plan }: { rev: number; plan: PlanData }, context: PanelContext): TemplateResult {
    const { texts, session, language } = context;
    const words = texts.panels.history;
    const { plan: drawn, marks, changes } = compare(session.state.plan, plan);
    const levels = levelsOf(drawn);
    const level = shownLevel(drawn, this.level);
    return html`<dialog aria-labelledby="title" @close=${() => (this.shown = undefined)}>
      <h2 id="title">${words.preview(rev)}</h2>
      ${
        levels.length < 2
          ? undefined
          : html`<select
              aria-label=${words.levels}
              @change=${({ target }: Event) => {
                if (target instanceof HTMLSelectElement) this.level = target.value;
              }}
            >
              ${levels.map(
                ({ id, name }) =>
                  html`<option value=${id} .selected=${id === level}>${name}</option>`,
              )}
            </select>`
      }
      <div class="preview">
        ${smallDrawing(drawn, level, words.drawing, texts, marks)}
        ${
          changes.length === 0
            ? html`<p>${words.same}</p>`
            : html`<ul class="list" tabindex="0" aria-label=${words.changes}>
                ${changes
                  .slice(0, mostChanges)
                  .map((change) => html`<li>${changeWords(change, texts, language)}</li>`)}
                ${
                  changes.length > mostChanges
                    ? html`<li>${texts.panels.notices.more(changes.length - mostChanges)}</li>`
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
            this.#close();
          }}
        >
          ${words.restore}
        </button>
        <button @click=${() => this.#close()}>${texts.panels.close}</button>
      </div>
    </dialog>`;
  }

  #close(): void {
    this.renderRoot.querySelector("dialog")?.close();
  }

  async #ask({ client, session }: PanelContext): Promise<void> {
    this.#asked = session.state.rev;
    const answer = await client.history();
    this.problem = isLeft(answer) ? answer.left : undefined;
    if (isRight(answer)) this.entries = answer.right;
  }

  async #open(rev: number, { client, view }: PanelContext): Promise<void> {
    const answer = await client.revision(rev);
    this.problem = isLeft(answer) ? answer.left : undefined;
    if (isLeft(answer)) return;
    const { rev: _, ...plan } = answer.right;
    this.level = view.state.level;
    this.shown = { rev, plan };
  }
}

define("floorplan-history", History);
