import { sequenceT } from "fp-ts/lib/Apply.js";
import { Applicative, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { type EntityState, isUnavailable, type States } from "../bindings/entity-state.ts";
import { anyObject } from "../codec.ts";
import type { Point } from "../geometry/vector.ts";
import { entityOf, type ValuePlace } from "./source.ts";
import { isCoordinate, lengthUnits } from "./tracker-codec.ts";
import { MapProblem } from "./vacuum-map.ts";

/** Why a value cannot be told. */
export type ValueProblem =
  /** Home Assistant has no such entity. */
  | { readonly problem: "no-entity"; readonly entity: string }
  /** Home Assistant's state of the entity cannot be read. */
  | { readonly problem: "unreadable"; readonly entity: string }
  /** The entity has no such attribute. */
  | { readonly problem: "no-attribute"; readonly entity: string; readonly value: string }
  /** Nor is it one if it is too large to count with. */
  | { readonly problem: "not-a-number"; readonly entity: string; readonly value: string }
  /** The unit of the entity is no length that is known here. */
  | { readonly problem: "unknown-unit"; readonly entity: string; readonly value: string }
  /** The room is no text. */
  | { readonly problem: "not-a-text"; readonly entity: string; readonly value: string }
  /** The picture of the camera has no map, or one that cannot be read. */
  | { readonly problem: MapProblem["problem"]; readonly entity: string; readonly value: string };

/** In place of a value: its entity has none, or a problem. */
export type NoValue = { readonly kind: "absent" } | ({ readonly kind: "problem" } & ValueProblem);

/** What a source of states has in place of a state that it cannot read. */
export const unreadableState: EntityState = { state: "unknown" };

/** The entity, or the attribute, has no value now. */
export const absent: NoValue = { kind: "absent" };

/** The longest text that is told of a value. */
export const longestText = 64;

/** What sensors send in place of a room, also in attributes. */
const noRoom: ReadonlySet<string> = new Set([
  "home",
  "not_home",
  "none",
  "unknown",
  "unavailable",
  "",
]);

/** A value in a message, shortened; of an object only that it is one. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, longestText)
    : typeof value;

/** The state of an entity that has a value. */
export const stateOf = (entity: string, states: States): Either<NoValue, EntityState> => {
  const state = states(entity);
  if (state === undefined) return left({ kind: "problem", problem: "no-entity", entity });
  if (state === unreadableState) return left({ kind: "problem", problem: "unreadable", entity });
  return isUnavailable(state) ? left(absent) : right(state);
};

/** The value of a state or an attribute. */
export const valueAt = ({ entity, path }: ValuePlace, states: States): Either<NoValue, unknown> => {
  const state = stateOf(entity, states);
  if (isLeft(state)) return state;
  if (path.length === 0) return right(state.right.state);
  // Trackers of Bluetooth keep the place at which somebody was last seen.
  if (state.right.state === "not_home") return left(absent);
  let value: unknown = state.right.attributes;
  for (const step of path) {
    if (value === null) return left(absent);
    if (value instanceof MapProblem)
      return left({ kind: "problem", problem: value.problem, entity, value: value.value });
    if (!anyObject.is(value) || !Object.hasOwn(value, step)) {
      const name = path.join(".").slice(0, longestText);
      return left({ kind: "problem", problem: "no-attribute", entity, value: name });
    }
    value = value[step];
  }
  return value === null ? left(absent) : right(value);
};

/** The same as a number, also if it is one in a text; or a number that is written down. */
export const numberAt = (place: ValuePlace | number, states: States): Either<NoValue, number> => {
  if (typeof place === "number") return right(place);
  const value = valueAt(place, states);
  if (isLeft(value)) return value;
  const number =
    typeof value.right === "string" && value.right.trim() !== ""
      ? Number(value.right)
      : value.right;
  if (isCoordinate(number)) return right(number);
  const { entity } = place;
  return left({ kind: "problem", problem: "not-a-number", entity, value: textOf(value.right) });
};

/** The value of what a position does not depend on; undefined if it cannot be read. */
export const optional = <P, A>(
  place: P | undefined,
  read: (place: P) => Either<NoValue, A>,
): A | undefined => {
  const value = place === undefined ? undefined : read(place);
  return value === undefined || isLeft(value) ? undefined : value.right;
};

/** Two coordinates. */
export const coordinatesOf = (
  x: ValuePlace | number,
  y: ValuePlace | number,
  states: States,
): Either<NoValue, Point> => sequenceT(Applicative)(numberAt(x, states), numberAt(y, states));

/** The same in an object with `x` and `y`. */
export const pointAt = ({ entity, path }: ValuePlace, states: States): Either<NoValue, Point> =>
  coordinatesOf({ entity, path: [...path, "x"] }, { entity, path: [...path, "y"] }, states);

/** The name of a room, or the id of an area. */
export const roomAt = (place: ValuePlace, states: States): Either<NoValue, string> => {
  const value = valueAt(place, states);
  if (isLeft(value)) return value;
  const room = textOf(value.right);
  if (typeof value.right !== "string")
    return left({ kind: "problem", problem: "not-a-text", entity: place.entity, value: room });
  return noRoom.has(room.toLowerCase()) ? left(absent) : right(room);
};

/** The name of a map, also if it is a number. */
export const mapNameOf = (place: ValuePlace, states: States): Either<NoValue, string> =>
  map(textOf)(valueAt(place, states));

/** Metres per unit of a value: the unit of its entity, unless another is given. */
export const metresPerUnit = (
  unit: string | undefined,
  place: ValuePlace | number,
  states: States,
): Either<NoValue, number> => {
  const entity = entityOf(place) ?? "";
  const value = unit ?? states(entity)?.attributes?.["unit_of_measurement"] ?? "m";
  const metres = typeof value === "string" ? lengthUnits.get(value) : undefined;
  return metres === undefined
    ? left({ kind: "problem", problem: "unknown-unit", entity, value: textOf(value) })
    : right(metres);
};
