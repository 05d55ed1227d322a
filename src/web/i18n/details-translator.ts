import { acting, details } from "./en/screens.ts";
import { drawing } from "./en/kinds.ts";
import { followingErrors as errors } from "./en/following-errors.ts";
import type { Viewing } from "./languages.ts";
import type { Errors } from "./problem-words.ts";
import { makeTranslator } from "./translator.ts";

/** The words of the details panel. */
export type DetailsWords = Pick<Viewing, "acting" | "details" | "drawing"> & {
  readonly errors: Errors;
};

/** Loads the words of the details panel. */
export const detailsTranslator = makeTranslator<DetailsWords>(
  { acting, details, drawing, errors },
  ({ viewing }) => viewing(),
);
