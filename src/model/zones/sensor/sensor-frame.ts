import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { States } from "../../bindings/entity-state.ts";
import type { Point } from "../../geometry/vector.ts";
import { alongFloor, throughAir } from "../../trackers/pose.ts";
import { inverseOf, mapped, type Matrix } from "../../trackers/similarity.ts";
import { entityOf, type Source } from "../../trackers/source.ts";
import type { BadTracker, Calibration, Target } from "../../trackers/tracker.ts";
import { isTarget } from "../../trackers/tracker.ts";
import { lengthUnits } from "../../trackers/tracker-codec.ts";
import type { SensorProblem } from "./sensor-problem.ts";

/** A sensor's own coordinates: which are whose place on the plan. */
export interface SensorFrame {
  /** The floor on which the sensor is; undefined for the first. */
  readonly level: string | undefined;
  /** The sensor's coordinates of a place on the plan; in `unit`, if that is defined. */
  readonly toSensor: (place: Point, unit: string | undefined) => Point;
  /** The reverse. */
  readonly toPlan: (point: Point, unit: string | undefined) => Point;
}

/** The unit of the source's coordinates. */
const unitOf = ({ x }: Source, states: States): string | undefined => {
  const entity = entityOf(x);
  const unit =
    entity === undefined ? undefined : states(entity)?.attributes?.["unit_of_measurement"];
  return typeof unit === "string" ? unit : undefined;
};

const metresOf = (unit: string | undefined): number | undefined =>
  unit === undefined ? undefined : lengthUnits.get(unit);

const scaled = ([x, y]: Point, factor: number): Point => [x * factor, y * factor];

/** Of a sensor in a pose: what lies between it and the plan are metres. */
const poseFrame = (
  { level, sensor }: Calibration,
  [matrix, inverse]: readonly [Matrix, Matrix],
): SensorFrame => {
  const height = sensor?.height;
  const metresPer = (unit: string | undefined): number =>
    metresOf(unit) ?? metresOf(sensor?.unit) ?? 1;
  return {
    level,
    toSensor: (place, unit) => {
      const along = mapped(inverse, place);
      const far = height === undefined ? along : throughAir(along, height);
      return scaled(far, 1 / metresPer(unit));
    },
    toPlan: (point, unit) => {
      const far = scaled(point, metresPer(unit));
      return mapped(matrix, height === undefined ? far : alongFloor(far, height));
    },
  };
};

/** Of a calibrated source: its zones have its own unit, unless the entities of both say otherwise. */
const calibratedFrame = (
  level: string | undefined,
  [matrix, inverse]: readonly [Matrix, Matrix],
  sourceUnit: string | undefined,
): SensorFrame => {
  const perUnit = (unit: string | undefined): number => {
    const [zone, source] = [metresOf(unit), metresOf(sourceUnit)];
    return zone === undefined || source === undefined ? 1 : zone / source;
  };
  return {
    level,
    toSensor: (place, unit) => scaled(mapped(inverse, place), 1 / perUnit(unit)),
    toPlan: (point, unit) => mapped(matrix, scaled(point, perUnit(unit))),
  };
};

/**
 * The frame of a tracker's sensor. A tracker of a room alone, of distances or of several maps has none in which a zone
 * could be written.
 */
export const sensorFrameOf = (
  tracker: string,
  targets: readonly (Target | BadTracker)[],
  states: States,
): Either<SensorProblem, SensorFrame> => {
  const target = targets.filter(isTarget).find((each) => each.tracker === tracker);
  if (target === undefined) return left({ problem: "no-tracker", value: tracker });
  const { frame, source } = target;
  if (frame === undefined || source.distances !== undefined || !("matrix" in frame))
    return left({ problem: "no-frame", value: tracker });
  const { matrix } = frame;
  if (isLeft(matrix))
    return left({ problem: "bad-frame", value: `${tracker}: ${matrix.left.problem}` });
  const both = [matrix.right, inverseOf(matrix.right)] as const;
  return right(
    frame.sensor === undefined
      ? calibratedFrame(frame.level, both, unitOf(source, states))
      : poseFrame(frame, both),
  );
};
