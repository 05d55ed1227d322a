import { errors } from "./en/errors.ts";
import { page } from "./en/screens.ts";
import type { Viewing } from "./languages.ts";
import { makeTranslator } from "./translator.ts";

/** The words of the page around card and editor. */
export type PageWords = Pick<Viewing, "page" | "errors">;

/** Loads the words of the page. */
export const pageTranslator = makeTranslator<PageWords>({ page, errors }, ({ viewing }) =>
  viewing(),
);
