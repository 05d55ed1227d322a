import { card, live } from "./en/screens.ts";
import { drawing } from "./en/kinds.ts";
import type { Viewing } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** The words of the card. */
export type CardWords = Pick<Viewing, "card" | "drawing" | "live">;

/** Loads the words of the card. */
export const cardTranslator = makeTranslator<CardWords>({ card, drawing, live }, ({ viewing }) =>
  viewing(),
);
