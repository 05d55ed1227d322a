import { html, nothing, type TemplateResult } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import type { PageWords } from "../i18n/page-translator.ts";
import { problemWords, serviceMessageView } from "../i18n/problem-words.ts";

/** Tells a problem: what happened, what to do, and what the service said; nothing where there is none. */
export const problemView = (
  { errors }: Pick<PageWords, "errors">,
  problem: PlanProblem | undefined,
): TemplateResult | typeof nothing => {
  if (problem === undefined) return nothing;
  const { what, next, said } = problemWords(errors, problem);
  return html`<div class="problem" role="alert">
    <strong>${what}</strong>
    ${next}${said === undefined ? nothing : html`<br /><small>${serviceMessageView(said)}</small>`}
  </div>`;
};

/** Tells whoever stays signed in why the token of a link did not sign in; nothing where none was refused. */
export const refusedLinkView = (
  { page, errors }: PageWords,
  problem: PlanProblem | undefined,
  onUnderstood: () => void,
): TemplateResult | typeof nothing => {
  if (problem === undefined) return nothing;
  return html`<p class="problem" role="alert">
    <strong>${page.refusedLink}</strong> ${problemWords(errors, problem).what}
    <button @click=${onUnderstood}>${page.understood}</button>
  </p>`;
};

/** What is there to be told while nobody is signed in yet. */
export interface WaitingState {
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
  { problem, isAway, homeAssistantAway, onOtherToken }: WaitingState,
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
