import { type CSSResultGroup, type CSSResultOrNative, html, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import { imageEndings } from "../../connection/tracing-image.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import type { Answer, PlanProblem } from "../../connection/plan-client.ts";
import type { FileProblem } from "../../../model/editing/plan-text.ts";
import { problemWords, serviceMessageView, type WordedProblem } from "../../i18n/problem-words.ts";
import { type EditorContext, EditorComponent } from "../component.ts";
import { panelStyle, pickerStyle } from "./panel-style.ts";
import { levelOfEntity } from "../../../model/elements/places.ts";
import { findRefs, type Ref, refOf } from "../../../model/elements/entities.ts";

/** Characters that occur in no text: what a parser quotes of a binary file helps nobody. */
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

/** Why something was not done: the service refused, or a file (`name`) is no plan. */
export type Problem = PlanProblem | (FileProblem & { readonly name: string });

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

/** The problem of a panel, which screen readers announce at once; nothing where there is none. */
export const problemAlert = (
  problem: Problem | undefined,
  texts: Texts,
): TemplateResult | undefined =>
  problem && html`<div class="bad" role="alert">${textOf(problem, texts)}</div>`;

/** Names a panel among the tabs. */
export type PanelName = keyof Texts["panels"]["titles"];

/** A panel beside the drawing. */
export abstract class Panel extends EditorComponent {
  /** Milliseconds that a change of the session may wait, so that a long list does not slow a drag. */
  protected readonly patience: number = 0;
  /** What did not work when it was last tried. */
  protected problem: Problem | undefined;
  #isWaiting = false;

  /** The styles of a panel come after those of all panels. */
  protected static override finalizeStyles(own: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([panelStyle, pickerStyle, own]);
  }

  override storeChanged(isSessionAlone: boolean): void {
    if (this.patience === 0 || !isSessionAlone) return this.requestUpdate();
    if (this.#isWaiting) return undefined;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.requestUpdate();
    }, this.patience);
    return undefined;
  }

  override render(): TemplateResult | undefined {
    return this.context && html`<div class="stack">${this.content(this.context)}</div>`;
  }

  /** What the panel shows, one thing below the other. */
  protected abstract content(context: EditorContext): TemplateResult;

  /** Gives `take` what the service answers, or keeps why it cannot as the panel's problem. */
  protected async ask<Value>(answer: Answer<Value>, take: (value: Value) => void): Promise<void> {
    const given = await answer;
    this.problem = isLeft(given) ? given.left : undefined;
    if (!isLeft(given)) take(given.right);
    this.requestUpdate();
  }
}

/** Selects what is there of some things, and shows the level that the first is on. */
export const showElements = ({ session, view }: EditorContext, ...refs: readonly Ref[]): void => {
  const { plan } = session.state;
  const found = findRefs(plan, refs);
  const [first] = found;
  if (first === undefined) return;
  const level = levelOfEntity(plan, first);
  view.update({ selection: found.map(refOf), level, tool: "select" });
};

/** The rows of a list, at most so many, with how many more there are. */
export const listRows = <One>(
  all: readonly One[],
  most: number,
  texts: Texts,
  row: (one: One) => TemplateResult,
): TemplateResult =>
  html`${all.slice(0, most).map((one) => row(one))}
  ${
    all.length > most
      ? html`<li class="muted">${texts.panels.more(all.length - most)}</li>`
      : undefined
  }`;
