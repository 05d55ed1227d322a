import * as english from "./en/taking-in.ts";
import { type Language, languages } from "./languages.ts";
import { speaker } from "./speaker.ts";

/** What an import of other programs' files says. */
export type TakingIn = { readonly [Section in keyof typeof english]: (typeof english)[Section] };

/** How its words are got in each language: known here alone, as the card, which knows the others, is to stay small. */
const ways: ReadonlyMap<Language | undefined, () => Promise<TakingIn>> = new Map([
  [languages.get("de"), () => import("./de/taking-in.ts")],
  [languages.get("fr"), () => import("./fr/taking-in.ts")],
]);

/** Speaks for the import of other programs' files. */
export const importSpeaker = speaker<TakingIn>(
  { ...english },
  async (language) => (await ways.get(language)?.()) ?? english,
);
