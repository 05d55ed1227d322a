import * as english from "./en/import.ts";
import { type Language, languages } from "./languages.ts";
import { speaker } from "./speaker.ts";

/** What an import of other programs' files says. */
export type ImportTexts = { readonly [Section in keyof typeof english]: (typeof english)[Section] };

/** How its words are got in each language: known here alone, as the card, which knows the others, is to stay small. */
const ways: ReadonlyMap<Language | undefined, () => Promise<ImportTexts>> = new Map([
  [languages.get("de"), () => import("./de/import.ts")],
  [languages.get("fr"), () => import("./fr/import.ts")],
]);

/** Speaks for the import of other programs' files. */
export const importSpeaker = speaker<ImportTexts>(
  { ...english },
  async (language) => (await ways.get(language)?.()) ?? english,
);
