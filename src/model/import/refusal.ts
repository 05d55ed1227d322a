import type { ImportRefusal, Loss, LossKind, RefusalDetail, RefusalKind } from "./import-result.ts";

/** What files of other systems may cost; each is a named setting, and reaching it gives a refusal that names it. */
export interface ImportLimits {
  /** Bytes of all given files together. */
  readonly importBytes: number;
  /** Bytes of all that is taken out of archives, together. */
  readonly importUnpackedBytes: number;
  /** Entries of an archive. */
  readonly importEntries: number;
  /** Elements of an XML file, or values of a JSON file. */
  readonly importElements: number;
  /** Characters of one text or name. */
  readonly importText: number;
  /** Levels of nesting. */
  readonly importDepth: number;
  /** Metres that anything may be away from the origin, or long. */
  readonly importMetres: number;
  /** Floors of a plan. */
  readonly importFloors: number;
  /** Corners of a room. */
  readonly importCorners: number;
  /** Walls, edges of rooms and openings together: each is held against the others. */
  readonly importWalls: number;
  /** Edges of rooms that one opening could be in: real homes have two or three at a place. */
  readonly importNear: number;
  /** Plans of a history. */
  readonly importPlans: number;
  /** Bytes of a plan as JSON; the service's `plan-bytes`. */
  readonly planBytes: number;
  /** Levels of nesting of a plan; the service's `plan-depth`. */
  readonly planDepth: number;
}

/** Enough for the largest houses that people draw, and what a browser can hold; the command line has an option for each. */
export const usualLimits: ImportLimits = {
  importBytes: 256 * 1024 * 1024,
  importUnpackedBytes: 128 * 1024 * 1024,
  importEntries: 20_000,
  importElements: 1_000_000,
  importText: 100_000,
  importDepth: 128,
  importMetres: 10_000,
  importFloors: 200,
  importCorners: 10_000,
  importWalls: 5000,
  importNear: 100,
  importPlans: 1000,
  planBytes: 16 * 1024 * 1024,
  planDepth: 128,
};

/** A limit as it is called where it is set and in refusals, such as `import-entries`. */
export const limitName = (limit: keyof ImportLimits): string =>
  limit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Characters that end lines, turn text around or are not seen at all. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters of a text that are shown at most. */
const longest = 120;

/** A text from a file as it may be shown whole: without characters that are not seen, or that a terminal would obey. */
export const printableWhole = (text: string): string => text.replaceAll(unseen, "\u{fffd}");

/** A text from a file as it may be shown in a sentence: short, and without characters that are not seen. */
export const printable = (text: string): string =>
  printableWhole(text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Whether a text has control characters, other than those that make lines and columns. */
export const hasControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 127 && code < 160))
      return true;
  }
  return false;
};

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

/** So many names are told of what is lost. */
const mostNames = 5;

/** Notes what a plan lacks of the files that it is made of. */
export class Losses {
  readonly #lost = new Map<LossKind, { count: number; readonly names: string[] }>();

  /** One more of a kind, or several; by its name where it has one. */
  add(what: LossKind, name = "", count = 1): void {
    if (count === 0) return;
    const loss = this.#lost.get(what) ?? { count: 0, names: [] };
    loss.count += count;
    if (name !== "" && loss.names.length < mostNames) loss.names.push(printable(name));
    this.#lost.set(what, loss);
  }

  /** All of them, in the order in which they were met first. */
  list(): readonly Loss[] {
    return [...this.#lost].map(([what, { count, names }]) => ({ what, count, names }));
  }
}
