import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { type EntityState, isUnavailable, type States } from "../bindings/entity-state.ts";
import { anyObject } from "../codec.ts";
import { type Point, times } from "../geometry/vector.ts";
import { alongFloor } from "./pose.ts";
import { type FitProblem, mapped, type Matrix, turnedBy } from "./similarity.ts";
import type { Calibration, Target, ValuePlace } from "./tracker.ts";
import { isCoordinate, lengthUnits } from "./tracker-codec.ts";

/** Why the position of a target cannot be told although its entities have values. */
export type PositionProblem =
  | FitProblem
  /** Home Assistant has no such entity. */
  | { readonly problem: "no-entity"; readonly entity: string }
  /** Home Assistant's state of the entity cannot be read. */
  | { readonly problem: "unreadable"; readonly entity: string }
  /** The entity has no such attribute. */
  | { readonly problem: "no-attribute"; readonly entity: string; readonly value: string }
  /** Nor is it one if it is too large to count with. */
  | { readonly problem: "not-a-number"; readonly entity: string; readonly value: string }
  /** The room is no text. */
  | { readonly problem: "not-a-text"; readonly entity: string; readonly value: string }
  /** The unit of the entity is no length that is known here. */
  | { readonly problem: "unknown-unit"; readonly entity: string; readonly value: string }
  /** No calibration has this name of a map. */
  | { readonly problem: "unknown-map"; readonly value: string }
  /** So many metres from the plan's origin: the calibration or the unit is wrong. */
  | { readonly problem: "far-away"; readonly value: number };

/** A target on the plan. */
interface Place {
  readonly kind: "located";
  /** Metres of the plan. */
  readonly place: Point;
  /** The id of the floor; undefined for the first. */
  readonly level: string | undefined;
  /** The coordinates as the source has them. */
  readonly source: Point;
  /** Where it faces: degrees from right, clockwise on the screen. */
  readonly heading: number | undefined;
  /** Metres. */
  readonly accuracy: number | undefined;
  /** A room's name or the id of an area, as the source has it. */
  readonly room: string | undefined;
}

type Missing = { readonly kind: "absent" } | ({ readonly kind: "problem" } & PositionProblem);

/** What is known of a target's position. */
export type Located = Place | { readonly kind: "room"; readonly room: string } | Missing;

/** What a source of states has in place of a state that it cannot read. */
export const unreadableState: EntityState = { state: "unknown" };

const absent: Missing = { kind: "absent" };

/** The longest text that is told of a value. */
const longestText = 64;

/** Metres from the plan's origin along an axis beyond which no home reaches. */
const farthest = 1000;

/** What vacuums send in place of a coordinate that they do not know: the largest of 16 bits. */
const noCoordinate = 32767;

/** What sensors send in place of a room, also in attributes. */
const noRoom: ReadonlySet<string> = new Set([
  "home",
  "not_home",
  "none",
  "unknown",
  "unavailable",
  "",
]);

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, longestText)
    : typeof value;

const stateOf = (entity: string, states: States): Either<Missing, EntityState> => {
  const state = states(entity);
  if (state === undefined) return left({ kind: "problem", problem: "no-entity", entity });
  if (state === unreadableState) return left({ kind: "problem", problem: "unreadable", entity });
  return isUnavailable(state) ? left(absent) : right(state);
};

const valueAt = ({ entity, path }: ValuePlace, states: States): Either<Missing, unknown> => {
  const state = stateOf(entity, states);
  if (isLeft(state)) return state;
  if (path.length === 0) return right(state.right.state);
  let value: unknown = state.right.attributes;
  for (const step of path) {
    if (value === null) return left(absent);
    if (!anyObject.is(value) || !Object.hasOwn(value, step)) {
      const name = path.join(".").slice(0, longestText);
      return left({ kind: "problem", problem: "no-attribute", entity, value: name });
    }
    value = value[step];
  }
  return value === null ? left(absent) : right(value);
};

const numberAt = (place: ValuePlace, states: States): Either<Missing, number> => {
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
const optional = <A>(
  place: ValuePlace | undefined,
  read: (place: ValuePlace) => Either<Missing, A>,
): A | undefined => {
  const value = place && read(place);
  return value === undefined || isLeft(value) ? undefined : value.right;
};

const roomAt = (place: ValuePlace, states: States): Either<Missing, string> => {
  const value = valueAt(place, states);
  if (isLeft(value)) return value;
  const room = textOf(value.right);
  if (typeof value.right !== "string")
    return left({ kind: "problem", problem: "not-a-text", entity: place.entity, value: room });
  return noRoom.has(room.toLowerCase()) ? left(absent) : right(room);
};

/** The calibration that counts now. */
const calibrationOf = (
  { frame, source }: Target,
  states: States,
): Either<Missing, Calibration | undefined> => {
  if (frame === undefined || "matrix" in frame) return right(frame);
  const name = source.map && valueAt(source.map, states);
  if (name === undefined) return right(undefined);
  if (isLeft(name)) return name;
  const value = textOf(name.right);
  const found = frame.get(value);
  return found === undefined
    ? left({ kind: "problem", problem: "unknown-map", value })
    : right(found);
};

/** Metres per unit of a sensor's coordinates. */
const metresPerUnit = (
  unit: string | undefined,
  { entity }: ValuePlace,
  states: States,
): Either<Missing, number> => {
  const value = unit ?? states(entity)?.attributes?.["unit_of_measurement"] ?? "m";
  const metres = typeof value === "string" ? lengthUnits.get(value) : undefined;
  return metres === undefined
    ? left({ kind: "problem", problem: "unknown-unit", entity, value: textOf(value) })
    : right(metres);
};

const isNobody = ([u, v]: Point, { sensor }: Calibration): boolean =>
  (u === noCoordinate && v === noCoordinate) ||
  // Radars send zeros in place of a target; at the origin of a map there may be somebody.
  (sensor !== undefined && u === 0 && v === 0);

interface Placed {
  readonly place: Point;
  /** Metres per unit of the source. */
  readonly metres: number;
  readonly matrix: Matrix;
}

const placeOf = (
  source: Point,
  x: ValuePlace,
  { matrix, sensor }: Calibration,
  states: States,
): Either<Missing, Placed> => {
  if (isLeft(matrix)) return left({ kind: "problem", ...matrix.left });
  const [a, b, c, d] = matrix.right;
  if (sensor === undefined) {
    const metres = Math.sqrt(Math.abs(a * d - b * c));
    return right({ place: mapped(matrix.right, source), metres, matrix: matrix.right });
  }
  const unit = metresPerUnit(sensor.unit, x, states);
  if (isLeft(unit)) return unit;
  const inMetres = times(source, unit.right);
  const onFloor = sensor.height === undefined ? inMetres : alongFloor(inMetres, sensor.height);
  const place = mapped(matrix.right, onFloor);
  return right({ place, metres: unit.right, matrix: matrix.right });
};

/** The name of a target: its own, or that of the entity whose attributes it has; undefined if it has none. */
export const nameOf = (
  { name, source: { entity } }: Target,
  states: States,
): string | undefined => {
  const friendly = entity && states(entity)?.attributes?.["friendly_name"];
  return name ?? (typeof friendly === "string" ? friendly.slice(0, longestText) : undefined);
};

/**
 * The position of a target by the states of its entities. An unknown entity is told as a problem: `states` must have
 * `unknownState` for one that Home Assistant has not been asked for yet, and `unreadableState` for one that it has.
 */
export const locate = (target: Target, states: States): Located => {
  const { source } = target;
  const active = source.active === undefined ? undefined : stateOf(source.active, states);
  if (active !== undefined && isLeft(active)) return active.left;
  if (active?.right.state === "off") return absent;
  const calibration = calibrationOf(target, states);
  if (isLeft(calibration)) return calibration.left;
  const { x, y, accuracy } = source;
  if (calibration.right === undefined || x === undefined || y === undefined) {
    const room = source.room === undefined ? left(absent) : roomAt(source.room, states);
    return isLeft(room) ? room.left : { kind: "room", room: room.right };
  }
  const u = numberAt(x, states);
  if (isLeft(u)) return u.left;
  const v = numberAt(y, states);
  if (isLeft(v)) return v.left;
  const coordinates: Point = [u.right, v.right];
  if (isNobody(coordinates, calibration.right)) return absent;
  const placed = placeOf(coordinates, x, calibration.right, states);
  if (isLeft(placed)) return placed.left;
  const { place, metres, matrix } = placed.right;
  const far = Math.max(...place.map(Math.abs));
  if (far > farthest) return { kind: "problem", problem: "far-away", value: Math.round(far) };
  const toPlan = (degrees: number): number => turnedBy(matrix, degrees);
  const toMetres = (units: number): number => Math.abs(units * metres);
  return {
    kind: "located",
    place,
    level: calibration.right.level,
    source: coordinates,
    heading: optional(source.heading, (at) => map(toPlan)(numberAt(at, states))),
    accuracy:
      typeof accuracy === "number"
        ? accuracy
        : optional(accuracy, (at) => map(toMetres)(numberAt(at, states))),
    room: optional(source.room, (at) => roomAt(at, states)),
  };
};
