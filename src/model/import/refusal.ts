import type {
  ImportRefusal,
  ImportLoss,
  LossKind,
  RefusalDetail,
  RefusalKind,
} from "./import-result.ts";

/** Limits on imported files; each is a named setting, and a refusal names the one exceeded. */
export interface ImportLimits {
  /** Bytes of all given files together. */
  readonly importBytes: number;
  /** Bytes unpacked from all archives together. */
  readonly importUnpackedBytes: number;
  /** Entries of an archive. */
  readonly importEntries: number;
  /** Elements of an XML file, or values of a JSON file. */
  readonly importElements: number;
  /** Characters of one text or name. */
  readonly importText: number;
  /** Levels of nesting. */
  readonly importDepth: number;
  /** Metres from the origin, or of a length. */
  readonly importMetres: number;
  /** Floors of a plan. */
  readonly importFloors: number;
  /** Corners of a room. */
  readonly importCorners: number;
  /** Walls, room edges and openings together, since each is compared with the others. */
  readonly importWalls: number;
  /** Room edges that one opening could be in; real homes have two or three at a place. */
  readonly importNear: number;
  /** Plans of a history. */
  readonly importPlans: number;
  /** Bytes of a plan as JSON; the service's `plan-bytes`. */
  readonly planBytes: number;
  /** Levels of nesting of a plan; the service's `plan-depth`. */
  readonly planDepth: number;
}

/**
 * Enough for the largest houses that people draw, and within a browser's memory; the command line has an option for
 * each.
 */
export const defaultImportLimits: ImportLimits = {
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

/** A limit's name in options and refusals, such as `import-entries`. */
export const limitName = (limit: keyof ImportLimits): string =>
  limit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Characters that end lines, reorder text or are invisible. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Most characters of a shown text. */
const longest = 120;

/** A text from a file at full length, without invisible characters or terminal controls. */
export const printableWhole = (text: string): string => text.replaceAll(unseen, "\u{fffd}");

/** The same, shortened for a sentence. */
export const printable = (text: string): string =>
  printableWhole(text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Whether a text has control characters other than line ends and tabs. */
export const hasControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 127 && code < 160))
      return true;
  }
  return false;
};

/**
 * Ends the reading of refused files. Thrown only in this folder, since parser callbacks cannot return it; `readFiles`
 * turns it into a value.
 */
export class ImportRefused extends Error {
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(`${refusal.file}: ${refusal.why}`);
    this.refusal = refusal;
  }
}

/** Refuses a file, for a problem at a place in it. */
export const refuse = (
  why: RefusalKind,
  file: string,
  detail: Partial<RefusalDetail> = {},
): never => {
  const { place = "", limit = "", most = 0, expected = "" } = detail;
  throw new ImportRefused({
    why,
    file: printable(file),
    detail: { place: printable(place), limit, most, expected: printable(expected) },
  });
};

/** Refuses a file that exceeds a limit. */
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

/** Most names listed per loss. */
const maxNames = 5;

/** Collects what the plan loses from the files. */
export class ImportLosses {
  readonly #lost = new Map<LossKind, { count: number; readonly names: string[] }>();

  /** Adds one loss, or several, with its name if it has one. */
  add(what: LossKind, name = "", count = 1): void {
    if (count === 0) return;
    const loss = this.#lost.get(what) ?? { count: 0, names: [] };
    loss.count += count;
    if (name !== "" && loss.names.length < maxNames) loss.names.push(printable(name));
    this.#lost.set(what, loss);
  }

  /** In the order of first occurrence. */
  list(): readonly ImportLoss[] {
    return [...this.#lost].map(([what, { count, names }]) => ({ what, count, names }));
  }
}
