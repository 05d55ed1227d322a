/** What happened, and what can be done about it. */
export interface ProblemWords {
  readonly what: string;
  readonly next: string;
}

/** A sentence and a next step for every code of the service and of the client that whoever only looks may meet. */
const problems = {
  not_loaded: {
    what: "The service has no plan to work with at the moment.",
    next: "Try again soon. If it stays like this, whoever runs the service finds the reason in its log.",
  },
  not_found: {
    what: "That is no longer there.",
    next: "Load the list again: the history keeps the last 20 plans.",
  },
  unauthorized: {
    what: "This is for administrators only.",
    next: "Sign in with an administrator's token, or ask an administrator.",
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
  unexpected_answer: {
    what: "The service answered something that cannot be understood.",
    next: "Load the page again; page and service may be of different versions.",
  },
  offline: {
    what: "The service cannot be reached.",
    next: "Your changes stay here. The page connects again by itself; then try again.",
  },
  connection_lost: {
    what: "The connection was lost before an answer came.",
    next: "It may have been done or not: as soon as the page is connected again, it shows which.",
  },
  timeout: {
    what: "No answer came in time.",
    next: "Try again when the connection is better.",
  },
  invalid_auth: {
    what: "The service does not accept this token.",
    next: "Check it for missing characters, or ask an administrator for a new one.",
  },
  home_assistant_unavailable: {
    what: "Home Assistant cannot be reached.",
    next: "Try again in a moment. If it stays so, look whether Home Assistant is running.",
  },
  session_ended: {
    what: "Your sign-in with Home Assistant has ended.",
    next: "Sign in again. It was ended there or not used for long, or your user is no longer active.",
  },
  banned: {
    what: "The service does not accept this token, and for now no other wrong one from this address.",
    next: "Check it for missing characters: a valid one signs in at once. An administrator can make a new one.",
  },
  http_401: {
    what: "You are no longer signed in.",
    next: "Sign in again; your changes stay here.",
  },
} satisfies Readonly<Record<string, ProblemWords>>;

/** What goes wrong where a plan is only looked at. */
export const followingErrors = {
  problems,
  other: {
    what: "That did not work.",
    next: "Try again. What the service said is shown below.",
  },
  /** Introduces what the service said itself, in its own words, which are English. */
  said: "The service says:",
};
