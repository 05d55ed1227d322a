import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import { pageTranslator } from "../i18n/page-translator.ts";
import { TranslationController } from "../i18n/translation-controller.ts";
import { dialogColors, pageStyle } from "./page-style.ts";
import { problemView } from "./waiting-view.ts";
import { takeLinkFromAddress } from "./access-link.ts";
import type { Login } from "./login.ts";
import { goToHomeAssistant } from "./home-assistant-sign-in.ts";
import { homeAssistant } from "./settings.ts";
import { ask } from "../ui/dialog.ts";
import type { PageTexts } from "../i18n/en/screens.ts";

/** Problems that end a running login. */
const endings: ReadonlySet<string> = new Set(["access_ended", "session_ended"]);

/**
 * The form for signing in with Home Assistant, if offered, or with a token. `problem`: why the last attempt failed.
 * Dispatches `home-assistant` and `sign-in`.
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
  /** Whether this device keeps unsaved work of the last user. */
  declare isKept: boolean;
  /** Address of Home Assistant; undefined if signing in with it is not offered. */
  declare homeAssistant: string | undefined;
  /** Whether a sign-in with Home Assistant is being completed. */
  declare isBusy: boolean;
  declare isMissing: boolean;
  readonly #translations = new TranslationController(this, pageTranslator);

  constructor() {
    super();
    this.isKept = false;
    this.isBusy = false;
    this.isMissing = false;
  }

  override render() {
    const { signIn } = this.#translations.texts.page;
    const hasEnded = endings.has(this.problem?.code ?? "");
    return html`<main class="middle">
      <form class="sheet" @submit=${this.#submit}>
        <h1>${hasEnded || this.isKept ? signIn.back : signIn.heading}</h1>
        ${this.homeAssistant === undefined ? html`<p>${signIn.intro}</p>` : nothing}
        ${problemView(this.#translations.texts, this.problem)}
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
    const { signIn } = this.#translations.texts.page;
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

/** Goes to Home Assistant to sign in, if offered. */
const signInAtHome = (login: Login): void => {
  try {
    if (homeAssistant !== undefined) goToHomeAssistant(homeAssistant);
  } catch {
    // Without storage, the return could not be checked.
    login.tell({ code: "sign_in_strange", message: "" });
  }
};

/** The sign-in form; `isKept`: this device keeps unsaved work of the last user. */
export const signInView = (login: Login, isKept = false): TemplateResult =>
  html`<floorplan-sign-in
    .problem=${login.now.problem}
    .isKept=${isKept}
    .homeAssistant=${homeAssistant}
    .isBusy=${login.isBusy}
    @home-assistant=${() => signInAtHome(login)}
    @sign-in=${({ detail }: CustomEvent<string>) => login.take(detail)}
  ></floorplan-sign-in>`;

/** Hands what a link put into the address bar, if anything, to the login. */
export const offerLinkFromAddress = (login: Pick<Login, "offer">): void => {
  const given = takeLinkFromAddress();
  if (given !== undefined) login.offer(given);
};

/** Host of the question about a link, beside the page, so that the page may render anything meanwhile. */
class LinkQuestion extends LitElement {
  static override readonly styles = [pageStyle, dialogColors];
}

customElements.define("floorplan-link-question", LinkQuestion);

/** Asks the current user whether a link may replace their login. */
export const mayReplace = async ({ link }: PageTexts, name: string): Promise<boolean> => {
  const host = new LinkQuestion();
  document.body.append(host);
  const { title, yes, no } = link;
  const agreed = await ask(host.shadowRoot ?? host, { title, text: link.text(name), yes, no });
  host.remove();
  return agreed !== undefined;
};
