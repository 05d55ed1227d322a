import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  domainOf,
  type EntityState,
  isUnavailable,
  type States,
} from "../../bindings/entity-state.ts";
import { signedArea } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import type { BadTracker, Target } from "../../trackers/tracker.ts";
import { lengthUnits } from "../../trackers/tracker-codec.ts";
import { textOf } from "../../trackers/values.ts";
import { type SensorFrame, sensorFrameOf } from "./sensor-frame.ts";
import type { SensorProblem } from "./sensor-problem.ts";
import type { ZoneSensor } from "./zone-sensor.ts";

/** A zone, and what its sensor is and has now. */
export interface ZoneAtSensor {
  /** Metres of the plan. */
  readonly polygon: readonly Point[];
  /** The zone's floor; undefined for the plan's first. */
  readonly level: string | undefined;
  readonly isExcluded: boolean;
  readonly sensor: ZoneSensor;
  /** What the plan tracks. */
  readonly targets: readonly (Target | BadTracker)[];
  /** The id of the plan's first floor. */
  readonly first: string | undefined;
  readonly states: States;
}

/** A value to be written. */
export interface SensorValue {
  readonly entity: string;
  /** The state that the entity is to have. */
  readonly wanted: string;
  /** Its state now; undefined if it is unknown. */
  readonly before: string | undefined;
  /** The unit of a number. */
  readonly unit: string | undefined;
}

/** What is written for a zone. */
export interface SensorPlan {
  readonly values: readonly SensorValue[];
  /** What the sensor will cover besides the zone; a sensor that takes polygons covers nothing else. */
  readonly excess: { readonly squareMetres: number; readonly percent: number } | undefined;
}

/** Values, or all that is in the way of them. */
export type Planned = Either<readonly SensorProblem[], SensorPlan>;

/** The only thing in the way. */
export const one = (problem: SensorProblem): Planned => left([problem]);

/** Square metres. */
export const areaOf = (polygon: readonly Point[]): number => Math.abs(signedArea(polygon)) / 2;

/** A number of an attribute. */
export const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && Number.isFinite(value) ? value : otherwise;

/** A text of an attribute. */
export const textIf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** An entity that can be written to. */
export const stateOf = (entity: string, states: States): Either<SensorProblem, EntityState> => {
  const state = states(entity);
  if (state === undefined) return left({ problem: "no-entity", entity });
  return state.state === "unavailable" ? left({ problem: "unavailable", entity }) : right(state);
};

/** The state of an entity; undefined while it has none. */
export const beforeOf = (state: EntityState): string | undefined =>
  isUnavailable(state) ? undefined : state.state;

/** The unit of a sensor's numbers. */
export const unitOf = (
  { unit }: ZoneSensor,
  entity: string,
  states: States,
): Either<SensorProblem, string | undefined> => {
  const value = unit ?? textIf(states(entity)?.attributes?.["unit_of_measurement"]);
  return value === undefined || lengthUnits.has(value)
    ? right(value)
    : left({ problem: "unknown-unit", entity, value: textOf(value) });
};

/** Polygons in texts are in millimetres, whatever the unit of the targets is. */
export const unitOfText = ({ unit }: ZoneSensor): string => unit ?? "mm";

/** The frame of a zone's sensor, if that is on the zone's floor. */
export const frameFor = ({
  sensor,
  level,
  first,
  targets,
  states,
}: ZoneAtSensor): Either<SensorProblem, SensorFrame> => {
  const frame = sensorFrameOf(sensor.tracker, targets, states);
  if (isLeft(frame)) return frame;
  const floor = frame.right.level ?? first;
  return floor === (level ?? first) ? frame : left({ problem: "other-floor", value: floor ?? "" });
};

/** Whether a state is the one that was wanted: numbers may be told with other digits, and options in no other way. */
export const isWanted = (entity: string, state: string | undefined, wanted: string): boolean =>
  state === wanted ||
  (state !== undefined &&
    state.trim() !== "" &&
    domainOf(entity).endsWith("number") &&
    Math.abs(Number(state) - Number(wanted)) < 1e-4);
