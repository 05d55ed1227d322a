import type { PlanData } from "../../elements/entities.ts";
import type { PlanSource } from "../client/plan-client.ts";
import { HassHouse } from "../house/hass-house.ts";
import type { Hass } from "../house/hass.ts";
import type { House } from "../house/house.ts";
import { loadAgain } from "../client/load-again.ts";
import { loadStandalone } from "./own-connection.ts";

/** What the house of a card is known by. */
export interface HouseSource {
  readonly hass: Hass | undefined;
  /** Once it is connected. */
  readonly client: PlanSource | undefined;
  /** Which the card speaks (BCP 47). */
  readonly language: string;
}

/** The house of a card: that of its dashboard, else the one behind its service. */
export class CardHouse {
  readonly #changed: () => void;
  #key: unknown;
  #house: House | undefined;
  #plan: PlanData | undefined;
  #ending = new AbortController();

  /** `changed` is told when something of the house is to be drawn. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get current(): House | undefined {
    return this.#house;
  }

  /** Takes what is given now, and the plan whose house it is. */
  use({ hass, client, language }: HouseSource, plan: PlanData | undefined): void {
    const key = hass?.connection ?? client;
    if (key !== this.#key) {
      this.end();
      this.#key = key;
      if (hass !== undefined) this.#house = new HassHouse(hass, this.#changed);
      else if (client !== undefined) void this.#begin(client, this.#ending.signal);
    }
    if (hass !== undefined && this.#house instanceof HassHouse) this.#house.update(hass);
    this.#house?.speak(language);
    if (plan === undefined || plan === this.#plan) return;
    this.#plan = plan;
    this.#house?.follow(plan);
  }

  /** The house behind a service, once what it takes is loaded. */
  async #begin(client: PlanSource, signal: AbortSignal): Promise<void> {
    const { ServiceHouse } = await loadAgain(loadStandalone, signal);
    if (signal.aborted) return;
    this.#house = new ServiceHouse(client, this.#changed);
    this.#plan = undefined;
    // It is used with the plan and the language of then.
    this.#changed();
  }

  end(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#house?.end();
    this.#house = undefined;
    this.#key = undefined;
    this.#plan = undefined;
  }
}
