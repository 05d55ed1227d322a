import { isRight } from "fp-ts/lib/Either.js";
import type { HomeAssistant, PastState } from "../home-assistant/home-assistant.ts";

const dayMs = 24 * 3600_000;

/** The last day of an entity, in milliseconds since 1970, and what it was like; nothing where that could not be had. */
export interface Day {
  readonly fromMs: number;
  readonly toMs: number;
  readonly past: readonly PastState[] | undefined;
}

/** What is known of the last 24 hours of entities; what is known of one stays until more is. */
export class LastDayHistory {
  readonly #changed: () => void;
  #known = new Map<string, Day>();
  #asked = new Set<string>();

  /** `changed` is told when more is known. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The last day of an entity; nothing while it is on its way. */
  of(entity: string): Day | undefined {
    return this.#known.get(entity);
  }

  /** Asks a house for those of which nothing is known, once. */
  want(house: HomeAssistant, entities: readonly string[]): void {
    for (const entity of entities) {
      if (this.#asked.has(entity)) continue;
      this.#asked.add(entity);
      void this.#ask(house, entity);
    }
  }

  /** Asks again for those of which something is known; what has not come yet is on its way. */
  renew(house: HomeAssistant, entities: readonly string[]): void {
    for (const entity of entities) if (this.#known.has(entity)) void this.#ask(house, entity);
  }

  /** Forgets all, also what is on its way. */
  forget(): void {
    this.#known = new Map();
    this.#asked = new Set();
  }

  async #ask(house: HomeAssistant, entity: string): Promise<void> {
    const toMs = Date.now();
    const fromMs = toMs - dayMs;
    const days = this.#known;
    const answer = await house.history({ entities: [entity], fromMs, toMs });
    const known = days.get(entity);
    if (days !== this.#known || (known !== undefined && (known.toMs >= toMs || !isRight(answer))))
      return;
    const past = isRight(answer) ? (answer.right.get(entity) ?? []) : undefined;
    days.set(entity, { fromMs, toMs, past });
    this.#changed();
  }
}
