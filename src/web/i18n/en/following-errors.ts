/** What happened, and what to do about it. */
export interface ProblemWords {
  readonly what: string;
  readonly next: string;
}

/** A sentence and a next step for every code with which following a plan may be refused. */
const problems = {
  not_loaded: {
    what: "The server has no plan to work with at the moment.",
    next: "Try again soon. If this persists, look for the reason in the server log.",
  },
  unauthorized: {
    what: "You do not have the rights to do this.",
    next: "Sign in with a token that may do this, or ask an administrator.",
  },
  overloaded: {
    what: "The server is too busy.",
    next: "Wait a moment and try again; your changes are still here.",
  },
  too_many_subscriptions: {
    what: "This page has too many subscriptions to the plan.",
    next: "Reload the page.",
  },
  unknown_command: {
    what: "The server does not know this command.",
    next: "Page and server may have different versions: reload the page, or update the server.",
  },
  unknown_error: {
    what: "Something went wrong on the server.",
    next: "Try again. If this persists, look for the reason in the server log.",
  },
  offline: {
    what: "The server cannot be reached.",
    next: "Your changes stay here. The page reconnects by itself; then try again.",
  },
  invalid_auth: {
    what: "The server does not accept this token.",
    next: "Check it for missing characters, or ask an administrator for a new one.",
  },
  session_ended: {
    what: "Your Home Assistant sign-in has ended.",
    next: "Sign in again. It was ended there or not used for long, or your user is no longer active.",
  },
  banned: {
    what: "The server does not accept this token, nor for now any other invalid one from this address.",
    next: "Check it for missing characters: a valid one signs in at once. An administrator can create a new one.",
  },
} satisfies Readonly<Record<string, ProblemWords>>;

/** What goes wrong where a plan is only followed. */
export const followingErrors = {
  problems,
  other: {
    what: "That did not work.",
    next: "Try again. The server’s message is shown below.",
  },
  /** Introduces the server's own message, which is in English. */
  said: "Message from the server:",
};
