import { card, live } from "./en/screens.ts";
import { drawing } from "./en/kinds.ts";
import { followingErrors as errors } from "./en/following-errors.ts";
import type { Viewing } from "./languages.ts";
import type { Errors } from "./problem-words.ts";
import { makeTranslator } from "./translator.ts";

/** The words of the card. */
export type CardWords = Pick<Viewing, "card" | "drawing" | "live"> & {
  readonly errors: Errors;
};

/** Loads the words of the card. */
export const cardTranslator = makeTranslator<CardWords>(
  { card, drawing, errors, live },
  ({ viewing }) => viewing(),
);
