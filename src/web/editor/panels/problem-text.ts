import { html, type TemplateResult } from "lit";
import type { PlanProblem } from "../../client/plan-client.ts";
import type { Texts } from "../../texts/index.ts";
import { problemWords, type WordedProblem } from "../../texts/problem-words.ts";
import { saidView } from "../../texts/said-view.ts";

const wordsOf = (problem: PlanProblem, { errors, session }: Texts): WordedProblem => {
  const own: Readonly<Record<string, { readonly what: string; readonly next: string }>> =
    session.problems;
  const found = own[problem.code];
  return found === undefined ? problemWords(errors, problem) : { ...found, said: undefined };
};

/** A problem in plain words, with its next step and what the service said. */
export const problemText = (problem: PlanProblem, texts: Texts): TemplateResult => {
  const { what, next, said } = wordsOf(problem, texts);
  return html`<p><strong>${what}</strong> ${next}</p>
    ${said === undefined ? undefined : html`<p class="said">${saidView(said)}</p>`}`;
};
