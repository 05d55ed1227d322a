import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { EntityState } from "../../bindings/entity-state.ts";
import type { Point } from "../../geometry/vector.ts";
import { lengthUnits } from "../../trackers/tracker-codec.ts";
import type { SensorFrame } from "./sensor-frame.ts";
import type { SensorProblem } from "./sensor-problem.ts";
import {
  areaOf,
  beforeOf,
  numberOf,
  one,
  type Planned,
  type SensorValue,
  stateOf,
  textIf,
  unitOf,
  type ZoneAtSensor,
} from "./zone-at-sensor.ts";

/** How far a number may be off its step, as a share of it: decimal fractions are not exact. */
const hair = 1e-6;

/** A number as text without what floating point adds: 0.1 · 3 is 0.3. */
const plain = (value: number): string => String(Number(value.toFixed(6)) || 0);

/** The nearest number that an entity takes, or by how much it is beyond all that it takes. */
const numberFor = (
  exact: number,
  entity: string,
  { attributes = {} }: EntityState,
  metres: (units: number) => number,
): Either<SensorProblem, string> => {
  const least = numberOf(attributes["min"], -Infinity);
  const most = numberOf(attributes["max"], Infinity);
  const given = numberOf(attributes["step"], 0);
  const step = given > 0 ? given : 1e-3;
  const from = Number.isFinite(least) ? least : 0;
  const value = from + Math.round((exact - from) / step) * step;
  const beyond = Math.max(least - value, value - most);
  if (beyond <= step * hair) return right(plain(value));
  return left({
    problem: "out-of-range",
    entity,
    value: Number(plain(value)),
    ...(Number.isFinite(least) ? { least } : {}),
    ...(Number.isFinite(most) ? { most } : {}),
    metres: Math.round(metres(beyond) * 1000) / 1000,
  });
};

/** The unit of each number of a rectangle: somebody may have given one of the entities another. */
type Units = readonly (string | undefined)[];

/** The units of a rectangle's numbers, or which is none. */
export const unitsOf = (
  sensor: ZoneAtSensor["sensor"],
  numbers: readonly string[],
  states: ZoneAtSensor["states"],
): Either<SensorProblem, Units> => {
  const units: (string | undefined)[] = [];
  for (const entity of numbers) {
    const unit = unitOf(sensor, entity, states);
    if (isLeft(unit)) return unit;
    units.push(unit.right);
  }
  return right(units);
};

/** A number in another unit; the same if one of the units is not known. */
const converted = (value: number, from: string | undefined, to: string | undefined): number => {
  const [metres, others] = [lengthUnits.get(from ?? ""), lengthUnits.get(to ?? "")];
  return from === to || metres === undefined || others === undefined
    ? value
    : (value * metres) / others;
};

/** The corners of a sensor's rectangle on the plan. */
export const cornersOf = (
  numbers: readonly number[],
  frame: SensorFrame,
  units: Units,
): readonly Point[] => {
  const [unit] = units;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers.map((each, at) =>
    converted(each, units[at], unit),
  );
  const corners: readonly Point[] = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
  return corners.map((corner) => frame.toPlan(corner, unit));
};

/** Into how many parts a side of a zone is cut: a sensor at a height sees straight sides bent. */
const parts = 16;

/** Places along an outline. */
const along = (polygon: readonly Point[]): readonly Point[] =>
  polygon.flatMap(([x, z], at) => {
    const [nextX, nextZ] = polygon[(at + 1) % polygon.length] ?? [x, z];
    return Array.from({ length: parts }, (_each, part): Point => {
      const share = part / parts;
      return [x + (nextX - x) * share, z + (nextZ - z) * share];
    });
  });

/** The rectangle along a sensor's axes around a zone. */
export const rectangleOf = (
  zone: ZoneAtSensor,
  numbers: readonly string[],
  frame: SensorFrame,
): Planned => {
  const { sensor, states, polygon } = zone;
  const units = unitsOf(sensor, numbers, states);
  if (isLeft(units)) return one(units.left);
  const outline = along(polygon);
  const problems: SensorProblem[] = [];
  const values: SensorValue[] = [];
  for (const [at, entity] of numbers.entries()) {
    const unit = units.right[at];
    const coordinates = outline.map((place) => frame.toSensor(place, unit)[at % 2 === 0 ? 0 : 1]);
    const exact = at < 2 ? Math.min(...coordinates) : Math.max(...coordinates);
    const [from, to] = [frame.toPlan([0, 0], unit), frame.toPlan([0, 1], unit)];
    const metresPerUnit = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const state = stateOf(entity, states);
    const value = isLeft(state)
      ? state
      : numberFor(exact, entity, state.right, (beyond) => beyond * metresPerUnit);
    if (isLeft(state)) problems.push(state.left);
    else if (isLeft(value)) problems.push(value.left);
    else
      values.push({
        entity,
        wanted: value.right,
        before: beforeOf(state.right),
        unit: textIf(state.right.attributes?.["unit_of_measurement"]) ?? unit,
      });
  }
  if (problems.length > 0) return left(problems);
  const wanted = values.map((value) => Number(value.wanted));
  const covered = areaOf(cornersOf(wanted, frame, units.right));
  const own = areaOf(polygon);
  const squareMetres = Math.max(0, covered - own);
  return right({ values, excess: { squareMetres, percent: (100 * squareMetres) / own } });
};
