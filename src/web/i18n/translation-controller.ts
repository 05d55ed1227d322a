import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PreferredLanguages, Translator, Translation } from "./translator.ts";
import type { Hass } from "../home-assistant/home-assistant.ts";

/** The browser's preferred languages. */
export const browserLanguages = (): PreferredLanguages => navigator.languages;

/** The chosen language, else the browser's. */
export const preferredLanguages = (chosen: string | undefined): PreferredLanguages =>
  chosen === undefined ? browserLanguages() : [chosen];

/**
 * Gives an element its words: loads them, renders again once they are there, and sets `lang` to their actual language.
 */
export class TranslationController<Texts> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #translator: Translator<Texts>;
  readonly #wanted: () => PreferredLanguages;

  /** `wanted` is called at each update, for elements that are given a language. */
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

  /** Whether words of a better language are still loading. */
  get isLoading(): boolean {
    return this.#translator.isLoading(this.#wanted());
  }

  /** The words for messages that are not rendered again: waits a moment for the better language. */
  async ready(): Promise<Texts> {
    await this.#translator.ready(this.#wanted());
    return this.texts;
  }

  hostUpdate(): void {
    const { language } = this.translation;
    // Setting it again would restyle the whole element.
    if (this.#host.lang !== language) this.#host.lang = language;
    const loading = this.#translator.load(this.#wanted());
    if (this.isLoading) void this.#drawAfter(loading);
  }

  async #drawAfter(loading: Promise<void>): Promise<void> {
    await loading;
    this.#host.requestUpdate();
  }
}

/** The language chosen in Home Assistant; outside of it the browser's. */
export const languagesOf = (hass: Hass | undefined): PreferredLanguages =>
  preferredLanguages(hass?.language);
