import { css, html, nothing, type TemplateResult } from "lit";
import { bubbleStyle } from "../../editor/bubble-style.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import { panelStyle } from "../inspector/panel-style.ts";
import { EditorComponent } from "../component.ts";
import type { LengthEntry } from "../tools/tool.ts";

/** How a length was left: `next` by Tab, `done` by Enter or by going elsewhere, `given up` by Escape. */
export type Leaving = "next" | "done" | "elsewhere" | "given up";

/** A small field for a length, in its place on the drawing. */
export class LengthField extends EditorComponent {
  static override properties = {
    ...EditorComponent.properties,
    entry: { attribute: false },
    first: { attribute: false },
    take: { attribute: false },
    problem: { state: true },
  };
  static override styles = [
    panelStyle,
    bubbleStyle,
    css`
      :host {
        translate: -50% -50%;
      }
      form {
        gap: 4px;
        width: 132px;
        padding: 6px 8px 8px;
        border-radius: 10px;
      }
      label,
      p {
        margin: 0;
        font-size: 12px;
        line-height: 1.25;
      }
      p {
        color: light-dark(#a1260d, #ff9b85);
      }
      @media (pointer: coarse) {
        input {
          font-size: 16px;
        }
      }
    `,
  ];

  declare entry: LengthEntry;
  /** What stands in the field at first: what was typed already, else the length as it is. */
  declare first: { readonly text: string; readonly isBegun: boolean };
  /** Takes what was typed, undefined where nothing was; a sentence where that cannot be. */
  declare take: (metres: number | undefined, leaving: Leaving) => string | undefined;
  declare problem: string | undefined;
  #isOver = false;

  override firstUpdated(): void {
    const input = this.#input;
    input?.focus();
    if (this.first.isBegun) input?.setSelectionRange(input.value.length, input.value.length);
    else input?.select();
  }

  override render(): TemplateResult | typeof nothing {
    const { problem } = this;
    return html`<form @submit=${this.#submit} @keydown=${this.#key} @focusout=${this.#left}>
      <label for="length">${this.entry.label}</label>
      <input
        id="length"
        autocomplete="off"
        inputmode="decimal"
        enterkeyhint="done"
        aria-invalid=${problem === undefined ? "false" : "true"}
        .value=${this.first.text}
        @input=${() => (this.problem = undefined)}
      />
      ${problem === undefined ? nothing : html`<p role="alert">${problem}</p>`}
    </form>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector("input");
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    this.#leave("done");
  };

  readonly #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") this.#leave("given up");
    if (event.key !== "Tab") return;
    event.preventDefault();
    this.#leave("next");
  };

  readonly #left = (): void => {
    // The focus may leave because the window does; then the field stays.
    if (document.hasFocus()) this.#leave("elsewhere");
  };

  #leave(leaving: Leaving): void {
    if (this.#isOver) return;
    const { texts, language = "en" } = this.context ?? {};
    const text = this.#input?.value ?? "";
    const isSame = !this.first.isBegun && text === this.first.text;
    const isNothing = leaving === "given up" || isSame || text.trim() === "";
    const metres = isNothing ? undefined : readLength(text, language);
    const isLength = isNothing || (metres !== undefined && metres >= 0);
    this.#isOver = true;
    const problem = isLength ? this.take(metres, leaving) : texts?.measures.noLength;
    if (problem === undefined) return;
    // Who went elsewhere is not called back; the length stays as it was.
    if (leaving === "elsewhere") this.take(undefined, leaving);
    else [this.problem, this.#isOver] = [problem, false];
  }
}
