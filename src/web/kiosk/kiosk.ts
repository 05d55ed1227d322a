import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { pageColors, pageStyle } from "../page/page-style.ts";
import { isBlank, type PlanData } from "../../model/elements/entities.ts";
import { levelsOf } from "../../model/elements/levels.ts";
import { SingleFloorSource } from "../connection/single-floor.ts";
import type { PlanClient, PlanProblem } from "../connection/plan-client.ts";
import { type CardConfig, readConfig } from "../card/config.ts";
import { base } from "../page/token-storage.ts";
import { mayReplace, offerLinkFromAddress, signInView } from "../page/sign-in.ts";
import { Login } from "../page/login.ts";
import { takeSignInCode } from "../page/home-assistant-sign-in.ts";
import { waitingView } from "../page/waiting-view.ts";
import { pageTranslator } from "../i18n/page-translator.ts";
import { problemWords } from "../i18n/problem-words.ts";
import { TranslationController } from "../i18n/translation-controller.ts";
import { ScreenWakeLock } from "./wake-lock.ts";
import { Dimmer } from "./dimmer.ts";
import { kioskParameters, readKioskSettings } from "./settings.ts";
import { FloorplanCard } from "../card/card.ts";

/** Styles of the wall page: the plan fills the screen, with a few signs over it. */
const kioskStyle = css`
  :host {
    position: fixed;
    inset: 0;
    overflow: auto;
    background: var(--page-back);
  }
  :host([data-look="day"]) {
    ${pageColors.day}
  }
  :host([data-look="night"]) {
    ${pageColors.night}
  }
  floorplan-wall-card {
    position: absolute;
    inset: 0;
    height: auto;
  }
  floorplan-sign-in {
    display: block;
    min-height: 100%;
  }
  .signs {
    position: absolute;
    right: 12px;
    bottom: 12px;
    left: 12px;
    display: grid;
    gap: 8px;
    justify-items: end;
    pointer-events: none;
  }
  .sign {
    display: flex;
    gap: 8px 12px;
    align-items: center;
    max-width: min(26rem, 100%);
    margin: 0;
    padding: 8px 14px;
    font-size: 0.85rem;
    background: var(--page-sheet);
    border: 1px solid var(--page-line);
    border-radius: 10px;
    pointer-events: auto;
  }
  .sign button {
    flex: none;
    padding: 4px 12px;
  }
  .address {
    overflow-wrap: anywhere;
  }
  .night {
    position: absolute;
    inset: 0;
    background: #000;
    opacity: var(--night, 0.8);
  }
`;

interface ShownPlan {
  readonly client: PlanClient;
  readonly plan: PlanData;
  readonly only: string | undefined;
}

/** The page for a wall tablet: only the plan, live, for any user. */
class FloorplanWall extends LitElement {
  static override readonly properties = { asksToken: { state: true } };
  static override readonly styles = [pageStyle, kioskStyle];
  /** Whether somebody whose access has ended wants to sign in again. */
  declare asksToken: boolean;
  readonly #translations = new TranslationController(this, pageTranslator);
  readonly #parameters = kioskParameters();
  readonly #settings = readKioskSettings(this.#parameters);
  readonly #dimmer = new Dimmer(this, this.#settings.night);
  readonly #awake = new ScreenWakeLock(this);
  readonly #card: CardConfig;
  readonly #floor = new SingleFloorSource();
  /** The shown plan's client and its only floor; kept while another login takes over. */
  #shown: ShownPlan | undefined;
  /** Why the right to see the plan has ended. */
  #ending: PlanProblem | undefined;
  readonly #login = new Login({
    changed: () => this.requestUpdate(),
    met: () => (this.asksToken = false),
    mayReplace: async (name) => mayReplace((await this.#translations.ready()).page, name),
    left: () => undefined,
  });

  constructor() {
    super();
    this.asksToken = false;
    const { look, plain, traced, heatMap, layers = "default" } = this.#settings;
    this.#card = readConfig({ look, plain, traced, layers, heat_map: heatMap, replay: false });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The signs follow the look of the plan.
    this.dataset["look"] = this.#settings.look;
    addEventListener("hashchange", this.#readFragment);
    const returned = takeSignInCode();
    this.#readFragment();
    this.#login.start(returned);
    const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    if (manifest !== null && this.#parameters !== "")
      manifest.href = `wall.webmanifest?${this.#parameters}`;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#readFragment);
  }

  protected override willUpdate(): void {
    const { client, plan, user, problem } = this.#login.now;
    // Switches cards only once the new one has a plan, so that the wall is never blank.
    if (client !== undefined && plan !== undefined && user !== undefined) {
      this.#shown = { client, plan, only: user.level };
      this.#ending = undefined;
    } else if (client === undefined && problem !== undefined && this.#shown !== undefined) {
      this.#shown = undefined;
      this.#ending = problem;
    }
  }

  protected override updated(): void {
    const { language, texts } = this.#translations.translation;
    this.style.setProperty("--night", String(1 - this.#settings.dim / 100));
    if (document.documentElement.lang === language) return;
    document.documentElement.lang = language;
    document.title = texts.page.title;
  }

  protected override render(): TemplateResult {
    return html`${this.#content()}
      <div class="signs">${this.#drowsyView()}</div>
      ${this.#dimmer.isDark ? html`<div class="night" @pointerdown=${this.#dimmer.brighten}></div>` : nothing}`;
  }

  #content(): TemplateResult {
    const { client, user, problem, following, opening, homeAssistantAway } = this.#login.now;
    const shown = this.#shown;
    const isNobody = client === undefined && opening === undefined;
    if (isNobody && this.#ending !== undefined && !this.asksToken)
      return this.#endingView(this.#ending);
    if (isNobody && shown === undefined) return signInView(this.#login);
    if (shown !== undefined) return this.#planView(shown);
    return waitingView(this.#translations.texts, {
      problem: user === undefined ? problem : undefined,
      isAway: following === "away" || opening === "away",
      homeAssistantAway,
      onOtherToken: () => this.#login.askForToken(),
    });
  }

  #planView({ client, plan, only }: ShownPlan): TemplateResult {
    const { page } = this.#translations.texts;
    if (isBlank(plan))
      return html`<main class="middle">
        <div class="sheet">
          <h1>${page.title}</h1>
          <p>${page.wall.empty}</p>
          <p class="address"><strong>${base}</strong></p>
        </div>
      </main>`;
    const { level } = this.#settings;
    const found =
      only === undefined
        ? levelsOf(plan).find(({ id, name }) => id === level || name === level)
        : undefined;
    return html`<main>
      <floorplan-wall-card
        .client=${this.#floor.of(client, only)}
        .config=${this.#card}
        .level=${found?.id}
        ?pinned=${found !== undefined}
      ></floorplan-wall-card>
    </main>`;
  }

  /** Shows nothing but that the access has ended, and the way back in. */
  #endingView(problem: PlanProblem): TemplateResult {
    const { errors, page } = this.#translations.texts;
    const { what, next } = problemWords(errors, problem);
    return html`<main class="middle">
      <div class="sheet" role="alert">
        <h1>${what}</h1>
        <p>${next}</p>
        <button class="main" @click=${() => (this.asksToken = true)}>${page.signIn.back}</button>
      </div>
    </main>`;
  }

  #drowsyView(): TemplateResult | typeof nothing {
    const { wakeLockProblem } = this.#awake;
    // Shows one sign at a time; the other one says more.
    if (
      wakeLockProblem === undefined ||
      this.#shown === undefined ||
      this.#login.now.client === undefined
    )
      return nothing;
    const { page } = this.#translations.texts;
    return html`<p class="sign" role="status">
      <span>${page.wall.wakeLockProblem[wakeLockProblem]}</span>
      <button @click=${this.#awake.understood}>${page.understood}</button>
    </p>`;
  }

  readonly #readFragment = (): void => offerLinkFromAddress(this.#login);
}

customElements.define("floorplan-wall", FloorplanWall);

const bareStyle = css`
  .card {
    min-height: 0;
    border-radius: 0;
  }
  /* Below the floor tabs, which it would cover on a narrow screen. */
  :host(:not([pinned])) .head ~ .mark {
    top: 64px;
  }
  .controls,
  :host([pinned]) .head {
    display: none;
  }
`;

/** A card without buttons; `pinned`: without floor tabs as well. It always keeps showing its last plan. */
export class KioskCard extends FloorplanCard {
  static override readonly styles = [...FloorplanCard.styles, bareStyle];

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Nobody is there to react to a refusal, so it counts as an outage.
    if (this.plan !== undefined && typeof this.following === "object") this.following = "away";
    super.willUpdate(changed);
  }
}

customElements.define("floorplan-wall-card", KioskCard);
