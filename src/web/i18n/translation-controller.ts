import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PreferredLanguages, Translator, Translation } from "./translator.ts";
import type { Hass } from "../home-assistant/home-assistant.ts";

/** The languages of whoever uses this browser. */
export const browserLanguages = (): PreferredLanguages => navigator.languages;

/** The language that somebody has chosen, else the browser's. */
export const preferredLanguages = (chosen: string | undefined): PreferredLanguages =>
  chosen === undefined ? browserLanguages() : [chosen];

/** Gives an element its words: loads them, draws it again once they are here, and sets its `lang` to their language. */
export class TranslationController<Texts> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #translator: Translator<Texts>;
  readonly #wanted: () => PreferredLanguages;

  /** `wanted` is asked at each update, for elements that are told their language. */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    translator: Translator<Texts>,
    wanted: () => PreferredLanguages = browserLanguages,
  ) {
    this.#host = host;
    this.#translator = translator;
    this.#wanted = wanted;
    host.addController(this);
  }

  get translation(): Translation<Texts> {
    return this.#translator.now(this.#wanted());
  }

  get texts(): Texts {
    return this.translation.texts;
  }

  /** Whether words that are better understood are on their way. */
  get isLoading(): boolean {
    return this.#translator.isLoading(this.#wanted());
  }

  /** The words for what is said once, and not drawn again when better ones are here: it waits a moment for those. */
  async ready(): Promise<Texts> {
    await this.#translator.ready(this.#wanted());
    return this.texts;
  }

  hostUpdate(): void {
    const { language } = this.translation;
    // Written again, it would style all that is in the element anew.
    if (this.#host.lang !== language) this.#host.lang = language;
    const loading = this.#translator.load(this.#wanted());
    if (this.isLoading) void this.#drawAfter(loading);
  }

  async #drawAfter(loading: Promise<void>): Promise<void> {
    await loading;
    this.#host.requestUpdate();
  }
}

/** The language that somebody has chosen in Home Assistant; the browser's outside of it. */
export const languagesOf = (hass: Hass | undefined): PreferredLanguages =>
  preferredLanguages(hass?.language);
