import { renamesAuthor } from "../../../model/bindings/rename-entities.ts";
import { css, html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { listRevisions, RevisionSummaries, type StoredRevision } from "../../store/revisions.ts";
import { summaryWords } from "../../i18n/change-words.ts";
import { comparisonStyle, type Compared, revisionComparison } from "./comparison.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problems.ts";
import { drawThumbnail } from "./thumbnail.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { withField } from "../../../model/json.ts";
import { editedDrawingStyle } from "../../renderer/style-editing.ts";
import { timeIn } from "../formats.ts";

/** The panel of stored revisions; each is compared with the drawing before it is restored. */
class History extends Panel {
  static override styles = [
    editedDrawingStyle,
    comparisonStyle,
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
      .entry .summary {
        overflow-wrap: anywhere;
      }
    `,
  ];

  #entries: readonly StoredRevision[] | undefined;
  #shown: Compared | undefined;
  #revisions: RevisionSummaries | undefined;
  readonly #sight = new IntersectionObserver((seen) => this.#seen(seen));
  #asked: number | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.disconnect();
  }

  protected override content(context: EditorContext) {
    const { texts, session } = context;
    const words = texts.panels.history;
    // A revision saved meanwhile is listed as well.
    if (this.#asked !== session.state.rev) void this.#list(context);
    return html`<h2>${texts.panels.titles.history}</h2>
      <p class="muted">${words.intro}</p>
      ${problemAlert(this.problem, texts)}
      ${
        this.problem === undefined
          ? undefined
          : html`<button @click=${() => this.#list(context)}>${words.reload}</button>`
      }
      ${
        this.#entries === undefined && this.problem === undefined
          ? html`<p role="status">${words.loading}</p>`
          : undefined
      }
      ${this.#entries && !this.#entries.some(({ rev }) => rev < session.state.rev) ? html`<p>${words.empty}</p>` : undefined}
      <ol class="list">
        ${repeat(
          this.#entries ?? [],
          ({ rev }) => rev,
          (entry) => this.#entry(entry, context),
        )}
      </ol>
      ${this.#shown && revisionComparison(this.#shown, context, (revision) => this.#show(revision))}`;
  }

  override updated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog !== null && !dialog.open) dialog.showModal();
    for (const entry of this.renderRoot.querySelectorAll("li[data-rev]"))
      this.#sight.observe(entry);
  }

  /** Loads visible revisions only, as plans may be large and many. */
  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const rev = Number(target.getAttribute("data-rev"));
      if (!isIntersecting) continue;
      const before = this.#entries?.find((entry) => entry.rev < rev);
      this.#revisions?.want(rev, before?.rev);
    }
  }

  #entry(entry: StoredRevision, context: EditorContext): TemplateResult {
    const { rev, savedAt, rooms, items, byId } = entry;
    const { texts, session, language } = context;
    const words = texts.panels.history;
    const { at, ago } = timeIn(language, savedAt);
    const by = byId === renamesAuthor.id ? words.renamedEntities : entry.by;
    const { picture, changes } = this.#revisions?.of(rev) ?? {};
    return html`<li data-rev=${rev}>
      <button class="entry" @click=${() => this.#open(rev, context)}>
        <span class="picture" aria-hidden="true">
          ${guard([picture, texts], () =>
            picture === undefined
              ? undefined
              : drawThumbnail(picture, texts, { level: undefined, label: "", pixels: 76 }),
          )}
        </span>
        <span>
          <span>
            <strong>${words.revision(rev)}</strong>
            ${rev === session.state.rev ? html`· ${texts.collaboration.stored}` : undefined}
          </span>
          <span>${by === undefined ? ago : `${by} · ${ago}`}</span>
          ${
            changes === undefined
              ? undefined
              : html`<span class="summary">
                  ${guard([changes, texts], () => summaryWords(changes, texts))}
                </span>`
          }
          <span class="muted">${at} · ${words.counts(rooms, items)}</span>
        </span>
      </button>
    </li>`;
  }

  #list({ client, session }: EditorContext): Promise<void> {
    this.#asked = session.state.rev;
    this.#revisions ??= new RevisionSummaries(client, () => this.requestUpdate());
    return this.ask(listRevisions(client), (entries) => (this.#entries = entries));
  }

  #open(rev: number, { client, view }: EditorContext): Promise<void> {
    return this.ask(client.revision(rev), (plan) =>
      this.#show({
        rev,
        plan: withField(plan, "rev", undefined),
        level: view.state.level,
        side: "differences",
        zoom: 1,
      }),
    );
  }

  #show(revision: Compared | undefined): void {
    this.#shown = revision;
    this.requestUpdate();
  }
}

defineElement("floorplan-history", History);
