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
