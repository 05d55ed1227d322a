import { type Point, times } from "../geometry/vector.ts";
import type { Matrix } from "./similarity.ts";

/** Where a sensor hangs and looks. */
export interface Pose {
  /** Metres of the plan. */
  readonly x: number;
  readonly z: number;
  /** Where it looks: degrees from right, clockwise on the screen. */
  readonly rotation: number;
  /** Metres above the floor; undefined if its distances are along the floor. */
  readonly height?: number | undefined;
  /** Whether its first axis points to its left. */
  readonly mirrored?: boolean | undefined;
}

/** The middle of somebody who stands, in metres above the floor. */
const middle = 1;

/**
 * The map of a sensor whose first axis points to its right and the second to where it looks, both in metres, as radars
 * report targets.
 */
export const poseMatrix = ({ x, z, rotation, mirrored = false }: Pose): Matrix => {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const side = mirrored ? -1 : 1;
  return [-side * sin, side * cos, cos, sin, x, z];
};

/** The place of a target along the floor, if a sensor at a height measures its distance through the air; in metres. */
export const alongFloor = (point: Point, height: number): Point => {
  const far = Math.hypot(...point);
  if (far === 0) return point;
  return times(point, Math.sqrt(Math.max(0, far ** 2 - (height - middle) ** 2)) / far);
};

/** The reverse: where a sensor at a height measures a target that is there along the floor; in metres. */
export const throughAir = (point: Point, height: number): Point => {
  const along = Math.hypot(...point);
  const far = Math.hypot(along, height - middle);
  return along === 0 ? [0, far] : times(point, far / along);
};
