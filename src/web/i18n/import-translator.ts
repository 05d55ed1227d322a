import * as english from "./en/import.ts";
import { type Language, languages } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** The words of the import dialog. */
export type ImportTexts = { readonly [Section in keyof typeof english]: (typeof english)[Section] };

/** How to load the words in each language. They are known only here, to keep the card small. */
const ways: ReadonlyMap<Language | undefined, () => Promise<ImportTexts>> = new Map([
  [languages.get("de"), () => import("./de/import.ts")],
  [languages.get("fr"), () => import("./fr/import.ts")],
]);

/** Loads the words of the import dialog. */
export const importTranslator = makeTranslator<ImportTexts>(
  { ...english },
  async (language) => (await ways.get(language)?.()) ?? english,
);
