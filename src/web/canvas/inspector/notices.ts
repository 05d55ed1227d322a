import { css, html, type TemplateResult } from "lit";
import { choicesIn } from "../../../model/merge/conflict.ts";
import type { Change } from "../../../model/merge/difference.ts";
import { findRef } from "../../../model/elements/entities.ts";
import { changeWords } from "../../i18n/change-words.ts";
import { outcomeUnknown } from "../../store/sync-engine.ts";
import { listRows, Panel, showElements } from "./panel.ts";
import { problemText } from "./problems.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { timeIn } from "../formats.ts";
import { overlapWords, savedWords } from "./attribution-text.ts";

/** Milliseconds for which informational notices stay. */
const informingMs = 12_000;

/** Dismisses a notice after a while, but not while it is hovered or focused. News restarts the time. */
class AutoDismiss {
  readonly #expire: () => void;
  #news: unknown;
  #isHeld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `expire` removes the notice. */
  constructor(expire: () => void) {
    this.#expire = expire;
  }

  /** Takes the current content of the notice; undefined if there is none. */
  tell(news: unknown): void {
    if (news === this.#news) return;
    this.#news = news;
    // A removed notice is no longer hovered.
    if (news === undefined) this.#isHeld = false;
    this.#begin();
  }

  /** Handles pointer and focus entering or leaving the notice. */
  readonly hold = (event: Event): void => {
    this.#isHeld = event.type === "pointerenter" || event.type === "focusin";
    this.#begin();
  };

  #begin(): void {
    clearTimeout(this.#timer);
    if (this.#news !== undefined && !this.#isHeld)
      this.#timer = setTimeout(this.#expire, informingMs);
  }
}

/** The most changes of others to list. */
const maxIncoming = 4;

/** Notices of incoming changes, failures, open conflicts, and recovered unsaved work. */
class Notices extends Panel {
  static override styles = css`
    /* Room for the shadows, which the scroll container would clip. */
    .stack {
      padding-top: 0;
    }
    .notices {
      display: grid;
      gap: 8px;
    }
    .notice {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px 16px;
      padding: 8px 14px;
      border: 1px solid var(--line);
      border-radius: 12px;
      background: var(--soft);
      box-shadow: 0 4px 16px rgb(10 25 45 / 16%);
      pointer-events: auto;
    }
    .notice > :first-child {
      flex: 1 1 240px;
    }
    .problem {
      border-color: var(--bad);
      background: light-dark(#fdeceb, #43221f);
    }
    .warm {
      background: light-dark(#fff4dc, #3d3218);
    }
    .list {
      align-items: baseline;
      display: flex;
      flex-wrap: wrap;
      gap: 0 16px;
    }
    .said {
      overflow-wrap: anywhere;
      font-size: 0.86rem;
    }
    .list button {
      min-height: 26px;
      padding: 0;
      text-align: start;
      text-decoration: underline;
    }
  `;

  readonly #told = (): void => this.requestUpdate();
  readonly #expiry = new AutoDismiss(() => this.context?.session.dismissIncoming());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#expiry.tell(undefined);
  }

  protected override content(context: EditorContext) {
    const { incoming } = context.session.state;
    this.#expiry.tell(incoming.length === 0 ? undefined : incoming);
    return html`<div
      class="notices"
      role="region"
      aria-live="polite"
      aria-label=${context.texts.panels.notices.region}
    >
      ${this.#draft(context)} ${this.#problem(context)} ${this.#conflicts(context)}
      ${this.#incoming(context)}
    </div>`;
  }

  #draft({ session, texts, language }: EditorContext): TemplateResult | undefined {
    const { draft } = session.state;
    if (draft === undefined) return undefined;
    const words = texts.panels.notices;
    const { at, ago } = timeIn(language, draft.savedAt);
    return html`<div class="notice warm">
      <p>
        <strong>${words.draft(`${at} (${ago})`)}</strong>
        ${words.draftHint}
      </p>
      <div class="row">
        <button class="main" @click=${() => session.acceptDraft()}>${words.keepDraft}</button>
        <button @click=${() => session.declineDraft()}>${words.dropDraft}</button>
      </div>
    </div>`;
  }

  #problem({ session, texts }: EditorContext): TemplateResult | undefined {
    const { problem } = session.state;
    // Open conflicts have their own notice with a button that leads to them.
    if (problem === undefined || problem.code === "conflictsOpen") return undefined;
    // A still unknown outcome is not a failure.
    const isOpen = problem.code === outcomeUnknown;
    return html`<div
      class="notice ${isOpen ? "warm" : "problem"}"
      role=${isOpen ? "status" : "alert"}
    >
      <div>${problemText(problem, texts)}</div>
      <div class="row">
        <button @click=${() => session.dismissProblem()}>${texts.panels.dismiss}</button>
      </div>
    </div>`;
  }

  #conflicts(context: EditorContext): TemplateResult | undefined {
    const { session, texts, attribution } = context;
    const { length } = choicesIn(session.state.conflicts);
    if (length === 0) return undefined;
    const words = texts.panels.notices;
    const names = attribution.resolved(attribution.conflictNames, this.#told);
    const choose = (): void => context.showPanel("conflicts");
    return html`<div class="notice warm">
      <p><strong>${overlapWords(names, length, context)}</strong></p>
      <div class="row">
        <button class="main" @click=${choose}>${words.choose}</button>
      </div>
    </div>`;
  }

  #incoming(context: EditorContext): TemplateResult | undefined {
    const { session, texts, attribution } = context;
    const { incoming } = session.state;
    if (incoming.length === 0) return undefined;
    const { hold } = this.#expiry;
    const names = attribution.resolved(attribution.names, this.#told);
    return html`<div
      class="notice"
      @pointerenter=${hold}
      @pointerleave=${hold}
      @focusin=${hold}
      @focusout=${hold}
    >
      <div>
        <p><strong>${savedWords(names, context)}</strong></p>
        <ul class="list">
          ${listRows(incoming, maxIncoming, texts, (change) => this.#change(change, context))}
        </ul>
      </div>
      <div class="row">
        <button @click=${() => session.dismissIncoming()}>${texts.panels.dismiss}</button>
      </div>
    </div>`;
  }

  #change(change: Change, context: EditorContext): TemplateResult {
    const words = changeWords(change, context.texts, context.language);
    const ref = `${change.subject}/${change.key}`;
    return findRef(context.session.state.plan, ref) === undefined
      ? html`<li>${words}</li>`
      : html`<li>
          <button class="plain" @click=${() => showElements(context, ref)}>${words}</button>
        </li>`;
  }
}

defineElement("floorplan-notices", Notices);
