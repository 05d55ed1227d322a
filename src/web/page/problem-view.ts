import { html, nothing, type TemplateResult } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import type { PageWords } from "../i18n/page-speaker.ts";
import { problemWords } from "../i18n/problem-words.ts";
import { serviceMessageView } from "../texts/said-view.ts";

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
