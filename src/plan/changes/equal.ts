import { isLeft } from "fp-ts/lib/Either.js";
import { ListValue } from "./list-value.ts";
import { ObjectValue } from "./object-value.ts";
import { type Container, opened, openedAt } from "./open-value.ts";
import type { Reach } from "./reach.ts";
import { TextValue, type WorkingValue } from "./working-value.ts";

/** A value within a container, its parts within reach if it has any. */
const reached = (container: Container, token: string, reach: Reach): WorkingValue | undefined => {
  const inner = openedAt(container, token, reach);
  return isLeft(inner) ? container.at(token) : inner.right;
};

/**
 * Whether two values are equal as RFC 6902, section 4.6, has it: numbers by value, texts by their characters, objects
 * whatever the order of their members. Reaches no further into either than they have in common.
 */
export const isEqual = (one: WorkingValue, other: TextValue, reach: Reach): boolean => {
  if (one instanceof TextValue && one.text.equals(other.text)) return true;
  const [first, second] = [opened(one, reach), opened(other, reach)];
  if (isLeft(first) || isLeft(second))
    return one instanceof TextValue && isLeft(first) && isLeft(second) && areSame(one, other);
  const [own, given] = [first.right, second.right];
  if (own instanceof ObjectValue && given instanceof ObjectValue) {
    if (own.members.size !== given.members.size) return false;
    return [...given.members].every(([name, { value }]) => isSameAt(own, name, value, reach));
  }
  if (!(own instanceof ListValue && given instanceof ListValue)) return false;
  if (own.count !== given.count) return false;
  for (let at = 0; at < given.count; at += 1)
    if (!isSameAt(own, String(at), given.at(String(at)), reach)) return false;
  return true;
};

const isSameAt = (
  own: Container,
  token: string,
  value: WorkingValue | undefined,
  reach: Reach,
): boolean => {
  const inner = reached(own, token, reach);
  return inner !== undefined && value instanceof TextValue && isEqual(inner, value, reach);
};

/** Whether two scalars are the same, or two objects of too many members to be looked into. */
const areSame = (one: TextValue, other: TextValue): boolean =>
  one.height === 0 && other.height === 0 && one.scalar() === other.scalar();
