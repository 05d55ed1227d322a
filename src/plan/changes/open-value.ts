import { openList, openObject } from "../raw-json/tokens.ts";
import { type MemberPlace, memberPlaces } from "../raw-json/trusted.ts";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ListValue } from "./list-value.ts";
import { ObjectValue } from "./object-value.ts";
import { TextValue, type WorkingValue } from "./working-value.ts";

/** An object or list whose parts can be reached and changed. */
export type Container = ObjectValue | ListValue;

/**
 * Members of objects that one patch may take apart: some tenths of a second. No plan of a home has a tenth of them. It
 * must never get less, as logs hold patches that were within it.
 */
const maxReached = 50_000;

/** What is left of what a patch may take apart. */
export class Reach {
  #members = maxReached;

  /** The members of the object that is the whole text; undefined if they are too many. */
  membersOf(text: Buffer): readonly MemberPlace[] | undefined {
    const places = memberPlaces(text, this.#members + 1);
    this.#members -= places.length;
    return this.#members < 0 ? undefined : places;
  }
}

export const noPlace = "there is no such place";
const tooFar = `this patch reaches into objects of more than ${maxReached} members in all`;

/** A value with its parts within reach. Left: why there is none to reach. */
export const opened = (
  value: WorkingValue | undefined,
  reach: Reach,
): Either<string, Container> => {
  if (value instanceof ObjectValue || value instanceof ListValue) return right(value);
  if (!(value instanceof TextValue)) return left(noPlace);
  const { text } = value;
  if (text[0] === openList) return right(ListValue.ofText(text));
  if (text[0] !== openObject) return left(noPlace);
  const places = reach.membersOf(text);
  return places === undefined ? left(tooFar) : right(ObjectValue.ofText(text, places));
};

/** The same in its place, so that it is taken apart once. */
export const openedAt = (
  container: Container,
  token: string,
  reach: Reach,
): Either<string, Container> => {
  const value = container.at(token);
  const found = opened(value, reach);
  if (!isLeft(found) && found.right !== value) container.put(token, found.right);
  return found;
};
