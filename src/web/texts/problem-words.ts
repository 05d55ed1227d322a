import type { ErrorsTexts, ProblemWords } from "./en/errors.ts";

/** What the service said itself: a sentence in English, and what introduces it. */
export interface Said {
  readonly intro: string;
  readonly message: string;
}

/** A problem in words: what happened, what to do next, and what the service said where that tells more. */
export interface WordedProblem extends ProblemWords {
  readonly said: Said | undefined;
}

/** Codes whose words leave nothing to add: the service's own would only say the same less kindly. */
const complete: ReadonlySet<string> = new Set([
  "aborted",
  "conflict",
  "connection_lost",
  "id_reuse",
  "image_empty",
  "image_level",
  "image_size",
  "image_type",
  "invalid_auth",
  "http_401",
  "offline",
  "unauthorized",
]);

const isKnown = (words: ErrorsTexts, code: string): code is keyof ErrorsTexts["problems"] =>
  Object.hasOwn(words.problems, code);

/** Puts a problem into plain words, by its code. */
export const problemWords = (
  words: ErrorsTexts,
  { code, message }: { readonly code: string; readonly message: string },
): WordedProblem => {
  const { what, next } = isKnown(words, code) ? words.problems[code] : words.other;
  const hasMore = message !== "" && !complete.has(code);
  return { what, next, said: hasMore ? { intro: words.said, message } : undefined };
};
