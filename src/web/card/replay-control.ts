import { html, type LitElement, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanSource } from "../connection/plan-client.ts";
import { lazyImport } from "../connection/retry.ts";
import type { HomeAssistant, HomeAssistantState } from "../home-assistant/home-assistant.ts";
import type { PastEvent } from "../home-assistant/replay/replay-bar.ts";
import type { PastMoment } from "../home-assistant/replay/replay.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";

const loadReplay = lazyImport(() => import("../home-assistant/replay/replay-bar.ts"));

/** What somebody looks back with. */
export interface ReplayView {
  readonly client: PlanSource | undefined;
  readonly homeAssistant: HomeAssistant | undefined;
  /** Today's. */
  readonly plan: PlanData;
  readonly languages: PreferredLanguages;
}

/** Lets somebody look back on a card: the bar for it, and what is shown of the past. */
export class ReplayControl {
  readonly #card: LitElement;
  readonly #failed: () => void;
  #isOpen = false;
  #past: PastMoment | undefined;

  /** `failed` is called where what is needed could not be loaded. */
  constructor(card: LitElement, failed: () => void) {
    this.#card = card;
    this.#failed = failed;
  }

  /** What is shown of the past, once it is known; nothing while now is shown. */
  get past(): PastMoment | undefined {
    return this.#past;
  }

  /** What is known of the moment that is shown: of an earlier one the states, but not what templates gave. */
  shownState(now: HomeAssistantState): HomeAssistantState {
    if (this.#past === undefined) return now;
    const { states } = this.#past;
    return { ...now, standing: "connected", states, rendered: () => undefined };
  }

  /** How to begin, where there is something to look back on. */
  beginWith(now: HomeAssistantState, isOffered: boolean): (() => void) | undefined {
    const isPossible = isOffered && now.standing === "connected" && !this.#isOpen;
    return isPossible ? () => void this.#begin() : undefined;
  }

  /** Shows now again. */
  readonly end = (): void => {
    this.#isOpen = false;
    this.#past = undefined;
    this.#card.requestUpdate();
  };

  /** The bar for looking back; nothing where nobody does. */
  view({ client, homeAssistant, plan, languages }: ReplayView): TemplateResult | typeof nothing {
    if (!this.#isOpen || client === undefined || homeAssistant === undefined) return nothing;
    return html`<floorplan-replay
      .plans=${client}
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
