import * as english from "./en/import.ts";
import { type Language, languages } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** What an import of other programs' files says. */
export type ImportTexts = { readonly [Section in keyof typeof english]: (typeof english)[Section] };

/** How its words are got in each language: known here alone, as the card, which knows the others, is to stay small. */
const ways: ReadonlyMap<Language | undefined, () => Promise<ImportTexts>> = new Map([
  [languages.get("de"), () => import("./de/import.ts")],
  [languages.get("fr"), () => import("./fr/import.ts")],
]);

/** The words for importing files of other programs. */
export const importTranslator = makeTranslator<ImportTexts>(
  { ...english },
  async (language) => (await ways.get(language)?.()) ?? english,
);
