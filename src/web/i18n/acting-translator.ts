import { acting } from "./en/screens.ts";
import { followingErrors as errors } from "./en/following-errors.ts";
import type { Viewing } from "./languages.ts";
import type { Errors } from "./problem-words.ts";
import { makeTranslator } from "./translator.ts";

/** The words of what is switched. */
export type ActingWords = Pick<Viewing, "acting"> & {
  readonly errors: Errors;
};

/** Loads the words of what is switched. */
export const actingTranslator = makeTranslator<ActingWords>({ acting, errors }, ({ viewing }) =>
  viewing(),
);
