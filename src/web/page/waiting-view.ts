import { html, nothing, type TemplateResult } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import type { PageWords } from "../i18n/page-speaker.ts";
import { serviceMessageView } from "../texts/said-view.ts";
import { problemView } from "./problem-view.ts";

/** What is there to be told while nobody is signed in yet. */
export interface Waiting {
  /** Why it goes no further, where it does not. */
  readonly problem: PlanProblem | undefined;
  /** Whether the service did not answer so far. */
  readonly isAway: boolean;
  /** Why Home Assistant, which has to say whose the token is, cannot be asked. */
  readonly homeAssistantAway: string | undefined;
  /** Asks for another token. */
  readonly onOtherToken: () => void;
}

/** What stands in place of the plan until it is known who signed in. */
export const waitingView = (
  texts: PageWords,
  { problem, isAway, homeAssistantAway, onOtherToken }: Waiting,
): TemplateResult => {
  const { page } = texts;
  const away =
    homeAssistantAway === undefined
      ? page.away
      : html`${page.homeAssistantAway}<br /><small
            >${serviceMessageView({ intro: texts.errors.said, message: homeAssistantAway })}</small
          >`;
  return html`<main>
    <div class="middle">
      <div class="sheet" aria-live="polite">
        <h1>${page.title}</h1>
        ${
          problem === undefined
            ? html`<p>${isAway ? away : page.connecting}</p>`
            : html`${problemView(texts, problem)}
                <button class="main" @click=${() => location.reload()}>${page.again}</button>`
        }
        <button @click=${onOtherToken}>${page.otherToken}</button>
      </div>
    </div>
  </main>`;
};

/** How far the editor is, which is loaded when it is opened. */
export type OpeningEditor = "none" | "loading" | "failed" | "there";

/** Tells that the editor is being loaded, or could not be. */
export const editorWaitingView = (
  { page }: PageWords,
  editor: OpeningEditor,
): TemplateResult | typeof nothing => {
  switch (editor) {
    case "loading":
      return html`<p class="problem" role="status">${page.opening}</p>`;
    case "failed":
      return html`<p class="problem" role="alert">
        ${page.notOpened}
        <button @click=${() => location.reload()}>${page.reload}</button>
      </p>`;
    case "none":
    case "there":
      return nothing;
  }
};
