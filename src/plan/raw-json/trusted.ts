/**
 * Parts of compact JSON that is known to be valid, such as a stored plan: no white space, and every value complete.
 * Nothing is checked again.
 */

import {
  afterString,
  closeList,
  closeObject,
  comma,
  nameOf,
  openList,
  openObject,
  quote,
} from "./tokens.ts";

/** Where the value at `start` ends. */
export const afterValue = (text: Buffer, start: number): number => {
  let at = start;
  let depth = 0;
  while (at < text.length) {
    const byte = text[at];
    if (byte === quote) {
      at = afterString(text, at);
      if (depth === 0) return at;
    } else if (byte === openObject || byte === openList) {
      depth += 1;
      at += 1;
    } else if (byte === closeObject || byte === closeList) {
      // Behind a number or word.
      if (depth === 0) return at;
      depth -= 1;
      at += 1;
      if (depth === 0) return at;
    } else {
      if (byte === comma && depth === 0) return at;
      at += 1;
    }
  }
  return at;
};

/** A member of an object: its key with the quotes, and where its value is. */
export interface MemberPlace {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** The members of the object that is the whole text, duplicates included; at most `most`. */
export const memberPlaces = (text: Buffer, most = Infinity): readonly MemberPlace[] => {
  const places: MemberPlace[] = [];
  for (let start = 1; text[start] === quote && places.length < most;) {
    const keyEnd = afterString(text, start);
    const end = afterValue(text, keyEnd + 1);
    places.push({ name: nameOf(text, start, keyEnd), start, valueStart: keyEnd + 1, end });
    start = end + 1;
  }
  return places;
};

/**
 * Where elements of a list end: those from `start`, where one starts, up to `end`, right behind the last of them; at
 * most `most`.
 */
export const elementEnds = (
  text: Buffer,
  start: number,
  end: number,
  most = Infinity,
): readonly number[] => {
  const ends: number[] = [];
  for (let at = start; at < end && ends.length < most; at += 1) {
    at = afterValue(text, at);
    ends.push(at);
  }
  return ends;
};

/** Levels of nesting in a text. */
export const heightIn = (text: Buffer): number => {
  let [depth, most] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) at = afterString(text, at) - 1;
    else if (byte === openObject || byte === openList) most = Math.max(most, (depth += 1));
    else if (byte === closeObject || byte === closeList) depth -= 1;
  }
  return most;
};
