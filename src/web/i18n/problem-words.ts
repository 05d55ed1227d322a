import { html, type TemplateResult } from "lit";
import type { ProblemWords } from "./en/following-errors.ts";

/** The words of what may go wrong somewhere. */
export interface Errors {
  readonly problems: Readonly<Record<string, ProblemWords>>;
  /** Of whatever has no words of its own. */
  readonly other: ProblemWords;
  readonly said: string;
}

/** What the service said itself: a sentence in English, and what introduces it. */
export interface ServiceMessage {
  readonly intro: string;
  readonly message: string;
}

/** A problem in words: what happened, what to do next, and what the service said where that tells more. */
export interface WordedProblem extends ProblemWords {
  readonly said: ServiceMessage | undefined;
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
  "link_ended",
  "link_unknown",
  "link_used",
  "offline",
]);

/** Puts a problem into plain words, by its code. */
export const problemWords = (
  words: Errors,
  { code, message }: { readonly code: string; readonly message: string },
): WordedProblem => {
  const known = Object.hasOwn(words.problems, code) ? words.problems[code] : undefined;
  const { what, next } = known ?? words.other;
  const hasMore = message !== "" && !complete.has(code);
  return { what, next, said: hasMore ? { intro: words.said, message } : undefined };
};

/** What the service said, marked as the English that it is for whoever has it read aloud. */
export const serviceMessageView = ({ intro, message }: ServiceMessage): TemplateResult =>
  html`${intro} <span lang="en">${message}</span>`;
