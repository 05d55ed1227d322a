import { type PerspectiveCamera, Vector3 } from "three";
import type { Vector } from "../../model/solids/mesh.ts";
import type { PicturePlace } from "./gestures.ts";

/** A size in pixels. */
export type PictureSize = readonly [width: number, height: number];

/** Where a camera sees a place in space in a picture of a size, in pixels; undefined behind the eye, or if it is no place. */
export const pixelOf = (
  [x, y, z]: Vector,
  camera: PerspectiveCamera,
  [width, height]: PictureSize,
): PicturePlace | undefined => {
  const seen = new Vector3(x, y, z).applyMatrix4(camera.matrixWorldInverse);
  // Also where a place or the camera's is not known, which is no number.
  if (!(seen.z <= -camera.near)) return undefined;
  seen.applyMatrix4(camera.projectionMatrix);
  return [((seen.x + 1) / 2) * width, ((1 - seen.y) / 2) * height];
};
