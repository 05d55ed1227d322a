import type { Axis, Edge } from "../../model/editing/arrange.ts";
import type { Direction } from "../../model/editing/distances.ts";
import type { Point } from "../../model/geometry/vector.ts";

/** Clockwise rotation of the plan on the screen in degrees. */
export type Turn = 0 | 90;

/** The movement on the plan of a movement on the screen: right and down. */
export const movementOnPlan = (turn: Turn, [right, down]: Point): Point =>
  turn === 0 ? [right, down] : [down, -right];

const seen: Readonly<Record<Direction, Direction>> = {
  left: "up",
  up: "right",
  right: "down",
  down: "left",
};

const onPlan: Readonly<Record<Direction, Direction>> = {
  up: "left",
  right: "up",
  down: "right",
  left: "down",
};

/** Where a direction of the plan is on the screen. */
export const seenDirection = (turn: Turn, way: Direction): Direction =>
  turn === 0 ? way : seen[way];

/** The direction of the plan that is seen in a direction. */
export const directionOnPlan = (turn: Turn, way: Direction): Direction =>
  turn === 0 ? way : onPlan[way];

const edges: Readonly<Record<Edge, Edge>> = {
  left: "bottom",
  centre: "middle",
  right: "top",
  top: "left",
  middle: "centre",
  bottom: "right",
};

/** The edge or centre on the plan of one that is seen. */
export const edgeOnPlan = (turn: Turn, edge: Edge): Edge => (turn === 0 ? edge : edges[edge]);

/** The axis on the plan of one that is seen. */
export const axisOnPlan = (turn: Turn, axis: Axis): Axis =>
  turn === 0 ? axis : axis === "horizontally" ? "vertically" : "horizontally";

/** Something across and something down the plan, as seen: first across the screen, then down it. */
export const seenInOrder = <Value>(turn: Turn, across: Value, down: Value): [Value, Value] =>
  turn === 0 ? [across, down] : [down, across];
