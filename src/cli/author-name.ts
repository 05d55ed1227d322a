import { readAuthor } from "../plan/plan-codecs.ts";

/** The name of whoever saved a revision, as a terminal may show it; undefined where it is not known. */
export const authorName = (by: unknown): string | undefined =>
  // Home Assistant's names may hold anything, also what a terminal would obey.
  readAuthor(by)?.name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
