import { isLeft } from "fp-ts/lib/Either.js";
import {
  type CSSResultGroup,
  type CSSResultOrNative,
  html,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import type { Answer } from "../../connection/plan-client.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import { type ComponentContext, EditorComponent } from "../component.ts";
import { panelStyle } from "./panel-style.ts";
import { pickerStyle } from "../../editor/panels/picker-style.ts";
import type { Problem } from "../../editor/panels/problem-text.ts";

/** Names a panel among the tabs. */
export type PanelName = keyof Texts["panels"]["titles"];

/** A part beside the drawing. */
export abstract class Panel extends EditorComponent {
  /** Milliseconds that a change of the plan may wait, so that a long list does not slow a drag. */
  protected readonly patience: number = 0;
  /** What did not work when it was last tried. */
  protected problem: Problem | undefined;
  #isWaiting = false;

  /** The styles of a panel come after those of all panels. */
  protected static override finalizeStyles(own: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([panelStyle, pickerStyle, own]);
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
  protected abstract content(context: ComponentContext): TemplateResult;

  /** Gives `take` what the service answers, or keeps why it cannot as the panel's problem. */
  protected async ask<Value>(answer: Answer<Value>, take: (value: Value) => void): Promise<void> {
    const given = await answer;
    this.problem = isLeft(given) ? given.left : undefined;
    if (!isLeft(given)) take(given.right);
    this.requestUpdate();
  }
}
