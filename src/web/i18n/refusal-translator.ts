import { refusal } from "./en/screens.ts";
import { followingErrors as errors } from "./en/following-errors.ts";
import type { Viewing } from "./languages.ts";
import type { Errors } from "./problem-words.ts";
import { makeTranslator } from "./translator.ts";

/** The words of refusals. */
export type RefusalWords = Pick<Viewing, "refusal"> & {
  readonly errors: Errors;
};

/** Loads the words of refusals. */
export const refusalTranslator = makeTranslator<RefusalWords>({ errors, refusal }, ({ viewing }) =>
  viewing(),
);
