/** What the integration's own error codes mean, for the documents: when each is answered. */
export const floorplanErrors = {
  conflict: "`rev` is not the stored revision, which the message names",
  not_loaded: "the plan is being loaded, or can no longer be saved; the message says why",
  outcome_unknown:
    "nobody knows whether this save was stored, or will be; the plan that is stored tells, a few seconds later for certain",
  invalid_yaml:
    "the text cannot be parsed, or the data not dumped; with line and column where there is one",
} as const satisfies Readonly<Record<string, string>>;
