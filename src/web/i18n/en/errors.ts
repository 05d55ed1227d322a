import { followingErrors, type ProblemWords } from "./following-errors.ts";

const images = "PNG, JPEG, WebP or SVG";

/** A sentence and a next step for the codes that come of asking, of signing in, of saving and of images. */
const problems = {
  not_found: {
    what: "That is no longer there.",
    next: "Load the list again: the history keeps the last 20 plans.",
  },
  not_changed: {
    what: "That was not done.",
    next: "The reason is named below.",
  },
  unexpected_answer: {
    what: "The service answered something that cannot be understood.",
    next: "Load the page again; page and service may be of different versions.",
  },
  connection_lost: {
    what: "The connection was lost before an answer came.",
    next: "It may have been done or not: as soon as the page is connected again, it shows which.",
  },
  outcome_unknown: {
    what: "Nobody knows yet whether this was saved.",
    next: "The page finds out and tells it here; until then your changes stay as they are.",
  },
  timeout: {
    what: "No answer came in time.",
    next: "Try again when the connection is better.",
  },
  too_many_codes: {
    what: "Codes were entered too often.",
    next: "Wait a minute before you enter one again; after each further one the wait is longer.",
  },
  http_401: {
    what: "You are no longer signed in.",
    next: "Sign in again; your changes stay here.",
  },
  home_assistant_unavailable: {
    what: "Home Assistant cannot be reached.",
    next: "Try again in a moment. If it stays so, look whether Home Assistant is running.",
  },
  conflict: {
    what: "Somebody else saved meanwhile.",
    next: "Their changes and yours are put together; look at them and save again.",
  },
  invalid_yaml: {
    what: "This text is no valid YAML.",
    next: "Correct it at the place that is named; the plan was not touched.",
  },
  invalid_format: {
    what: "The service cannot take this as it is.",
    next: "What is wrong is named below. Nothing was saved, and your changes are still here.",
  },
  id_reuse: {
    what: "The page and the service got out of step.",
    next: "Load the page again; unsaved changes are offered to you afterwards.",
  },
  sign_in_refused: {
    what: "Home Assistant did not let you in.",
    next: "Sign in again: what it gave may have been too old, or your user there is not active.",
  },
  sign_in_strange: {
    what: "This sign-in was not begun in this tab.",
    next: "Sign in again, and keep the tab open meanwhile.",
  },
  link_used: {
    what: "This link has been used already.",
    next: "Ask for a new one: each link opens on one device, once. If nobody you know has opened it, have its token revoked.",
  },
  link_ended: {
    what: "This link has ended.",
    next: "Ask for a new one, and open it in time.",
  },
  link_unknown: {
    what: "This link is not valid, or not any more.",
    next: "Check that all of it was copied, or ask for a new one.",
  },
  link_banned: {
    what: "This link opens nothing, and for now no other wrong one does from this address.",
    next: "Ask for a new one: a valid link signs in at once.",
  },
  access_ended: {
    what: "Your access has ended.",
    next: "The service no longer takes this token. Sign in again, or ask an administrator for a new one.",
  },
  ingress_refused: {
    what: "Home Assistant does not say who you are.",
    next: "Load the page again. If it stays so, ask an administrator to update Home Assistant.",
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
  http_501: {
    what: "The service's disk gives a file one name alone, and images need two; nothing was changed.",
    next: "Whoever runs the service has to put its data on another file system.",
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

/** All that goes wrong. */
export const errors = {
  ...followingErrors,
  problems: { ...followingErrors.problems, ...problems },
};

export type ErrorsTexts = typeof errors;
