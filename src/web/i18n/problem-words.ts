import { html, type TemplateResult } from "lit";
import type { ProblemWords } from "./en/following-errors.ts";

/** Words for problems, by code. */
export interface Errors {
  readonly problems: Readonly<Record<string, ProblemWords>>;
  /** For codes without words of their own. */
  readonly other: ProblemWords;
  readonly said: string;
}

/** The service's own message, an English sentence, and its introduction. */
export interface ServiceMessage {
  readonly intro: string;
  readonly message: string;
}

/** A problem in words: what happened, what to do next, and the service's message if that says more. */
export interface WordedProblem extends ProblemWords {
  readonly said: ServiceMessage | undefined;
}

/** Codes whose words are complete: the service's message would only repeat them less kindly. */
const complete: ReadonlySet<string> = new Set([
  "access_ended",
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
  "session_ended",
  "suspended",
]);

/** Puts a problem into words by its code. */
export const problemWords = (
  words: Errors,
  { code, message }: { readonly code: string; readonly message: string },
): WordedProblem => {
  const known = Object.hasOwn(words.problems, code) ? words.problems[code] : undefined;
  const { what, next } = known ?? words.other;
  const hasMore = message !== "" && !complete.has(code);
  return { what, next, said: hasMore ? { intro: words.said, message } : undefined };
};

/** The service's message, marked as English for screen readers. */
export const serviceMessageView = ({ intro, message }: ServiceMessage): TemplateResult =>
  html`${intro} <span lang="en">${message}</span>`;
