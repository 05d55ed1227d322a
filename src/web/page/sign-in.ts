import { html, LitElement, nothing } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import { pageSpeaker } from "../i18n/page-speaker.ts";
import { Speech } from "../i18n/speech.ts";
import { pageStyle } from "./page-style.ts";
import { problemView } from "./problem-view.ts";

/** The event by which somebody signs in; its detail is the token. */
export type SignIn = CustomEvent<string>;

/** Why somebody who was in is so no more. */
const endings: ReadonlySet<string> = new Set(["access_ended", "session_ended"]);

/**
 * Asks for a sign-in with Home Assistant, where there is one, or a token. `problem`: why the last one was not
 * taken. Dispatches `home-assistant` and `sign-in`.
 */
class SignInForm extends LitElement {
  static override readonly properties = {
    problem: { attribute: false },
    isKept: { attribute: false },
    homeAssistant: { attribute: false },
    isBusy: { attribute: false },
    isMissing: { state: true },
  };
  static override readonly styles = pageStyle;
  declare problem: PlanProblem | undefined;
  /** Whether this device keeps unsaved work of whoever was signed in. */
  declare isKept: boolean;
  /** Its address; undefined where nobody can sign in with it. */
  declare homeAssistant: string | undefined;
  /** Whether a sign-in with it is under way. */
  declare isBusy: boolean;
  declare isMissing: boolean;
  readonly #speech = new Speech(this, pageSpeaker);

  constructor() {
    super();
    this.isKept = false;
    this.isBusy = false;
    this.isMissing = false;
  }

  override render() {
    const { signIn } = this.#speech.texts.page;
    const hasEnded = endings.has(this.problem?.code ?? "");
    return html`<main class="middle">
      <form class="sheet" @submit=${this.#submit}>
        <h1>${hasEnded || this.isKept ? signIn.back : signIn.heading}</h1>
        ${this.homeAssistant === undefined ? html`<p>${signIn.intro}</p>` : nothing}
        ${problemView(this.#speech.texts, this.problem)}
        ${this.isKept ? html`<p class="kept" role="status">${signIn.kept}</p>` : nothing}
        ${this.#withHomeAssistant()}
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
        <button class=${this.homeAssistant === undefined ? "main wide" : "wide"}>
          ${signIn.submit}
        </button>
      </form>
    </main>`;
  }

  #withHomeAssistant() {
    const { signIn } = this.#speech.texts.page;
    if (this.homeAssistant === undefined) return nothing;
    return html`<button
        type="button"
        class="main wide"
        ?disabled=${this.isBusy}
        @click=${() => this.dispatchEvent(new CustomEvent("home-assistant"))}
      >
        ${this.isBusy ? signIn.underWay : signIn.homeAssistant}
      </button>
      <p class="soft or">${signIn.orToken}</p>`;
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
