import { html, type LitElement, nothing, type TemplateResult } from "lit";
import { findRef, type PlanData } from "../../model/elements/entities.ts";
import type { DetailsSubject } from "../home-assistant/plan-references.ts";
import { fileIcons, homeAssistantIcons, type Viewport } from "../renderer/index.ts";
import type { Hass, HomeAssistant } from "../home-assistant/home-assistant.ts";
import type { SubscriptionState } from "../connection/plan-client.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";
import { type Touch, touchEffectOf } from "../../model/bindings/touch-actions.ts";
import type { CardWords } from "../i18n/card-translator.ts";
import { showMoreInfo } from "../ui/page-events.ts";
import { ruled } from "../../model/bindings/rules.ts";
import { languagesOf } from "../i18n/translation-controller.ts";
import { Notices } from "./messages.ts";

/** Inputs of the details panel. */
export interface DetailsView {
  readonly subject: DetailsSubject;
  readonly homeAssistant: HomeAssistant;
  readonly plan: PlanData;
  readonly languages: PreferredLanguages;
  /** Whether the card is in Home Assistant's page, which shows entities itself. */
  readonly isInside: boolean;
  readonly closed: () => void;
  readonly chosen: (entity: string) => void;
}

/** Loads the details panel, once. */
const loadDetails = (): Promise<unknown> => import("../home-assistant/details/details.ts");

/** The details panel, if open. */
const detailsView = (showing: DetailsView | undefined): TemplateResult | typeof nothing => {
  if (showing === undefined) return nothing;
  const { subject, homeAssistant, plan, languages, isInside, closed, chosen } = showing;
  return html`<floorplan-details
    .homeAssistant=${homeAssistant}
    .now=${homeAssistant.now}
    .plan=${plan}
    .subject=${subject}
    .icons=${isInside ? homeAssistantIcons : fileIcons}
    .languages=${languages}
    .delegates=${isInside}
    @closed=${closed}
    @entity=${({ detail }: CustomEvent<string>) => chosen(detail)}
  ></floorplan-details>`;
};

/** Loads the module that performs actions. */
const importPerformAction = (): Promise<
  typeof import("../home-assistant/actions/perform-action.ts")
> => import("../home-assistant/actions/perform-action.ts");

/** Milliseconds after the first view until actions are preloaded, if nothing was touched before. */
const prepareMs = 2000;

/** The card that is touched. */
export interface TouchedCard extends LitElement {
  readonly plan: PlanData | undefined;
  readonly level: string | undefined;
  readonly config: { readonly plain: boolean };
  readonly hass: Hass | undefined;
  readonly homeAssistant: HomeAssistant | undefined;
  readonly words: CardWords;
  readonly following: SubscriptionState | undefined;
}

/** Handles touches of a card's plan: performs actions, shows messages and details. */
export class TouchHandler {
  readonly #card: TouchedCard;
  readonly #viewport: Viewport;
  readonly #notices: Notices;
  #subject: DetailsSubject | undefined;
  #isPreparing = false;

  constructor(card: TouchedCard, viewport: Viewport) {
    this.#card = card;
    this.#viewport = viewport;
    this.#notices = new Notices(card);
  }

  /** Whether a second touch of an element has its own action. */
  awaitsSecond(ref: string): boolean {
    const { homeAssistant, plan = {} } = this.#card;
    const element = findRef(plan, ref);
    if (element === undefined || homeAssistant === undefined) return false;
    const { kind } = touchEffectOf(
      element.collection,
      ruled(element.data, homeAssistant.now),
      "double_tap",
    );
    return kind !== "none";
  }

  /** Performs the action of a touch. */
  async touch(ref: string, touch: Touch): Promise<void> {
    const card = this.#card;
    const { homeAssistant, plan = {}, hass } = card;
    const element = findRef(plan, ref);
    if (element === undefined || homeAssistant === undefined) return;
    const performAction = await this.#loadPerformAction();
    const notice = await performAction?.handleTouch(element, touch, {
      card,
      host: card.renderRoot.querySelector(".card") ?? card,
      languages: languagesOf(hass),
      homeAssistant,
      isInside: hass !== undefined,
      show: this.#show,
    });
    if (notice !== undefined) this.#notices.tell(notice);
  }

  /** Preloads actions after the first view, so that they work while the service is away. */
  prepare(): void {
    if (this.#isPreparing) return;
    this.#isPreparing = true;
    setTimeout(() => void this.#preload(), prepareMs);
  }

  async #preload(): Promise<void> {
    try {
      const { prepare } = await import("./room-zoom.ts");
      await prepare(this.#card, this.#viewport, this);
    } catch {
      // Reported when it is needed.
    }
  }

  /** Reports that a module could not be loaded: the service is away, or its newer version has other files. */
  readonly tellNotLoaded = (): void => {
    const { words, following } = this.#card;
    const { card, live } = words;
    this.#notices.tell({ text: following === "away" ? card.away.title : live.notLoaded });
  };

  /** Closes the details. */
  end(): void {
    this.#subject = undefined;
  }

  /** The current message and open details. */
  view(): TemplateResult {
    const card = this.#card;
    const { homeAssistant, hass } = card;
    const subject = this.#subject;
    const isShown = subject !== undefined && homeAssistant !== undefined;
    return html`${this.#notices.view(card.words)}
    ${detailsView(
      isShown
        ? {
            subject,
            homeAssistant,
            plan: card.plan ?? {},
            languages: languagesOf(hass),
            isInside: hass !== undefined,
            closed: () => {
              this.end();
              card.requestUpdate();
            },
            chosen: (entity) => showMoreInfo(card, entity),
          }
        : undefined,
    )}`;
  }

  async #loadPerformAction(): Promise<
    typeof import("../home-assistant/actions/perform-action.ts") | undefined
  > {
    try {
      return await importPerformAction();
    } catch {
      this.tellNotLoaded();
      return undefined;
    }
  }

  readonly #show = async (subject: DetailsSubject): Promise<void> => {
    const card = this.#card;
    try {
      await loadDetails();
      // Removes the message about an earlier touch.
      this.#notices.tell(undefined);
      this.#subject = subject;
      card.requestUpdate();
    } catch {
      this.tellNotLoaded();
    }
  };
}
