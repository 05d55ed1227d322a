import { openList, openObject } from "../raw-json/tokens.ts";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ListValue } from "./list-value.ts";
import { ObjectValue } from "./object-value.ts";
import type { Reach } from "./reach.ts";
import { TextValue, type WorkingValue } from "./working-value.ts";

/** An object or list whose parts can be reached and changed. */
export type Container = ObjectValue | ListValue;

export const noPlace = "there is no such place";

/** A value with its parts within reach. Left: there is none to reach, or the reach is exceeded. */
export const opened = (
  value: WorkingValue | undefined,
  reach: Reach,
): Either<string, Container> => {
  if (value instanceof ObjectValue || value instanceof ListValue) return right(value);
  if (!(value instanceof TextValue)) return left(noPlace);
  const { text } = value;
  if (text[0] === openList) return right(ListValue.ofText(text, reach));
  if (text[0] !== openObject) return left(noPlace);
  const places = reach.membersOf(text);
  return places === undefined ? left(noPlace) : right(ObjectValue.ofText(text, places));
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
