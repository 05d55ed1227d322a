import { distance, type Point } from "../../../geometry/vector.ts";
import { snapPoint, type Snapped, type SnapTargets } from "../../model/snap.ts";
import { type Overlay, type PlanPointer, type Tool, tremble } from "./tool.ts";

/** What is drawn between two points. */
export interface TwoPoints {
  /** What is expected now; `isBegun` once the first point is set. */
  readonly hint: (isBegun: boolean) => string;
  /** What the points snap to. */
  readonly targets: () => SnapTargets;
  /** Whether the second point makes right angles and diagonals with the first one. */
  readonly isFromStart?: boolean;
  /** What would be made between two points. */
  readonly preview: (from: Point, to: Point) => Overlay;
  /** Makes it; the pointer is the one that set the second point. */
  readonly make: (from: Point, to: Point, pointer: PlanPointer) => void;
  /** The press that set the first point was a click. */
  readonly clicked?: (pressed: PlanPointer) => void;
}

/** Draws something between two points, by a drag or by a click at each of them. */
export const twoPointTool = ({
  hint,
  targets,
  isFromStart = false,
  preview,
  make,
  clicked,
}: TwoPoints): Tool => {
  let start: Point | undefined;
  /** The press that set the first point, until it is over. */
  let pressed: PlanPointer | undefined;
  let hasMoved = false;
  let overlay: Overlay = {};
  const snap = ({ at, snapping }: PlanPointer): Snapped =>
    snapPoint(at, targets(), snapping, isFromStart && start !== undefined ? [start] : []);
  const move = (pointer: PlanPointer): void => {
    const { point, guides } = snap(pointer);
    if (start !== undefined && distance(point, start) > tremble * pointer.pixel) hasMoved = true;
    overlay = {
      guides,
      ...(start === undefined ? { dots: [point] } : preview(start, point)),
    };
  };
  const cancel = (): boolean => {
    const isBusy = start !== undefined;
    start = pressed = undefined;
    hasMoved = false;
    overlay = {};
    return isBusy;
  };
  return {
    staysBegun: true,
    hint: () => hint(start !== undefined),
    cursor: () => "crosshair",
    overlay: () => overlay,
    down: (pointer) => {
      if (start !== undefined) return;
      start = snap(pointer).point;
      pressed = pointer;
      move(pointer);
    },
    move,
    up: (pointer) => {
      const [from, click] = [start, pressed];
      pressed = undefined;
      if (from === undefined) return;
      if (hasMoved) {
        cancel();
        make(from, snap(pointer).point, pointer);
      } else if (click !== undefined) clicked?.(click);
    },
    cancel,
  };
};
