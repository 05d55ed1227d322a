import type { Action } from "./action.ts";

/** An action that leads the browser somewhere. */
export type Leading = Action & { readonly kind: "navigate" | "url" };

/** Whether an action leads the browser somewhere. */
export const isLeading = (action: Action): action is Leading =>
  action.kind === "navigate" || action.kind === "url";

/** What the plan says of where it leads. */
const writtenIn = (action: Leading): string =>
  action.kind === "navigate" ? action.path : action.url;

/**
 * Where an action leads from the page at `here`, by the browser's own reading of addresses: to one of http or
 * https, by `navigate` only within that page's origin. Nothing for all else, above all for `javascript:`, which
 * would run with the rights of whoever touches the plan.
 */
export const addressOf = (action: Leading, here: string): URL | undefined => {
  const written = writtenIn(action);
  if (!URL.canParse(written, here)) return undefined;
  const url = new URL(written, here);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return action.kind === "navigate" && url.origin !== new URL(here).origin ? undefined : url;
};

/** Some page's address: paths lead on from it, and whatever else leads to another origin. */
const anywhere = "https://plan.invalid/";

/** Whether an address of a plan is more than a path: it names a host, or a scheme that is not the web's. */
export const isElsewhere = (written: string): boolean =>
  !URL.canParse(written, anywhere) ||
  new URL(written, anywhere).origin !== new URL(anywhere).origin;
