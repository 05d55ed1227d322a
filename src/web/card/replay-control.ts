import { html, type LitElement, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanSource } from "../connection/plan-client.ts";
import type { HomeAssistant, HomeAssistantState } from "../home-assistant/home-assistant.ts";
import type { PastEvent } from "../home-assistant/replay/replay-bar.ts";
import type { PastMoment } from "../home-assistant/replay/replay.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";

/** Loads the bar, once. */
const loadReplay = (): Promise<unknown> => import("../home-assistant/replay/replay-bar.ts");

/** Inputs of the view for looking back. */
export interface ReplayView {
  readonly client: PlanSource | undefined;
  readonly homeAssistant: HomeAssistant | undefined;
  /** Today's plan. */
  readonly plan: PlanData;
  readonly languages: PreferredLanguages;
}

/** Looking back on a card: the bar for it, and the past moment shown. */
export class ReplayControl {
  readonly #card: LitElement;
  readonly #failed: () => void;
  #isOpen = false;
  #past: PastMoment | undefined;

  /** `failed` is called if the code could not be loaded. */
  constructor(card: LitElement, failed: () => void) {
    this.#card = card;
    this.#failed = failed;
  }

  /** The past moment shown, once loaded; undefined while the present is shown. */
  get past(): PastMoment | undefined {
    return this.#past;
  }

  /** Home Assistant as shown: past states are known, past templates are not. */
  shownState(now: HomeAssistantState): HomeAssistantState {
    if (this.#past === undefined) return now;
    const { states } = this.#past;
    return { ...now, standing: "connected", states, rendered: () => undefined };
  }

  /** Starts looking back; undefined if there is nothing to look back on. */
  beginWith(now: HomeAssistantState, isOffered: boolean): (() => void) | undefined {
    const isPossible = isOffered && now.standing === "connected" && !this.#isOpen;
    return isPossible ? () => void this.#begin() : undefined;
  }

  /** Returns to the present. */
  readonly end = (): void => {
    this.#isOpen = false;
    this.#past = undefined;
    this.#card.requestUpdate();
  };

  /** The bar for looking back; nothing while the present is shown. */
  view({ client, homeAssistant, plan, languages }: ReplayView): TemplateResult | typeof nothing {
    if (!this.#isOpen || client === undefined || homeAssistant === undefined) return nothing;
    return html`<floorplan-replay
      .client=${client}
      .homeAssistant=${homeAssistant}
      .plan=${plan}
      .languages=${languages}
      @past=${({ detail }: PastEvent) => {
        this.#past = detail;
        this.#card.requestUpdate();
      }}
      @closed=${this.end}
    ></floorplan-replay>`;
  }

  async #begin(): Promise<void> {
    try {
      await loadReplay();
      this.#isOpen = true;
      this.#card.requestUpdate();
    } catch {
      this.#failed();
    }
  }
}
