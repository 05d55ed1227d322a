import { type Language, languages } from "./languages.ts";

/** Tags of languages as browsers and Home Assistant give them, such as `de-AT`, the best one first. */
export type PreferredLanguages = readonly (string | undefined)[];

/** Words, and the language that they are in. */
export interface Translation<Texts> {
  /** BCP 47 tag of the words, with the wanted region: how numbers and dates are written, and what `lang` says. */
  readonly language: string;
  readonly texts: Texts;
}

/** Finds the words of the first of the wanted languages that there is; English ones as long as those are not here. */
export interface Translator<Texts> {
  /** The words of this moment; the same texts as long as the language is the same. */
  readonly now: (wanted: PreferredLanguages) => Translation<Texts>;
  /** Whether words are still on their way. */
  readonly isLoading: (wanted: PreferredLanguages) => boolean;
  /** Gets the words where they are not here yet. Resolves once they are, or cannot be had before the next start. */
  readonly load: (wanted: PreferredLanguages) => Promise<void>;
  /** The same, for who would rather wait a moment than change the language before somebody's eyes: at most two seconds. */
  readonly ready: (wanted: PreferredLanguages) => Promise<void>;
}

const english = "en";
const patienceMs = 2000;

/** A tag in its canonical form, with its region and whatever follows; undefined for what is no tag. */
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

/** Makes a translator of the English words, which are here, and of how the same words of another language are loaded. */
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
