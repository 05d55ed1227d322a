import type { PlanData } from "../../model/elements/entities.ts";
import type { PlanSource } from "../connection/plan-client.ts";
import type { Hass, HomeAssistant } from "../home-assistant/home-assistant.ts";
import { loadAgain } from "../connection/retry.ts";
import { loadStandalone } from "./source.ts";

/** Loads the module for Home Assistant's page. */
const loadInside = (): Promise<typeof import("../home-assistant/frontend-home-assistant.ts")> =>
  import("../home-assistant/frontend-home-assistant.ts");

/** Where a card finds its Home Assistant. */
export interface HomeAssistantSource {
  readonly hass: Hass | undefined;
  /** The client, once connected. */
  readonly client: PlanSource | undefined;
  /** Language of the card (BCP 47). */
  readonly language: string;
}

/** The Home Assistant of a card: its dashboard's, else the one behind its service. */
export class CardHomeAssistant {
  readonly #changed: () => void;
  #key: unknown;
  #homeAssistant: HomeAssistant | undefined;
  /** Passes on a new `hass` of Home Assistant's page. */
  #update: ((hass: Hass) => void) | undefined;
  #hass: Hass | undefined;
  #plan: PlanData | undefined;
  #ending = new AbortController();

  /** `changed` is called when something has to be drawn again. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get current(): HomeAssistant | undefined {
    return this.#homeAssistant;
  }

  /** Updates the sources and the plan. */
  use({ hass, client, language }: HomeAssistantSource, plan: PlanData | undefined): void {
    const key = hass?.connection ?? client;
    if (key !== this.#key) {
      this.end();
      this.#key = key;
      this.#hass = hass;
      if (hass !== undefined || client !== undefined) void this.#begin(client);
    }
    this.#hass = hass;
    if (hass !== undefined) this.#update?.(hass);
    this.#homeAssistant?.setLanguage(language);
    if (plan === undefined || plan === this.#plan || this.#homeAssistant === undefined) return;
    this.#plan = plan;
    this.#homeAssistant.follow(plan);
  }

  /** Loads the module, then starts with the plan and language of that time. */
  async #begin(client: PlanSource | undefined): Promise<void> {
    const { signal } = this.#ending;
    if (this.#hass !== undefined) {
      const { FrontendHomeAssistant } = await loadAgain(loadInside, signal);
      if (signal.aborted || this.#hass === undefined) return;
      const homeAssistant = new FrontendHomeAssistant(this.#hass, this.#changed);
      this.#update = (hass) => homeAssistant.update(hass);
      this.#homeAssistant = homeAssistant;
    } else if (client !== undefined) {
      const { ServiceHomeAssistant } = await loadAgain(loadStandalone, signal);
      if (signal.aborted) return;
      this.#homeAssistant = new ServiceHomeAssistant(client, this.#changed);
    }
    this.#changed();
  }

  end(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#homeAssistant?.end();
    this.#homeAssistant = undefined;
    this.#update = undefined;
    this.#key = undefined;
    this.#plan = undefined;
  }
}
