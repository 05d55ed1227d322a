import type { PlanData } from "../../elements/entities.ts";
import type { PlanClient } from "../client/plan-client.ts";
import { HassHouse } from "../house/hass-house.ts";
import type { Hass } from "../house/hass.ts";
import type { House } from "../house/house.ts";
import { ServiceHouse } from "../house/service-house.ts";

/** What the house of a card is known by. */
export interface HouseSource {
  readonly hass: Hass | undefined;
  /** Once it is connected. */
  readonly client: PlanClient | undefined;
  /** Which the card speaks (BCP 47). */
  readonly language: string;
}

/** The house of a card: that of its dashboard, else the one behind its service. */
export class CardHouse {
  readonly #changed: () => void;
  #key: unknown;
  #house: House | undefined;
  #plan: PlanData | undefined;

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
      else if (client !== undefined) this.#house = new ServiceHouse(client, this.#changed);
    }
    if (hass !== undefined && this.#house instanceof HassHouse) this.#house.update(hass);
    this.#house?.speak(language);
    if (plan === undefined || plan === this.#plan) return;
    this.#plan = plan;
    this.#house?.follow(plan);
  }

  end(): void {
    this.#house?.end();
    this.#house = undefined;
    this.#key = undefined;
    this.#plan = undefined;
  }
}
