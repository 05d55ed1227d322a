import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { SensorFrame } from "./sensor-frame.ts";
import type { SensorProblem } from "./sensor-problem.ts";
import { rectangleOf } from "./sensor-rectangle.ts";
import { mostPoints, polygonText, separatorIn } from "./sensor-text.ts";
import {
  beforeOf,
  frameFor,
  numberOf,
  one,
  type Planned,
  type SensorValue,
  stateOf,
  unitOfText,
  type ZoneAtSensor,
} from "./zone-at-sensor.ts";
import type { ZoneSensor } from "./zone-sensor.ts";

/** The longest state that Home Assistant keeps (`MAX_LENGTH_STATE_STATE` of its `const.py`). */
const longestState = 255;

const polygonOf = (
  { sensor, states, polygon }: ZoneAtSensor,
  { text: entity, separator: given }: Extract<ZoneSensor["shape"], { kind: "polygon" }>,
  frame: SensorFrame,
): Planned => {
  const state = stateOf(entity, states);
  if (isLeft(state)) return one(state.left);
  const { attributes = {} } = state.right;
  const before = beforeOf(state.right);
  const separator = given ?? separatorIn(before ?? "", attributes["pattern"]) ?? ":";
  const most = mostPoints[separator];
  if (polygon.length > most)
    return one({ problem: "too-many-points", entity, value: polygon.length, most });
  const unit = unitOfText(sensor);
  const wanted = polygonText(
    polygon.map((place) => frame.toSensor(place, unit)),
    separator,
  );
  const longest = Math.min(longestState, numberOf(attributes["max"], longestState));
  if (wanted.length > longest)
    return one({ problem: "too-long", entity, value: wanted.length, most: longest });
  return right({ values: [{ entity, wanted, before, unit }], excess: undefined });
};

/**
 * The option of a zone's type. An LD2450 has one type for all of its zones (`select/__init__.py` of ESPHome's `ld2450`):
 * with Detection it sees only what is in them, with Filter only what is not.
 */
const optionOf = ({
  sensor: { type },
  isExcluded,
  states,
}: ZoneAtSensor): Either<SensorProblem, readonly SensorValue[]> => {
  if (type === undefined) return right([]);
  const { entity } = type;
  const state = stateOf(entity, states);
  if (isLeft(state)) return state;
  const wanted = type.option ?? (isExcluded ? "Filter" : "Detection");
  const options = state.right.attributes?.["options"];
  if (Array.isArray(options) && !options.includes(wanted))
    return left({ problem: "no-option", entity, value: wanted });
  return right([{ entity, wanted, before: beforeOf(state.right), unit: undefined }]);
};

const switchOf = ({
  sensor: { switch: entity },
  states,
}: ZoneAtSensor): Either<SensorProblem, readonly SensorValue[]> => {
  if (entity === undefined) return right([]);
  const state = stateOf(entity, states);
  if (isLeft(state)) return state;
  return right([{ entity, wanted: "on", before: beforeOf(state.right), unit: undefined }]);
};

/**
 * The values that make a zone the sensor's, in the order in which they are written, or all that is in the way. A sensor
 * that takes a rectangle gets the one along its axes around the zone. Numbers are rounded to the step of their entity; what
 * the sensor does not take is refused, not cut off.
 *
 * LD2450 has `x1`, `y1`, `x2` and `y2` of three zones in whole millimetres, x from -4860 to 4860 and y from 0 to 7560
 * (`number/__init__.py` of ESPHome's `ld2450`); Everything Presence Lite "Begin X", "Begin Y", "End X" and "End Y" of four
 * zones and two masks in steps of 10 mm, and takes them in any order (`common/ld2450-base.yaml`). The axes of both are those
 * of their targets.
 */
export const planForSensor = (zone: ZoneAtSensor): Planned => {
  const frame = frameFor(zone);
  if (isLeft(frame)) return one(frame.left);
  const { shape } = zone.sensor;
  const planned =
    shape.kind === "rectangle"
      ? rectangleOf(zone, shape.numbers, frame.right)
      : polygonOf(zone, shape, frame.right);
  const others = [optionOf(zone), switchOf(zone)];
  const problems = [
    ...(isLeft(planned) ? planned.left : []),
    ...others.flatMap((each) => (isLeft(each) ? [each.left] : [])),
  ];
  if (isLeft(planned) || problems.length > 0) return left(problems);
  const more = others.flatMap((each) => (isLeft(each) ? [] : each.right));
  return right({ ...planned.right, values: [...planned.right.values, ...more] });
};
