import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { States } from "../bindings/entity-state.ts";
import { distance, type Point, times } from "../geometry/vector.ts";
import { type Path, pathOnPlan } from "./path.ts";
import { type Matrix2, spreadOf } from "./covariance.ts";
import { noSurroundings, placeByDistances, type Surroundings } from "./distances.ts";
import { alongFloor } from "./pose.ts";
import { type FitProblem, mapped, type Matrix, turnedBy } from "./similarity.ts";
import type { Source, ValuePlace } from "./source.ts";
import type { Calibration, Target } from "./tracker.ts";
import type { RangeProblem } from "./trilateration.ts";
import {
  absent,
  coordinatesOf,
  longestText,
  mapNameOf,
  metresPerUnit,
  numberAt,
  optional,
  pointAt,
  roomAt,
  stateOf,
  valueAt,
  type ValueProblem,
} from "./values.ts";

/** Why the position of a target cannot be told although its entities have values. */
export type PositionProblem =
  | FitProblem
  | RangeProblem
  | ValueProblem
  /** No calibration has this name of a map. */
  | { readonly problem: "unknown-map"; readonly value: string }
  /** The charger is so many metres from where it was when the map was calibrated. */
  | { readonly problem: "moved-map"; readonly value: number }
  /** Again and again it is where nobody can have come to, at last so many metres from where it was. */
  | { readonly problem: "jumps"; readonly value: number }
  /** So many metres from the plan's origin: the calibration or the unit is wrong. */
  | { readonly problem: "far-away"; readonly value: number };

/** A target on the plan. */
interface Place {
  readonly kind: "located";
  /** Metres of the plan. */
  readonly place: Point;
  /** The id of the floor; undefined for the first. */
  readonly level: string | undefined;
  /** The coordinates as the source has them; undefined if it has only distances. */
  readonly source: Point | undefined;
  /** Where it faces: degrees from right, clockwise on the screen. */
  readonly heading: number | undefined;
  /** Metres. */
  readonly accuracy: number | undefined;
  /** Of a place by distances, in square metres. */
  readonly covariance?: Matrix2;
  /** A room's name or the id of an area, as the source has it. */
  readonly room: string | undefined;
  /** The name of the map that the coordinates are of; undefined if the source names none. */
  readonly map: string | undefined;
  /** The charger's place, as the source has it. */
  readonly dock: Point | undefined;
  /** Of a vacuum: where it has been. */
  readonly path: Path | undefined;
}

/** What is known for calibrating a target that has no place yet. */
type Reading = Partial<Pick<Place, "source" | "map" | "dock">>;

type Missing =
  | { readonly kind: "absent" }
  | ({ readonly kind: "problem" } & PositionProblem & Reading);

/** What is known of a target's position. */
export type Located = Place | { readonly kind: "room"; readonly room: string } | Missing;

/** Metres from the plan's origin along an axis beyond which no home reaches. */
const farthest = 1000;

/** Metres that the charger may be from where it was: maps are drawn anew with an error of some centimetres. */
const movedDock = 0.5;

/** What vacuums send in place of a coordinate that they do not know: the largest of 16 bits. */
const noCoordinate = 32767;

/** The calibration that counts now. */
const calibrationOf = (
  { frame, source }: Target,
  states: States,
): Either<Missing, Calibration | undefined> => {
  if (frame === undefined || "matrix" in frame) return right(frame);
  const name = source.map && mapNameOf(source.map, states);
  if (name === undefined) return right(undefined);
  if (isLeft(name)) return name;
  const value = name.right;
  const found = frame.get(value);
  return found === undefined
    ? left({ kind: "problem", problem: "unknown-map", value })
    : right(found);
};

const isUnknown = ([u, v]: Point): boolean => u === noCoordinate && v === noCoordinate;

const isNobody = (coordinates: Point, { sensor }: Calibration): boolean =>
  isUnknown(coordinates) ||
  // Radars send zeros in place of a target; at the origin of a map there may be somebody.
  (sensor !== undefined && coordinates.every((each) => each === 0));

/** What a source says although its target cannot be placed. */
const readingOf = ({ source: { x, y, map: name, dock } }: Target, states: States): Reading => {
  const source = optional(x, (u) => (y === undefined ? left(absent) : coordinatesOf(u, y, states)));
  if (source === undefined || isUnknown(source)) return {};
  const mapName = optional(name, (place) => mapNameOf(place, states));
  const charger = optional(dock, (place) => pointAt(place, states));
  return {
    source,
    ...(mapName === undefined ? {} : { map: mapName }),
    ...(charger === undefined ? {} : { dock: charger }),
  };
};

interface Placed {
  readonly place: Point;
  /** Metres per unit of the source. */
  readonly metres: number;
  readonly matrix: Matrix;
}

const placeOf = (
  source: Point,
  x: ValuePlace | number,
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

/** The position of a target that is known by its distances to receivers; its room while they give no place. */
const locatedByDistances = (
  { distances = [], room }: Source,
  level: string | undefined,
  states: States,
  around: Surroundings,
): Located => {
  const found = placeByDistances(distances, level, states, around);
  const known = optional(room, (at) => roomAt(at, states));
  if (isLeft(found)) return known === undefined ? found.left : { kind: "room", room: known };
  const { place, covariance } = found.right;
  return {
    kind: "located",
    place,
    level,
    source: undefined,
    heading: undefined,
    accuracy: spreadOf(covariance).along,
    covariance,
    room: known,
    map: undefined,
    dock: undefined,
    path: undefined,
  };
};

const located = (target: Target, states: States, around: Surroundings): Located => {
  const { source } = target;
  const active = source.active === undefined ? undefined : stateOf(source.active, states);
  if (active !== undefined && isLeft(active)) return active.left;
  if (active?.right.state === "off") return absent;
  const calibration = calibrationOf(target, states);
  if (isLeft(calibration)) return calibration.left;
  const { x, y, accuracy, distances } = source;
  if (distances !== undefined)
    return locatedByDistances(source, calibration.right?.level, states, around);
  if (calibration.right === undefined || x === undefined || y === undefined) {
    const room = source.room === undefined ? left(absent) : roomAt(source.room, states);
    return isLeft(room) ? room.left : { kind: "room", room: room.right };
  }
  const read = coordinatesOf(x, y, states);
  if (isLeft(read)) return read.left;
  const coordinates = read.right;
  if (isNobody(coordinates, calibration.right)) return absent;
  const placed = placeOf(coordinates, x, calibration.right, states);
  if (isLeft(placed)) return placed.left;
  const { place, metres, matrix } = placed.right;
  const far = Math.max(...place.map(Math.abs));
  if (far > farthest) return { kind: "problem", problem: "far-away", value: Math.round(far) };
  const dock = optional(source.dock, (at) => pointAt(at, states));
  const was = calibration.right.dock;
  const moved = dock && was && distance(dock, was) * metres;
  if (moved !== undefined && moved > movedDock)
    return { kind: "problem", problem: "moved-map", value: Math.round(moved * 10) / 10 };
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
    map: optional(source.map, (at) => mapNameOf(at, states)),
    dock,
    path:
      target.kind === "vacuum"
        ? pathOnPlan(
            optional(source.path, (at) => valueAt(at, states)),
            matrix,
          )
        : undefined,
  };
};

/**
 * The position of a target by the states of its entities. An unknown entity is told as a problem: `states` must have
 * `unknownState` for one that Home Assistant has not been asked for yet, and `unreadableState` for one that it has. Only places
 * by distances depend on what is around.
 */
export const locate = (
  target: Target,
  states: States,
  around: Surroundings = noSurroundings,
): Located => {
  const found = located(target, states, around);
  return found.kind === "problem" ? { ...found, ...readingOf(target, states) } : found;
};
