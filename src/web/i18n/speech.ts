import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PreferredLanguages, Speaker, Spoken } from "./speaker.ts";
import type { Hass } from "../home-assistant/home-assistant.ts";

/** The languages of whoever uses this browser. */
export const browserLanguages = (): PreferredLanguages => navigator.languages;

/** The language that somebody has chosen, else the browser's. */
export const chosenOrBrowsers = (chosen: string | undefined): PreferredLanguages =>
  chosen === undefined ? browserLanguages() : [chosen];

/** Lets an element speak: gets its words, draws it again once they are here, and says by its `lang` what it really speaks. */
export class Speech<Texts> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #speaker: Speaker<Texts>;
  readonly #wanted: () => PreferredLanguages;

  /** `wanted` is asked at each update, for elements that are told their language. */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    speaker: Speaker<Texts>,
    wanted: () => PreferredLanguages = browserLanguages,
  ) {
    this.#host = host;
    this.#speaker = speaker;
    this.#wanted = wanted;
    host.addController(this);
  }

  get spoken(): Spoken<Texts> {
    return this.#speaker.now(this.#wanted());
  }

  get texts(): Texts {
    return this.spoken.texts;
  }

  /** Whether words that are better understood are on their way. */
  get isComing(): boolean {
    return this.#speaker.isComing(this.#wanted());
  }

  /** The words for what is said once, and not drawn again when better ones are here: it waits a moment for those. */
  async ready(): Promise<Texts> {
    await this.#speaker.ready(this.#wanted());
    return this.texts;
  }

  hostUpdate(): void {
    const { language } = this.spoken;
    // Written again, it would style all that is in the element anew.
    if (this.#host.lang !== language) this.#host.lang = language;
    const loading = this.#speaker.load(this.#wanted());
    if (this.isComing) void this.#drawAfter(loading);
  }

  async #drawAfter(loading: Promise<void>): Promise<void> {
    await loading;
    this.#host.requestUpdate();
  }
}

/** The language that somebody has chosen in Home Assistant; the browser's outside of it. */
export const languagesOf = (hass: Hass | undefined): PreferredLanguages =>
  chosenOrBrowsers(hass?.language);
