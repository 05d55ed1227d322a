import type { ImportRefusal, RefusalDetail, RefusalKind } from "./import-result.ts";
import { type ImportLimits, limitName } from "../../import/limits.ts";
import { printable } from "../../import/shown.ts";

/**
 * Ends the reading of files that are refused. It is thrown in this room alone, from within the
 * callbacks of parsers as well, and becomes a value at its door, in `readFiles`.
 */
export class Refused extends Error {
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(`${refusal.file}: ${refusal.why}`);
    this.refusal = refusal;
  }
}

/** Refuses a file, for something at a place of it. */
export const refuse = (
  why: RefusalKind,
  file: string,
  detail: Partial<RefusalDetail> = {},
): never => {
  const { place = "", limit = "", most = 0, expected = "" } = detail;
  throw new Refused({
    why,
    file: printable(file),
    detail: { place: printable(place), limit, most, expected: printable(expected) },
  });
};

/** Refuses a file that has more of something than a limit allows. */
export const checkLimit = (
  limits: ImportLimits,
  limit: keyof ImportLimits,
  found: number,
  file: string,
  place = "",
): void => {
  const most = limits[limit];
  if (!(found <= most)) refuse("limit", file, { place, limit: limitName(limit), most });
};
