import { type CSSResultGroup, type CSSResultOrNative, html, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { Answer } from "../../connection/plan-client.ts";
import type { Problem } from "./problems.ts";
import { type EditorContext, EditorComponent } from "../component.ts";
import { panelStyle, pickerStyle } from "./panel-style.ts";
import { levelOfEntity } from "../../../model/elements/places.ts";
import { findRefs, type Ref, refOf } from "../../../model/elements/entities.ts";

/** A panel beside the drawing. */
export abstract class Panel extends EditorComponent {
  /** Milliseconds by which session changes may be delayed, so that a long list does not slow down a drag. */
  protected readonly patience: number = 0;
  /** The last problem. */
  protected problem: Problem | undefined;
  #isWaiting = false;

  /** Adds a panel's own styles after the common ones. */
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

  /** The content of the panel. */
  protected abstract content(context: EditorContext): TemplateResult;

  /** Passes the service's answer to `take`, or keeps its problem to show. */
  protected async ask<Value>(answer: Answer<Value>, take: (value: Value) => void): Promise<void> {
    const given = await answer;
    this.problem = isLeft(given) ? given.left : undefined;
    if (!isLeft(given)) take(given.right);
    this.requestUpdate();
  }
}

/** Selects the existing ones of some elements, and shows the level of the first. */
export const showElements = ({ session, view }: EditorContext, ...refs: readonly Ref[]): void => {
  const { plan } = session.state;
  const found = findRefs(plan, refs);
  const [first] = found;
  if (first === undefined) return;
  const level = levelOfEntity(plan, first);
  view.update({ selection: found.map(refOf), level, tool: "select" });
};

/** Rows of a list up to a maximum, with the number of further ones. */
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
