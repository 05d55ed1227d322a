import { type Language, languages } from "./languages.ts";

/** Language tags as given by browsers and Home Assistant, such as `de-AT`, best first. */
export type PreferredLanguages = readonly (string | undefined)[];

/** Words and their actual language. */
export interface Translation<Texts> {
  /** BCP 47 tag of the words with the preferred region, for `lang` and for formatting numbers and dates. */
  readonly language: string;
  readonly texts: Texts;
}

/** Provides words in the first supported language, and in English until those are loaded. */
export interface Translator<Texts> {
  /** The current words; the same object while the language is the same. */
  readonly now: (wanted: PreferredLanguages) => Translation<Texts>;
  /** Whether words are still loading. */
  readonly isLoading: (wanted: PreferredLanguages) => boolean;
  /** Loads the words if needed. Resolves once they are there, or have failed for this session. */
  readonly load: (wanted: PreferredLanguages) => Promise<void>;
  /**
   * Loads the words, but resolves after two seconds at most: to wait a moment rather than switch the language visibly.
   */
  readonly ready: (wanted: PreferredLanguages) => Promise<void>;
}

const english = "en";
const patienceMs = 2000;

/** Canonicalizes a tag, including its region; undefined if invalid. */
const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
};

const codeOf = (tag: string): string => tag.split("-")[0] ?? tag;

const isSupported = (tag: string): boolean => codeOf(tag) === english || languages.has(codeOf(tag));

const chosen = (wanted: PreferredLanguages): string =>
  wanted
    .flatMap((tag) => (tag === undefined ? [] : [canonical(tag)]))
    .find((tag) => tag !== undefined && isSupported(tag)) ?? english;

/** Makes a speaker from the built-in English words and a function that loads another language. */
export const makeTranslator = <Texts>(
  built: Texts,
  get: (language: Language, code: string) => Promise<Texts>,
): Translator<Texts> => {
  const here = new Map<string, Texts>([[english, built]]);
  const loads = new Map<string, Promise<void>>();
  const coming = new Set<string>();
  const begin = async (code: string, language: Language): Promise<void> => {
    coming.add(code);
    try {
      here.set(code, await get(language, code));
    } catch (error) {
      console.warn(
        `floorplan: the words of "${code}" could not be loaded, so English stays`,
        error,
      );
    } finally {
      coming.delete(code);
    }
  };
  const load = async (wanted: PreferredLanguages): Promise<void> => {
    const code = codeOf(chosen(wanted));
    const language = languages.get(code);
    if (language === undefined) return;
    const loading = loads.get(code) ?? begin(code, language);
    loads.set(code, loading);
    await loading;
  };
  return {
    now: (wanted) => {
      const language = chosen(wanted);
      const texts = here.get(codeOf(language));
      return texts === undefined ? { language: english, texts: built } : { language, texts };
    },
    isLoading: (wanted) => coming.has(codeOf(chosen(wanted))),
    load,
    ready: (wanted) =>
      Promise.race([
        load(wanted),
        new Promise<void>((resolve) => {
          setTimeout(resolve, patienceMs);
        }),
      ]),
  };
};
