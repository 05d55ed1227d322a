import { followingErrors, type ProblemWords } from "./following-errors.ts";

const images = "PNG, JPEG, WebP or SVG";

/** What happened and what to do, for the codes of commands, sign-in, saving and images. */
const problems = {
  not_found: {
    what: "That is no longer there.",
    next: "Reload the list: the history keeps the last 20 revisions.",
  },
  not_changed: {
    what: "The change was not made.",
    next: "The reason is shown below.",
  },
  unexpected_answer: {
    what: "Unexpected response from the service.",
    next: "Page and service may have different versions: reload the page.",
  },
  connection_lost: {
    what: "The connection was lost before a response came.",
    next: "The change may have been made or not: once the page is connected again, it shows which.",
  },
  outcome_unknown: {
    what: "It is not known yet whether this was saved.",
    next: "The page finds out and shows it here; until then your changes stay as they are.",
  },
  timeout: {
    what: "The service took too long to respond.",
    next: "Try again when the connection is better.",
  },
  no_mesh: {
    what: "This mesh cannot be read.",
    next: "Check Home Assistant’s integration, then read it again.",
  },
  too_many_codes: {
    what: "Too many codes were entered.",
    next: "Wait a minute before you enter another; each further one makes the wait longer.",
  },
  http_401: {
    what: "You are no longer signed in.",
    next: "Sign in again; your changes stay here.",
  },
  home_assistant_unavailable: {
    what: "Home Assistant cannot be reached.",
    next: "Try again in a moment. If this persists, check whether Home Assistant is running.",
  },
  conflict: {
    what: "Somebody else saved in the meantime.",
    next: "Their changes and yours were merged; check them and save again.",
  },
  invalid_yaml: {
    what: "This text is not valid YAML.",
    next: "Correct it at the place shown; the plan was not changed.",
  },
  invalid_format: {
    what: "The service cannot accept this.",
    next: "The reason is shown below. Nothing was saved, and your changes are still here.",
  },
  id_reuse: {
    what: "Page and service are out of step.",
    next: "Reload the page; you can restore unsaved changes afterwards.",
  },
  origin_refused: {
    what: "The service takes this page for a foreign one.",
    next: "The proxy in front of the service must pass on the name in the address bar (Host), or the service must be started with it in --origins.",
  },
  sign_in_refused: {
    what: "Home Assistant did not sign you in.",
    next: "Sign in again: the sign-in may have taken too long, or your user there is not active.",
  },
  sign_in_strange: {
    what: "This sign-in was not started in this tab.",
    next: "Sign in again in this tab, and keep it open meanwhile.",
  },
  link_used: {
    what: "This link has already been used.",
    next: "Ask for a new one: each link works once, on one device. If nobody you know has opened it, have its token revoked.",
  },
  link_ended: {
    what: "This link has expired.",
    next: "Ask for a new one, and open it in time.",
  },
  link_unknown: {
    what: "This link is not valid, or no longer valid.",
    next: "Check that all of it was copied, or ask for a new one.",
  },
  link_banned: {
    what: "This link is not valid, and your address is banned for now.",
    next: "Ask for a new one: a valid link signs in all the same.",
  },
  access_ended: {
    what: "Your access has ended.",
    next: "The service no longer accepts this token. Ask an administrator for a new link or token, or sign in again.",
  },
  ingress_refused: {
    what: "Home Assistant does not say who you are.",
    next: "Reload the page. If this persists, ask an administrator to update Home Assistant.",
  },
  aborted: {
    what: "This was cancelled before it was done.",
    next: "Start it again whenever you like.",
  },
  image_type: {
    what: `This file is not an image that can be used: it has to be ${images}.`,
    next: "Choose another file, or save the image as one of these types.",
  },
  image_size: {
    what: "This image is larger than the service accepts.",
    next: "Make it smaller, or save it as JPEG or WebP, and try again.",
  },
  image_empty: {
    what: "This file is empty.",
    next: "Choose another file.",
  },
  image_level: {
    what: "The ID of this floor is longer than 64 characters, or has a control character.",
    next: "Give the floor another ID first.",
  },
  http_400: {
    what: "The service does not accept this image.",
    next: `Is it really ${images}? The reason is shown below.`,
  },
  http_403: {
    what: "You may not change images here.",
    next: "Sign in as an administrator; if you are one, the reason is shown below.",
  },
  http_404: {
    what: "The service does not store images at this address.",
    next: "Page and service may have different versions: reload the page.",
  },
  http_405: {
    what: "The service does not accept images in this way.",
    next: "Page and service may have different versions: reload the page.",
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
    what: "Something went wrong in the service; the image was not stored.",
    next: "Try again. If this persists, look for the reason in the service log.",
  },
  http_501: {
    what: "Images need hard links, which the service’s file system does not have; nothing was changed.",
    next: "Move the service’s data to another file system.",
  },
  http_429: {
    what: "Too many images were uploaded here in the last minute.",
    next: "Try again in a minute.",
  },
  http_503: {
    what: "The service does not accept more uploads at the moment.",
    next: "Wait a moment and try again.",
  },
  http_507: {
    what: "The service’s disk is full; nothing was changed.",
    next: "Free up space on it, then try again.",
  },
} satisfies Readonly<Record<string, ProblemWords>>;

/** Words for all problems. */
export const errors = {
  ...followingErrors,
  problems: { ...followingErrors.problems, ...problems },
};

export type ErrorsTexts = typeof errors;
