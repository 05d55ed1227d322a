import { html, type TemplateResult } from "lit";
import { problemWords } from "../i18n/problem-words.ts";
import { refusalTranslator } from "../i18n/refusal-translator.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";
import { originRefused } from "../connection/retry.ts";
import type { PlanProblem } from "../connection/plan-client.ts";
import type { Message } from "./messages.ts";
import type { Requester } from "./source.ts";

/** Loads the words, which resolve in English if the preferred ones are late. */
export const prepareWords = (languages: PreferredLanguages): Promise<void> =>
  refusalTranslator.ready(languages);

/** A sentence that ends with options of the command line, of which the name is not torn. */
const withOptions = (text: string, name: string, value: string): TemplateResult =>
  html`${text} <code><span .style=${"white-space:nowrap"}>${name}</span> ${value}</code>`;

/** What to show in place of a plan that is refused. */
export const refusalMessage = (
  refused: PlanProblem,
  asking: Requester | undefined,
  languages: PreferredLanguages,
): Message => {
  const { errors, refusal } = refusalTranslator.now(languages).texts;
  const { code } = refused;
  if (asking === "page" && code === "unknown_command") return { kind: "unset", ...refusal.unknown };
  if (asking === "user" && code === "invalid_auth")
    return { kind: "refused", ...refusal.unknownUser };
  if (code === originRefused) {
    const { origin, protocol } = location;
    // A page from a file has no origin that a service could allow.
    if (protocol === "file:") return { kind: "refused", ...refusal.file };
    const { title, text } = refusal.origin;
    return { kind: "refused", title, text: withOptions(text, "--origins", origin) };
  }
  const { what, next, said } = problemWords(errors, refused);
  return { kind: "refused", title: what, text: next, more: said };
};
