/** What happened, and what can be done about it. */
export interface ProblemWords {
  readonly what: string;
  readonly next: string;
}

const images = "PNG, JPEG, WebP or SVG";

/** A sentence and a next step for every code of the service, of HTTP and of the client. */
const problems = {
  conflict: {
    what: "Somebody else saved meanwhile.",
    next: "Their changes and yours are put together; look at them and save again.",
  },
  not_loaded: {
    what: "The service has no plan to work with at the moment.",
    next: "Try again soon. If it stays like this, whoever runs the service finds the reason in its log.",
  },
  not_found: {
    what: "That is no longer there.",
    next: "Load the list again: the history keeps the last 20 plans.",
  },
  invalid_yaml: {
    what: "This text is no valid YAML.",
    next: "Correct it at the place that is named; the plan was not touched.",
  },
  invalid_format: {
    what: "The service cannot take this as it is.",
    next: "What is wrong is named below. Nothing was saved, and your changes are still here.",
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
  id_reuse: {
    what: "The page and the service got out of step.",
    next: "Load the page again; unsaved changes are offered to you afterwards.",
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
  sign_in_refused: {
    what: "Home Assistant did not let you in.",
    next: "Sign in again: what it gave may have been too old, or your user there is not active.",
  },
  sign_in_strange: {
    what: "This sign-in was not begun in this tab.",
    next: "Sign in again, and keep the tab open meanwhile.",
  },
  access_ended: {
    what: "Your access has ended.",
    next: "The service no longer takes this token. Sign in again, or ask an administrator for a new one.",
  },
  session_ended: {
    what: "Your sign-in with Home Assistant has ended.",
    next: "Sign in again. It was ended there or not used for long, or your user is no longer active.",
  },
  ingress_refused: {
    what: "Home Assistant does not say who you are.",
    next: "Load the page again. If it stays so, ask an administrator to update Home Assistant.",
  },
  banned: {
    what: "The service does not accept this token, and for now no other wrong one from this address.",
    next: "Check it for missing characters: a valid one signs in at once. An administrator can make a new one.",
  },
  aborted: {
    what: "This was ended before it was done.",
    next: "Begin it again whenever you like.",
  },
  image_type: {
    what: `This file is no image that can be used: it has to be ${images}.`,
    next: "Choose another file, or save the image as one of these types.",
  },
  image_size: {
    what: "This image is larger than the service takes.",
    next: "Make it smaller, or save it as JPEG or WebP, and try again.",
  },
  image_empty: {
    what: "This file is empty.",
    next: "Choose another one.",
  },
  image_level: {
    what: "This level's id is longer than 64 characters, or holds a control character.",
    next: "Give the level another id first.",
  },
  http_400: {
    what: "The service does not take this image.",
    next: `Is it really ${images}? The reason is named below.`,
  },
  http_401: {
    what: "You are no longer signed in.",
    next: "Sign in again; your changes stay here.",
  },
  http_403: {
    what: "You may not change images here.",
    next: "Sign in as an administrator; if you are one, the reason is named below.",
  },
  http_404: {
    what: "The service has no place for images under this address.",
    next: "Page and service may be of different versions: load the page again.",
  },
  http_405: {
    what: "The service does not take images in this way.",
    next: "Page and service may be of different versions: load the page again.",
  },
  http_408: {
    what: "The upload took too long.",
    next: "Try again over a faster connection, or with a smaller image.",
  },
  http_413: {
    what: "This image is too large for the service.",
    next: "Make it smaller, or save it as JPEG or WebP, and try again.",
  },
  http_500: {
    what: "Something went wrong in the service; the image was not kept.",
    next: "Try again. Whoever runs the service finds the reason in its log.",
  },
  http_503: {
    what: "The service takes no more uploads just now.",
    next: "Wait a moment and try again.",
  },
  http_507: {
    what: "The service's disk is full; nothing was changed.",
    next: "Whoever runs the service has to make room first.",
  },
} satisfies Readonly<Record<string, ProblemWords>>;

export const errors = {
  problems,
  other: {
    what: "That did not work.",
    next: "Try again. What the service said is shown below.",
  },
  /** Introduces what the service said itself, in its own words, which are English. */
  said: "The service says:",
};

export type ErrorsTexts = typeof errors;
