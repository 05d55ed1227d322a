import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { css, html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { type PlanData } from "../../../elements/entities.ts";
import type { HistoryEntry, PlanProblem } from "../../client/plan-client.ts";
import { drawingStyle } from "../../drawing/index.ts";
import { smallDrawing } from "./miniature.ts";
import { define, Panel, type PanelContext } from "./panel.ts";
import { panelStyle } from "./panel-style.ts";
import { problemText } from "./problem-text.ts";
import { previewStyle, type Revision, revisionPreview } from "./revision-preview.ts";
import { timeAgo } from "./time-words.ts";

/** The revisions that are kept; each is compared with what is drawn before it is restored. */
class History extends Panel {
  static override properties = {
    ...Panel.properties,
    entries: { state: true },
    problem: { state: true },
    shown: { state: true },
    pictures: { state: true },
    level: { state: true },
  };
  static override styles = [
    panelStyle,
    drawingStyle,
    previewStyle,
    css`
      .entry {
        display: grid;
        grid-template-columns: 76px 1fr;
        gap: 0 12px;
        align-items: center;
        min-height: 72px;
      }
      .entry span {
        display: block;
      }
      .entry .picture,
      .entry svg {
        width: 76px;
        height: 58px;
        border-radius: 6px;
        background: var(--soft);
      }
      .picture .words {
        display: none;
      }
    `,
  ];

  declare entries: readonly HistoryEntry[] | undefined;
  declare problem: PlanProblem | undefined;
  declare shown: Revision | undefined;
  declare level: string | undefined;
  /** The plans of the revisions that have been in sight. */
  declare pictures: ReadonlyMap<number, PlanData>;
  readonly #sight = new IntersectionObserver((seen) => this.#seen(seen));
  readonly #wanted = new Set<number>();
  #asked: number | undefined;

  constructor() {
    super();
    this.pictures = new Map();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.disconnect();
  }

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
        ${repeat(
          this.entries ?? [],
          ({ rev }) => rev,
          (entry) => this.#entry(entry, context),
        )}
      </ol>
      ${
        this.shown === undefined
          ? undefined
          : revisionPreview(this.shown, this.level, context, {
              showLevel: (level) => (this.level = level),
              close: () => this.renderRoot.querySelector("dialog")?.close(),
              closed: () => (this.shown = undefined),
            })
      }
    </div>`;
  }

  override updated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog !== null && !dialog.open) dialog.showModal();
    for (const entry of this.renderRoot.querySelectorAll("li[data-rev]"))
      this.#sight.observe(entry);
  }

  /** Draws what has come into sight: a plan may be large, and there are many of them. */
  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const rev = Number(target.getAttribute("data-rev"));
      if (!isIntersecting || this.#wanted.has(rev)) continue;
      this.#wanted.add(rev);
      void this.#draw(rev);
    }
  }

  async #draw(rev: number): Promise<void> {
    const answer = await this.context?.client.revision(rev);
    // Without a picture its line still says what it is.
    if (answer === undefined || isLeft(answer)) return;
    const { levels, rooms, openings } = answer.right;
    this.pictures = new Map(this.pictures).set(rev, { levels, rooms, openings });
  }

  #entry(entry: HistoryEntry, context: PanelContext): TemplateResult {
    const { rev, savedAt, rooms, items } = entry;
    const words = context.texts.panels.history;
    const when = new Date(savedAt);
    const full = new Intl.DateTimeFormat(context.language, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const picture = this.pictures.get(rev);
    return html`<li data-rev=${rev}>
      <button class="entry" @click=${() => this.#open(rev, context)}>
        <span class="picture" aria-hidden="true">
          ${guard([picture, context.texts], () =>
            picture === undefined
              ? undefined
              : smallDrawing(picture, context.texts, { level: undefined, label: "", pixels: 76 }),
          )}
        </span>
        <span>
          <strong>${words.revision(rev)}</strong>
          <span>${full.format(when)} · ${timeAgo(when, context.language)}</span>
          <span class="muted">${words.counts(rooms, items)}</span>
        </span>
      </button>
    </li>`;
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
