import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Point } from "../../geometry/vector.ts";
import { textOf } from "../../trackers/values.ts";
import type { SensorProblem } from "./sensor-problem.ts";
import { cornersOf, unitsOf } from "./sensor-rectangle.ts";
import { pointsInText } from "./sensor-text.ts";
import { areaOf, frameFor, stateOf, unitOfText, type ZoneAtSensor } from "./zone-at-sensor.ts";

/** Square metres below which a shape has no area. */
const leastArea = 1e-4;

const withArea = (
  polygon: readonly Point[],
  entity: string,
): Either<SensorProblem, readonly Point[]> =>
  areaOf(polygon) < leastArea ? left({ problem: "no-shape", entity }) : right(polygon);

/** The zone that a sensor has now, in metres of the plan. */
export const shapeAtSensor = (
  zone: Omit<ZoneAtSensor, "polygon" | "isExcluded">,
): Either<SensorProblem, readonly Point[]> => {
  const { sensor, states } = zone;
  const frame = frameFor({ ...zone, polygon: [], isExcluded: false });
  if (isLeft(frame)) return frame;
  const { shape } = sensor;
  const entity = shape.kind === "rectangle" ? shape.numbers[0] : shape.text;
  if (shape.kind === "polygon") {
    const state = stateOf(entity, states);
    if (isLeft(state)) return state;
    const points = pointsInText(state.right.state);
    return points === undefined
      ? left({ problem: "no-shape", entity })
      : withArea(
          points.map((point) => frame.right.toPlan(point, unitOfText(sensor))),
          entity,
        );
  }
  const units = unitsOf(sensor, shape.numbers, states);
  if (isLeft(units)) return units;
  const numbers: number[] = [];
  for (const each of shape.numbers) {
    const state = stateOf(each, states);
    if (isLeft(state)) return state;
    const number = Number(state.right.state);
    if (state.right.state.trim() === "" || !Number.isFinite(number))
      return left({ problem: "not-a-number", entity: each, value: textOf(state.right.state) });
    numbers.push(number);
  }
  return withArea(cornersOf(numbers, frame.right, units.right), entity);
};
