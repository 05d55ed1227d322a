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
    return { kind: "refused", ...(protocol === "file:" ? refusal.file : refusal.origin(origin)) };
  }
  const { what, next, said } = problemWords(errors, refused);
  return { kind: "refused", title: what, text: next, more: said };
};
