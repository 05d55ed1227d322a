import {
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from "lit";
import { type PlanData, shareStructure } from "../../model/elements/entities.ts";
import type { Touch } from "../../model/bindings/touch-actions.ts";
import type { PlanSource, SubscriptionState } from "../connection/plan-client.ts";
import {
  drawingStyle,
  loadCatalogue,
  placeFocusRing,
  type DrawOptions,
  type RestingView,
  Viewport,
} from "../renderer/index.ts";
import { planBounds } from "../../model/elements/places.ts";
import { levelsOf, shownLevel } from "../../model/elements/levels.ts";
import { tabStrip } from "../ui/tabs.ts";
import { cardTranslator, type CardWords } from "../i18n/card-translator.ts";
import {
  preferredLanguages,
  languagesOf,
  TranslationController,
} from "../i18n/translation-controller.ts";
import { type Hass, type HomeAssistant, nothingKnown } from "../home-assistant/home-assistant.ts";
import { CardHomeAssistant } from "./card-home-assistant.ts";
import { cardStyle, themeStyle } from "./card-style.ts";
import { type CardConfig, plainConfig, readConfig } from "./config.ts";
import type { ConfigForm } from "./config-form.ts";
import { loadLayers } from "./layered.ts";
import type { LayerFilter } from "./layers/layer-display.ts";
import { Names } from "./names.ts";
import { ReplayControl } from "./replay-control.ts";
import { markView, messageFor, messageView } from "./messages.ts";
import { Refusals } from "./refusals.ts";
import { sheetView } from "./plan-view.ts";
import { rememberPlan, shownPlans, stubConfig } from "./shown-plans.ts";
import type { SourceConfig } from "./suggestions.ts";
import { Stage } from "./stage.ts";
import { Subscription } from "./source.ts";
import { TouchHandler } from "./touches.ts";
import { trackedView } from "./tracked.ts";

const refOfThing = (thing: Element): string => thing.getAttribute("data-ref") ?? "";

/**
 * Shows a plan live. On a dashboard it gets `setConfig` and `hass`; on any other page the attributes `url` and `token`,
 * or a `client`.
 */
export class FloorplanCard extends LitElement {
  static override readonly properties = {
    client: { attribute: false },
    hass: { attribute: false },
    preview: { attribute: false },
    url: {},
    token: {},
    config: { state: true },
    plan: { state: true },
    following: { state: true },
    level: { state: true },
    view: { state: true },
  };
  static override readonly styles = [drawingStyle, cardStyle, themeStyle];
  declare client: PlanSource | undefined;
  declare hass: Hass | undefined;
  /** Whether Home Assistant shows a preview of the card, where nothing may be switched. */
  declare preview: boolean | undefined;
  declare url: string | undefined;
  declare token: string | undefined;
  declare config: CardConfig;
  declare plan: PlanData | undefined;
  declare following: SubscriptionState | undefined;
  declare level: string | undefined;
  /** What the drawing follows of the view, once the size of the card is known. */
  declare view: RestingView | undefined;

  /** Draws a heat map, once that is loaded. */
  heat: DrawOptions["heat"];
  /** Leaves out of a plan what its layers hide, once that is loaded. */
  layered: LayerFilter | undefined;

  readonly #viewport = new Viewport(planBounds({}, undefined));
  readonly #translations = new TranslationController(this, cardTranslator, () =>
    languagesOf(this.hass),
  );
  #stage: Stage | undefined;
  #asksForSymbols = true;
  readonly #homeAssistant = new CardHomeAssistant(() => this.requestUpdate());
  readonly #refusals = new Refusals(this);
  readonly #names = new Names();
  readonly #touches = new TouchHandler(this, this.#viewport);
  readonly #back = new ReplayControl(this, this.#touches.tellNotLoaded);
  readonly #subscription = new Subscription({
    plan: (plan) => {
      this.plan = shareStructure(this.plan ?? {}, plan);
      if (this.#isOnDashboard) rememberPlan(this.config, this.plan);
    },
    following: (following) => (this.following = following),
    ended: () => {
      this.plan = undefined;
      this.following = undefined;
    },
  });

  constructor() {
    super();
    this.config = plainConfig;
    this.#viewport.mayTurn = true;
  }

  /** Takes the configuration of a dashboard; throws a readable error if it is invalid. */
  setConfig(config: unknown): void {
    this.config = readConfig(config);
    this.level = this.config.level;
  }

  /** The height on masonry dashboards, in units of 50 pixels. */
  getCardSize(): number {
    return 8;
  }

  /** The size on section dashboards: full width, but it may be made smaller. */
  getGridOptions(): Readonly<Record<string, number | string>> {
    return { columns: 12, rows: 8, min_columns: 6, min_rows: 4 };
  }

  /** The initial configuration of a new card. */
  static getStubConfig(): SourceConfig {
    return stubConfig();
  }

  /** The form for the configuration, which Home Assistant renders. */
  static async getConfigForm(): Promise<ConfigForm> {
    const { cardConfigForm } = await import("./config-form.ts");
    const languages = preferredLanguages(document.documentElement.lang || undefined);
    return cardConfigForm(languages, shownPlans());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch(undefined);
    this.#subscription.end();
    this.#homeAssistant.end();
    this.#touches.end();
    this.#back.end();
    this.#names.on(undefined);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** The Home Assistant of the plan, once known. */
  get homeAssistant(): HomeAssistant | undefined {
    return this.#homeAssistant.current;
  }

  get words(): CardWords {
    return this.#translations.texts;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.isConnected) this.#follow();
    if (changed.has("config") && this.config.heat_map) void this.#loadHeat();
    if (this.plan === undefined || !(changed.has("plan") || changed.has("level"))) return;
    this.#viewport.show(planBounds(this.plan, this.level));
    if (changed.has("level")) this.#viewport.fit();
    // Before rendering, as another scale may need fewer nodes.
    this.#measure();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const element = this.renderRoot.querySelector<HTMLElement>(".stage") ?? undefined;
    const isNew = element !== undefined && this.#stage?.element !== element;
    if (isNew || element === undefined) this.#watch(element);
    const { standing, hasErrors } = this.homeAssistant?.now ?? nothingKnown;
    this.#names.on(standing === "none" || hasErrors ? element : undefined);
    this.#place();
    placeFocusRing(this.renderRoot.querySelector(".sheet"));
    // At once, to avoid a flash of an empty sheet.
    if (isNew) this.performUpdate();
    else if (changed.has("level")) this.#slide(changed.get("level"));
    if (this.plan !== undefined && this.homeAssistant !== undefined) this.#touches.prepare();
  }

  /** Slides the shown floor in: a higher one from above. */
  #slide(before: string | undefined): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const levels = levelsOf(this.plan ?? {}).map(({ id }) => id);
    const from = levels.indexOf(before ?? "") < levels.indexOf(this.level ?? "") ? -1 : 1;
    const start = { translate: `0 ${from * 6}%`, opacity: 0 };
    this.renderRoot.querySelector(".sheet")?.animate([start, {}], 300);
  }

  protected override render(): TemplateResult {
    const { texts } = this.#translations;
    const { card } = texts;
    const { title, look } = this.config;
    const { asking } = this.#subscription;
    const { following } = this;
    const isRefused = typeof following === "object";
    const message = isRefused
      ? this.#refusals.messageFor(following.refused, asking, languagesOf(this.hass))
      : messageFor(texts, asking, following, this.plan);
    const isShown = message === undefined && !isRefused;
    const dark = this.hass?.themes?.darkMode;
    const dashboard = dark === undefined ? nothing : dark ? "night" : "day";
    const levels = this.plan === undefined || !isShown ? [] : levelsOf(this.plan);
    const shown = shownLevel(this.plan ?? {}, this.level);
    // Not before the words of the preferred language are loaded.
    const isTooEarly = message?.kind === "waiting" && this.#translations.isLoading;
    const theme = look === "auto" && this.hass !== undefined ? "dashboard" : nothing;
    return html`<div
      class="card plan"
      data-theme=${theme}
      data-look=${look === "auto" ? dashboard : look}
    >
      ${
        title === undefined && levels.length < 2
          ? nothing
          : html`<div class="head">
              ${title === undefined ? nothing : html`<h2>${title}</h2>`}
              ${levels.length < 2 ? nothing : tabStrip({ label: card.levels, panel: "stage", shown }, levels, (id) => (this.level = id))}
            </div>`
      }
      ${isShown ? this.#drawing(shown) : message === undefined || isTooEarly ? nothing : messageView(message)}
      ${isShown ? markView(texts, following, this.homeAssistant?.now) : nothing}
      ${this.#touches.view()} ${isShown ? this.#backward() : nothing}
    </div>`;
  }

  async #loadSymbols(): Promise<void> {
    this.#asksForSymbols = false;
    const { catalogueStyle } = await loadCatalogue();
    const { styleSheet } = unsafeCSS(catalogueStyle);
    const root = this.shadowRoot;
    // Without it, as in browsers that lack this, nothing of the materials is shown.
    if (root && styleSheet) root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
    this.requestUpdate();
  }

  async #loadHeat(): Promise<void> {
    await loadCatalogue();
    try {
      const { showHeat } = await import("./heat/heat-display.ts");
      showHeat(this);
    } catch {
      this.#touches.tellNotLoaded();
    }
  }

  #drawing(level: string | undefined): TemplateResult {
    const { language, texts } = this.#translations.translation;
    const { past } = this.#back;
    const now = this.homeAssistant?.now ?? nothingKnown;
    const client = this.#subscription.connectedClient;
    const whole = past?.plan ?? this.plan ?? {};
    // Nothing of it, until it is known what is not shown.
    const isReady = !whole["layers"] || this.layered || loadLayers(this);
    const plan = this.layered?.(whole, client) ?? whole;
    return sheetView(
      {
        plan,
        drawn: isReady &&
          this.view && {
            ...this.view,
            level,
            traced: this.config.traced ? this.#subscription.imageUrl : undefined,
            isPlain: this.config.plain,
            heat: this.heat,
            language,
          },
        homeAssistant: this.#back.shownState(now),
        pastAt: past?.atMs,
        isInside: this.hass !== undefined,
        texts,
        over: client
          ? trackedView({
              client,
              homeAssistant: this.homeAssistant,
              plan,
              level,
              pastAt: past?.atMs,
              languages: languagesOf(this.hass),
            })
          : nothing,
      },
      (factor) => {
        if (factor === undefined) this.#viewport.fit();
        else this.#viewport.zoom(factor);
        this.#place();
      },
      this.#back.beginWith(now, this.config.replay),
    );
  }

  #backward(): TemplateResult | typeof nothing {
    const { plan = {}, homeAssistant } = this;
    const client = this.#subscription.connectedClient;
    return this.#back.view({ client, homeAssistant, plan, languages: languagesOf(this.hass) });
  }

  /** Whether Home Assistant created the card from a configuration, as opposed to another page. */
  get #isOnDashboard(): boolean {
    return this.hass !== undefined && this.client === undefined;
  }

  /** Follows the plan of the current source. */
  #follow(): void {
    const { client, hass, config } = this;
    const url = this.url ?? config.url;
    const token = this.token ?? config.token;
    this.#subscription.follow({ client, hass, url, token, domain: config.domain });
    const { connectedClient } = this.#subscription;
    // Beside the plan, which is on its way.
    if (this.#asksForSymbols && this.#subscription.asking !== undefined) void this.#loadSymbols();
    const { language } = this.#translations.translation;
    this.#homeAssistant.use({ hass, client: connectedClient, language }, this.plan);
  }

  /** Shows the plan in the current element. */
  #watch(element: HTMLElement | undefined): void {
    this.#stage?.stop();
    this.#stage = undefined;
    this.view = undefined;
    if (element === undefined) return;
    this.#stage = new Stage(element, this.#viewport, {
      moved: () => this.#place(),
      touched: (target, touch) => this.#touched(target, touch),
      awaitsSecond: (target) => {
        return target === undefined || this.#touches.awaitsSecond(refOfThing(target));
      },
    });
  }

  #place(): void {
    this.#stage?.place();
    this.#measure();
  }

  #measure(): void {
    if (this.#stage !== undefined) this.view = this.#viewport.resting;
  }

  #touched(target: Element | undefined, touch: Touch): void {
    // Not while the dashboard is edited or the card is previewed.
    if (target !== undefined && this.preview !== true)
      void this.#touches.touch(refOfThing(target), touch);
    else if (target === undefined && touch === "double_tap") {
      this.#viewport.fit();
      this.#place();
    }
  }
}
