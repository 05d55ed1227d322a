import type { Other } from "./other.ts";
import { Presence, type Surroundings } from "./presence.ts";
import { Savers } from "./savers.ts";

/** The others who work on the plan: who is editing now, and who saved what came in. */
export class Together {
  readonly savers: Savers;
  readonly #presence: Presence;
  readonly #end: () => void;

  constructor(around: Surroundings) {
    this.savers = new Savers(around.client);
    this.#end = around.session.subscribe((state) => this.savers.follow(state));
    this.#presence = new Presence(around);
  }

  /** Those who are editing now; another list whenever something of it is new. */
  get others(): readonly Other[] {
    return this.#presence.others;
  }

  close(): void {
    this.#end();
    this.#presence.close();
  }
}
