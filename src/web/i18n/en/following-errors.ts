/** What happened, and what to do about it. */
export interface ProblemWords {
  readonly what: string;
  readonly next: string;
}

/** What happened and what to do, for every code with which following a plan may be refused. */
const problems = {
  not_loaded: {
    what: "The service has no plan to work with at the moment.",
    next: "Try again soon. If this persists, look for the reason in the service log.",
  },
  unauthorized: {
    what: "You do not have the rights to do this.",
    next: "Sign in with a token that may do this, or ask an administrator.",
  },
  overloaded: {
    what: "The service is too busy.",
    next: "Wait a moment and try again; your changes are still here.",
  },
  too_many_subscriptions: {
    what: "This page has too many subscriptions to the plan.",
    next: "Reload the page.",
  },
  unknown_command: {
    what: "The service does not know this command.",
    next: "Page and service may have different versions: reload the page, or update the service.",
  },
  unknown_error: {
    what: "Something went wrong in the service.",
    next: "Try again. If this persists, look for the reason in the service log.",
  },
  offline: {
    what: "The service cannot be reached.",
    next: "Your changes stay here. The page reconnects by itself; then try again.",
  },
  invalid_auth: {
    what: "The service does not accept this token.",
    next: "Check it for missing characters, or ask an administrator for a new one.",
  },
  session_ended: {
    what: "Your Home Assistant sign-in has ended.",
    next: "Sign in again. The sign-in was ended there or not used for long, or your user is no longer active.",
  },
  suspended: {
    what: "The provider has suspended this home.",
    next: "Nothing of it is lost, and it comes back here by itself. If you do not know why, ask the provider.",
  },
  banned: {
    what: "This token is not valid, and your address is banned for now.",
    next: "Check it for missing characters: a valid token signs in all the same. An administrator can create a new one.",
  },
} satisfies Readonly<Record<string, ProblemWords>>;

/** Words for the problems of following a plan. */
export const followingErrors = {
  problems,
  other: {
    what: "That did not work.",
    next: "Try again. The service’s message is shown below.",
  },
  /** Introduces the service's own message, which is in English. */
  said: "Message from the service:",
};
