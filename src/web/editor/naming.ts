import { html, LitElement, type TemplateResult } from "lit";
import { css } from "lit";
import { panelStyle } from "./panels/panel-style.ts";

/**
 * A small field for the name of something, in its place on the drawing. Sends `named` with the text
 * when it is done, and `unnamed` when it was given up.
 */
export class Naming extends LitElement {
  static override properties = {
    question: {},
    value: {},
    proposals: { attribute: false },
    done: {},
  };
  static override styles = [
    panelStyle,
    css`
      form {
        display: grid;
        gap: 6px;
        width: 232px;
        padding: 10px 12px 12px;
        border-radius: 12px;
        border: 1px solid var(--line);
        background: var(--fp-surface, light-dark(#fff, #1c242d));
        box-shadow: 0 8px 28px rgb(10 25 45 / 22%);
      }
      label {
        font-weight: 600;
        font-size: 13px;
      }
      .row {
        flex-wrap: nowrap;
      }
      .proposals {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      .proposals button {
        min-height: 26px;
        padding: 1px 9px;
        border-radius: 13px;
        font-size: 12.5px;
        background: var(--soft);
        border-color: transparent;
      }
    `,
  ];

  declare question: string;
  declare value: string;
  declare proposals: readonly string[];
  declare done: string;
  #isOver = false;

  constructor() {
    super();
    this.question = "";
    this.value = "";
    this.proposals = [];
    this.done = "";
  }

  override firstUpdated(): void {
    const input = this.renderRoot.querySelector("input");
    input?.focus();
    input?.select();
  }

  override render(): TemplateResult {
    return html`<form @submit=${this.#submit} @keydown=${this.#key} @focusout=${this.#left}>
      <label for="name">${this.question}</label>
      <div class="row">
        <input id="name" autocomplete="off" .value=${this.value} />
        <button class="main">${this.done}</button>
      </div>
      ${
        this.proposals.length === 0
          ? ""
          : html`<div class="proposals">
              ${this.proposals.map(
                (name) =>
                  html`<button type="button" @click=${() => this.#end(name)}>${name}</button>`,
              )}
            </div>`
      }
    </form>`;
  }

  get #text(): string {
    return this.renderRoot.querySelector("input")?.value.trim() ?? "";
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    this.#end(this.#text);
  };

  readonly #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") this.#end(undefined);
  };

  readonly #left = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (to instanceof Node && this.renderRoot.contains(to)) return;
    // The focus may leave because the window does; then the question stays.
    if (document.hasFocus()) this.#end(this.#text);
  };

  #end(name: string | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.dispatchEvent(
      name === undefined || name === ""
        ? new CustomEvent("unnamed")
        : new CustomEvent("named", { detail: name }),
    );
  }
}
