import { html, LitElement, nothing } from "lit";
import type { PlanProblem } from "../client/plan-client.ts";
import { pageSpeaker } from "../texts/page.ts";
import { Speech } from "../texts/speech.ts";
import { pageStyle } from "./page-style.ts";
import { problemView } from "./problem-view.ts";

/** The event by which somebody signs in; its detail is the token. */
export type SignIn = CustomEvent<string>;

/** Asks for a token. `problem`: why the last one was not taken. Dispatches `sign-in`. */
class SignInForm extends LitElement {
  static override readonly properties = {
    problem: { attribute: false },
    isMissing: { state: true },
  };
  static override readonly styles = pageStyle;
  declare problem: PlanProblem | undefined;
  declare isMissing: boolean;
  readonly #speech = new Speech(this, pageSpeaker);

  constructor() {
    super();
    this.isMissing = false;
  }

  override render() {
    const { signIn } = this.#speech.texts.page;
    return html`<main class="middle">
      <form class="sheet" @submit=${this.#submit}>
        <h1>${signIn.heading}</h1>
        <p>${signIn.intro}</p>
        ${problemView(this.#speech.texts, this.problem)}
        <label for="token">${signIn.token}</label>
        <input
          id="token"
          type="password"
          autocomplete="current-password"
          autocapitalize="off"
          spellcheck="false"
          aria-describedby="hint"
          aria-invalid=${this.isMissing ? "true" : "false"}
        />
        ${this.isMissing ? html`<p class="problem" role="alert">${signIn.missing}</p>` : nothing}
        <p id="hint" class="soft">${signIn.hint}</p>
        <button class="main wide">${signIn.submit}</button>
      </form>
    </main>`;
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    const input = this.renderRoot.querySelector("input");
    const token = input?.value.trim() ?? "";
    this.isMissing = token === "";
    if (this.isMissing) return input?.focus();
    this.dispatchEvent(new CustomEvent("sign-in", { detail: token }));
  };
}

customElements.define("floorplan-sign-in", SignInForm);
