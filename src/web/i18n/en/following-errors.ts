/** What happened, and what can be done about it. */
export interface ProblemWords {
  readonly what: string;
  readonly next: string;
}

/** A sentence and a next step for every code with which following a plan may be refused. */
const problems = {
  not_loaded: {
    what: "The service has no plan to work with at the moment.",
    next: "Try again soon. If it stays like this, whoever runs the service finds the reason in its log.",
  },
  unauthorized: {
    what: "Your rights do not reach that far.",
    next: "Sign in with a token that may do this, or ask an administrator.",
  },
  overloaded: {
    what: "The service has too much to do just now.",
    next: "Wait a moment and try again; your changes are still here.",
  },
  too_many_subscriptions: {
    what: "This page follows the plan too many times over.",
    next: "Load the page again.",
  },
  unknown_command: {
    what: "The service does not know what was asked of it.",
    next: "Page and service may be of different versions: load the page again, or update the service.",
  },
  unknown_error: {
    what: "Something went wrong in the service.",
    next: "Try again. Whoever runs the service finds the reason in its log.",
  },
  offline: {
    what: "The service cannot be reached.",
    next: "Your changes stay here. The page connects again by itself; then try again.",
  },
  invalid_auth: {
    what: "The service does not accept this token.",
    next: "Check it for missing characters, or ask an administrator for a new one.",
  },
  session_ended: {
    what: "Your sign-in with Home Assistant has ended.",
    next: "Sign in again. It was ended there or not used for long, or your user is no longer active.",
  },
  banned: {
    what: "The service does not accept this token, and for now no other wrong one from this address.",
    next: "Check it for missing characters: a valid one signs in at once. An administrator can make a new one.",
  },
} satisfies Readonly<Record<string, ProblemWords>>;

/** What goes wrong where a plan is only followed. */
export const followingErrors = {
  problems,
  other: {
    what: "That did not work.",
    next: "Try again. What the service said is shown below.",
  },
  /** Introduces what the service said itself, in its own words, which are English. */
  said: "The service says:",
};
