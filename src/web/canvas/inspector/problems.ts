import { html, type TemplateResult } from "lit";
import { imageEndings, imagePixels } from "../../connection/tracing-image.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { FileProblem } from "../../../model/editing/plan-text.ts";
import { problemWords, serviceMessageView, type WordedProblem } from "../../i18n/problem-words.ts";

/** Characters of binary files, whose quotes in parser messages help nobody. */
const binary = /[\p{Cc}\ufffd]/u;

/** The message for a file without JSON: an image belongs elsewhere, and a binary file is only named. */
const noPlanFile = (
  { name, reason }: { readonly name: string; readonly reason: string },
  { panels, forms }: Texts,
): string => {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  if (imageEndings.some((known) => known === ending)) return forms.imageNoPlan(name);
  return binary.test(reason) ? forms.noPlanFile(name) : panels.file.noJson(name, reason);
};

/** A problem of the service, or of a file (`name`) that is not a plan. */
export type Problem = PlanProblem | (FileProblem & { readonly name: string });

const wordsOf = (problem: PlanProblem, { errors, panels, session }: Texts): WordedProblem => {
  if (problem.code === "image_pixels")
    return { ...panels.tracing.imagePixels(String(imagePixels / 1e6)), said: undefined };
  const own: Readonly<Record<string, { readonly what: string; readonly next: string }>> =
    session.problems;
  const found = own[problem.code];
  return found === undefined ? problemWords(errors, problem) : { ...found, said: undefined };
};

/** A problem in words, with the next step and the service's message. */
export const problemText = (problem: PlanProblem, texts: Texts): TemplateResult => {
  const { what, next, said } = wordsOf(problem, texts);
  return html`<p><strong>${what}</strong> ${next}</p>
    ${said === undefined ? undefined : html`<p class="said">${serviceMessageView(said)}</p>`}`;
};

const textOf = (problem: Problem, texts: Texts): TemplateResult | string => {
  if ("code" in problem) return problemText(problem, texts);
  const { file } = texts.panels;
  switch (problem.kind) {
    case "noJson":
      return noPlanFile(problem, texts);
    case "noPlan":
      return file.noPlan(problem.name);
    case "wrongField":
      return file.wrongField(problem.field, file[problem.expected]);
  }
};

/** A panel's problem as an alert; nothing if undefined. */
export const problemAlert = (
  problem: Problem | undefined,
  texts: Texts,
): TemplateResult | undefined =>
  problem && html`<div class="bad" role="alert">${textOf(problem, texts)}</div>`;
