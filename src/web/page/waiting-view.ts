import { html, nothing, type TemplateResult } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import type { PageWords } from "../i18n/page-translator.ts";
import { problemWords, serviceMessageView } from "../i18n/problem-words.ts";

/** Shows a problem: what happened, what to do, and the service's message; nothing if undefined. */
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

/** Shows why a link's token was refused while somebody stays signed in; nothing if undefined. */
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

/** State of the page while nobody is signed in yet. */
export interface WaitingState {
  /** Why the login failed, if it did. */
  readonly problem: PlanProblem | undefined;
  /** Whether the service has not answered so far. */
  readonly isAway: boolean;
  /** Why Home Assistant, which checks the token, cannot be reached. */
  readonly homeAssistantAway: string | undefined;
  readonly onOtherToken: () => void;
}

/** Shown in place of the plan until the user is known. */
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

/** Loading state of the editor. */
export type OpeningEditor = "none" | "loading" | "failed" | "there";

/** Shows that the editor is loading or could not be loaded. */
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

/**
 * Shows over the plan that the editor has work that is not in it: `what` in a line, empty if no words tell it,
 * undefined if there is none. `editor`: the link back to it; undefined for users who may not draw any more.
 */
export const unsavedView = (
  { unsaved }: PageWords["page"],
  what: string | undefined,
  editor: string | undefined,
): TemplateResult | typeof nothing =>
  what === undefined
    ? nothing
    : html`<p class="unsaved" role="status">
        <span>${what === "" ? unsaved.some : unsaved.what(what)}</span>
        ${editor === undefined ? nothing : html`<a class="button" href=${editor}>${unsaved.back}</a>`}
      </p>`;
