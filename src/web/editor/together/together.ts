import type { Collaborator } from "./other.ts";
import { Presence, type PresenceContext } from "../../store/presence.ts";
import { Attribution } from "../../store/attribution.ts";

/** The others who work on the plan: who is editing now, and who saved what came in. */
export class Collaboration {
  readonly attribution: Attribution;
  readonly #presence: Presence;
  readonly #end: () => void;

  constructor(around: PresenceContext) {
    this.attribution = new Attribution(around.client);
    this.#end = around.session.subscribe((state) => this.attribution.follow(state));
    this.#presence = new Presence(around);
  }

  /** Those who are editing now; another list whenever something of it is new. */
  get others(): readonly Collaborator[] {
    return this.#presence.others;
  }

  close(): void {
    this.#end();
    this.#presence.close();
  }
}
