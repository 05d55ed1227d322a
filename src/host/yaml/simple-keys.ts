import type { Cursor } from "./cursor.ts";

/** How far an implicit key's `:` may be from the key's start, in characters. */
const reach = 1024;

/** A token that is an implicit key if a `:` follows it soon enough. */
export type SimpleKey = {
  /** The index of its token. */
  readonly index: number;
  readonly start: number;
  readonly line: number;
  readonly column: number;
  /** Whether only a key can stand here, since a block mapping goes on at this column. */
  readonly required: boolean;
};

/**
 * The possible implicit keys of a text being scanned, at most one for each level of flow
 * collections. A key stops being possible with its line or after 1,024 characters, as in PyYAML.
 */
export class SimpleKeys {
  private readonly levels = new Map<number, SimpleKey>();

  /** Notes that the token with this index, about to start at the cursor, may be a key. */
  note(cursor: Cursor, level: number, index: number, required: boolean): void {
    this.drop(cursor, level);
    const { at: start, line, column } = cursor;
    this.levels.set(level, { index, start, line, column, required });
  }

  /** Forgets the possible key of a level; a `YamlProblem` where it was required. */
  drop(cursor: Cursor, level: number): void {
    const key = this.levels.get(level);
    if (key === undefined) return;
    if (key.required) cursor.fail('":" expected after a mapping key', key.start);
    this.levels.delete(level);
  }

  /** Forgets the keys that the cursor has left behind. */
  dropStale(cursor: Cursor): void {
    for (const [level, key] of this.levels)
      if (key.line !== cursor.line || isFar(cursor, key.start)) this.drop(cursor, level);
  }

  /** The possible key of a level, which is one now. */
  take(level: number): SimpleKey | undefined {
    const key = this.levels.get(level);
    this.levels.delete(level);
    return key;
  }
}

const isFar = (cursor: Cursor, start: number): boolean => {
  const units = cursor.at - start;
  if (units <= reach) return false;
  // A character outside the basic plane is two units, so twice the reach is surely too far.
  if (units > 2 * reach) return true;
  return Array.from(cursor.text.slice(start, cursor.at)).length > reach;
};
