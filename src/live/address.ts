import type { Action } from "../model/bindings/touch-actions.ts";

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

/** Addresses of pages that a plan may be shown on: `https:x` is a path on some, and `//host/x` leads away from all but one. */
const pages = ["http", "https"].flatMap((scheme) =>
  ["one.invalid", "other.invalid"].map((host) => `${scheme}://${host}/`),
);

/** Whether an address of a plan is more than a path: from some page it leads to another host, or to a scheme that is not the web's. */
export const isElsewhere = (written: string): boolean =>
  pages.some(
    (page) =>
      !URL.canParse(written, page) || new URL(written, page).origin !== new URL(page).origin,
  );
