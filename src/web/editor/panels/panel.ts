import { isLeft } from "fp-ts/lib/Either.js";
import {
  type CSSResultGroup,
  type CSSResultOrNative,
  html,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import type { Answer, PlanClient } from "../../client/plan-client.ts";
import type { EditorSession } from "../../session/editor-session.ts";
import type { Texts } from "../../texts/index.ts";
import type { EditorView } from "../view.ts";
import { panelStyle } from "./panel-style.ts";
import type { Problem } from "./problem-text.ts";

/** What every panel works with; the editor makes one and hands it to all of them. */
export interface PanelContext {
  readonly session: EditorSession;
  readonly view: EditorView;
  readonly client: PlanClient;
  readonly texts: Texts;
  /** The language of dates and numbers, as a BCP 47 tag. */
  readonly language: string;
}

/** Names a panel among the tabs. */
export type PanelName = keyof Texts["panels"]["titles"];

/**
 * A part of the editor, which gives it the states of session and view whenever they are others. What
 * else it shows it keeps in fields of its own, and asks for an update when it changes them.
 */
export class Part extends LitElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    sessionState: { attribute: false },
    viewState: { attribute: false },
  };

  declare context: PanelContext | undefined;
}

/** A part beside the drawing. */
export abstract class Panel extends Part {
  /** Milliseconds that a change of the plan may wait, so that a long list does not slow a drag. */
  protected readonly patience: number = 0;
  /** What did not work when it was last tried. */
  protected problem: Problem | undefined;
  #isWaiting = false;

  /** The styles of a panel come after those of all panels. */
  protected static override finalizeStyles(own: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([panelStyle, own]);
  }

  override shouldUpdate(changed: PropertyValues): boolean {
    const mayWait = this.patience > 0 && changed.size === 1 && changed.has("sessionState");
    if (mayWait && !this.#isWaiting) {
      this.#isWaiting = true;
      setTimeout(() => {
        this.#isWaiting = false;
        this.requestUpdate();
      }, this.patience);
    }
    return !mayWait;
  }

  override render(): TemplateResult | undefined {
    return this.context && html`<div class="stack">${this.content(this.context)}</div>`;
  }

  /** What the panel shows, one thing below the other. */
  protected abstract content(context: PanelContext): TemplateResult;

  /** Gives `take` what the service answers, or keeps why it cannot as the panel's problem. */
  protected async ask<Value>(answer: Answer<Value>, take: (value: Value) => void): Promise<void> {
    const given = await answer;
    this.problem = isLeft(given) ? given.left : undefined;
    if (!isLeft(given)) take(given.right);
    this.requestUpdate();
  }
}

/** Gives an element its name, unless another bundle on the page has done so. */
export const define = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};
