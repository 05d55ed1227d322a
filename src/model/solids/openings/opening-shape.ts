import type { Part } from "../material.ts";
import { type Mesh, moved, stretched, turnedAbout, type Vector } from "../mesh.ts";
import { box } from "../shapes.ts";
import type { Material } from "../material.ts";

/**
 * What the body of an opening depends on, in metres: `x` along the wall from its middle, `y` up from the floor, and positive
 * `z` towards its room, where the line through the wall is at 0.
 */
export interface OpeningShape {
  readonly width: number;
  readonly sill: number;
  readonly lintel: number;
  /** The faces of the wall: beyond it, which is negative, and in the room. */
  readonly beyond: number;
  readonly inside: number;
  /** 1 if its hinges are at the right as seen from the room, else -1. */
  readonly side: 1 | -1;
  /** 1 if it swings into its room, else -1. */
  readonly swing: 1 | -1;
  /** How far it is open, from 0 to 1. */
  readonly open: number;
  /** Whether it leads out of the building. */
  readonly isOuter: boolean;
}

/** Makes the parts of an opening of a type. */
export type OpeningMaker = (shape: OpeningShape) => readonly Part[];

/** How wide the frame of a door or window is, as seen from the room, and how deep, in metres. */
export const frameWidth = 0.05;
export const frameDepth = 0.08;

/** The thickness of a leaf or sash, and of a pane of glass, in metres. */
export const leafThickness = 0.045;
const paneThickness = 0.012;

/** The middle of a wall between its faces. */
export const middleOf = ({ beyond, inside }: OpeningShape): number => (beyond + inside) / 2;

/** The parts where a leaf is that is hinged or slid: turned about its origin by degrees clockwise from above, then moved. */
export const placedParts = (parts: readonly Part[], at: Vector, degrees = 0): readonly Part[] =>
  parts.map(({ mesh, material }) => ({
    mesh: moved(degrees === 0 ? mesh : turnedAbout(mesh, "y", -degrees), at),
    material,
  }));

const mirrored = (mesh: Mesh): Mesh => stretched(mesh, [-1, 1, 1]);

/** Parts that extend to the right, or to the left in place of that. */
export const towards = (side: 1 | -1, parts: readonly Part[]): readonly Part[] =>
  side > 0 ? parts : parts.map(({ mesh, material }) => ({ mesh: mirrored(mesh), material }));

/** Bars around a rectangle from its left lower corner, about `z` = 0: a frame, or the rails of a sash. */
const bars = (
  [left, low]: readonly [number, number],
  [right, high]: readonly [number, number],
  [wide, deep]: readonly [number, number],
  hasSill: boolean,
): readonly Mesh[] => {
  const across = Math.min(wide, (right - left) / 3, (high - low) / 3);
  const z = deep / 2;
  const bottom = hasSill ? low + across : low;
  return [
    box([left, low, -z], [left + across, high, z]),
    box([right - across, low, -z], [right, high, z]),
    box([left + across, high - across, -z], [right - across, high, z]),
    ...(hasSill ? [box([left + across, low, -z], [right - across, bottom, z])] : []),
  ];
};

/** The frame of an opening in the middle of its wall; that of a door is as deep as the wall, and has no sill. */
export const frameParts = (
  shape: OpeningShape,
  material: Material,
  kind: "door" | "window",
): readonly Part[] => {
  const { width, sill, lintel, beyond, inside } = shape;
  const deep = kind === "door" ? inside - beyond + 0.02 : frameDepth;
  const frame = bars(
    [-width / 2, sill],
    [width / 2, lintel],
    [frameWidth, deep],
    kind === "window",
  ).map((mesh) => ({ mesh, material }));
  return placedParts(frame, [0, 0, middleOf(shape)]);
};

/** A leaf from its hinges at the origin to the right, between two heights: a panel with a handle, or glass in a frame. */
export const leafParts = (
  width: number,
  [low, high]: readonly [number, number],
  kind: "panel" | "glazed" | "sash",
  material: Material,
): readonly Part[] => {
  const z = leafThickness / 2;
  const [start, end] = [0.004, Math.max(0.01, width - 0.004)];
  const grip = Math.min(low + 1.05, (low + high) / 2 + 0.05);
  const handle = (front: 1 | -1): Mesh => {
    const [near, far] = [front * z, front * (z + 0.045)].toSorted((one, other) => one - other);
    return box(
      [Math.max(start, end - 0.17), grip, near ?? 0],
      [end - 0.04, grip + 0.025, far ?? 0],
    );
  };
  const handles: Part[] =
    kind === "sash" || end < 0.3
      ? []
      : [handle(1), handle(-1)].map((mesh) => ({ mesh, material: "metal" }));
  if (kind === "panel")
    return [{ mesh: box([start, low, -z], [end, high, z]), material }, ...handles];
  const rail = kind === "sash" ? 0.05 : 0.09;
  const pane = paneThickness / 2;
  return [
    ...bars([start, low], [end, high], [rail, leafThickness], true).map((mesh) => ({
      mesh,
      material,
    })),
    {
      mesh: box(
        [start + rail * 0.9, low + rail * 0.9, -pane],
        [Math.max(end - rail * 0.9, start + rail), Math.max(high - rail * 0.9, low + rail), pane],
      ),
      material: "glass",
    },
    ...handles,
  ];
};
