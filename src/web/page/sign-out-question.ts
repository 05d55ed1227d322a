import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { pageTranslator } from "../i18n/page-translator.ts";
import { TranslationController } from "../i18n/translation-controller.ts";
import { copyText } from "../ui/copy-text.ts";
import { dialogStyle } from "../ui/dialog.ts";
import { dialogColors, pageStyle } from "./page-style.ts";

/** What an administrator wants to do about signing out. */
type SignOutAnswer = "stay" | "another" | "out";

/**
 * Asks an administrator whether they have kept their token, which signing out removes from this browser: it may be the
 * only one that can draw. Dispatches `answer`.
 */
class SignOutQuestion extends LitElement {
  static override readonly properties = {
    token: { attribute: false },
    copied: { state: true },
  };
  static override readonly styles = [
    pageStyle,
    dialogColors,
    dialogStyle,
    css`
      .secret {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .secret input {
        flex: 1;
        min-width: 0;
      }
    `,
  ];
  declare token: string;
  /** Whether copying worked, once tried. */
  declare copied: boolean | undefined;
  readonly #translations = new TranslationController(this, pageTranslator);
  #answer: SignOutAnswer = "stay";

  protected override firstUpdated(): void {
    this.#dialog?.showModal();
  }

  override render(): TemplateResult {
    const { signOut, leaving } = this.#translations.texts.page;
    return html`<dialog aria-labelledby="title" aria-describedby="text" @close=${this.#closed}>
      <h2 id="title">${leaving.title}</h2>
      <p id="text">${leaving.text}</p>
      <label for="kept">${leaving.token}</label>
      <div class="secret">
        <input id="kept" readonly .value=${this.token} autocomplete="off" spellcheck="false" />
        <button @click=${this.#copy}>${leaving.copy}</button>
      </div>
      <p role="status">
        ${this.copied === undefined ? nothing : this.copied ? leaving.copied : leaving.notCopied}
      </p>
      <div class="row">
        <button @click=${() => this.#close("another")}>${leaving.another}</button>
        <button @click=${() => this.#close("out")}>${signOut}</button>
        <button class="main" @click=${() => this.#close("stay")}>${leaving.stay}</button>
      </div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  readonly #copy = async (): Promise<void> => {
    const input = this.renderRoot.querySelector("input");
    if (input !== null) this.copied = await copyText(input);
  };

  #close(answer: SignOutAnswer): void {
    this.#answer = answer;
    this.#dialog?.close();
  }

  readonly #closed = (): void => {
    this.dispatchEvent(new CustomEvent("answer", { detail: this.#answer }));
  };
}

customElements.define("floorplan-sign-out", SignOutQuestion);

/** What signing out does on a page. */
interface SignOutContext {
  /** The token that would be lost; undefined if its user can sign in without it, or cannot draw with it. */
  readonly token: () => string | undefined;
  readonly leave: () => void;
  /** Shows where links with tokens are made. */
  readonly another: () => void;
  /** The view has changed. */
  readonly changed: () => void;
}

/** Signs out, after the question where a token would be lost. */
export class SignOut {
  readonly #context: SignOutContext;
  #asked: string | undefined;

  constructor(context: SignOutContext) {
    this.#context = context;
  }

  readonly begin = (): void => {
    const { token, leave, changed } = this.#context;
    this.#asked = token();
    if (this.#asked === undefined) leave();
    else changed();
  };

  /** Takes the question back: nobody is signed in any more. */
  end(): void {
    this.#asked = undefined;
  }

  view(): TemplateResult | typeof nothing {
    if (this.#asked === undefined) return nothing;
    return html`<floorplan-sign-out
      .token=${this.#asked}
      @answer=${({ detail }: CustomEvent<SignOutAnswer>) => this.#answered(detail)}
    ></floorplan-sign-out>`;
  }

  #answered(answer: SignOutAnswer): void {
    const { leave, another, changed } = this.#context;
    this.#asked = undefined;
    changed();
    if (answer === "out") leave();
    else if (answer === "another") another();
  }
}
