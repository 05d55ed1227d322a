/** What the codes mean of errors that have to do with Home Assistant, for the documents: when each is answered. */
export const hassErrors = {
  home_assistant_unavailable: "Home Assistant cannot be asked for now; the message says why",
  timeout: "Home Assistant has not answered in time",
  too_many_codes:
    "a user called more actions with a code than `code-calls`; the message says when the next may come",
} as const satisfies Readonly<Record<string, string>>;

/** Of a command that Home Assistant is asked for. Beside these, its own codes come through as they are. */
export const askingErrors = ["home_assistant_unavailable", "timeout", "overloaded"] as const;
