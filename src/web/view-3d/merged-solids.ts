import { BufferAttribute, BufferGeometry, type Vector3 } from "three";
import type { Part } from "../../model/solids/material.ts";
import type { Vector } from "../../model/solids/mesh.ts";
import type { Solid } from "../../model/solids/solid.ts";
import { FacingTriangles } from "./facing-triangles.ts";

/** How a part looks: its colour in linear light, from 0 to 1, and how strongly it shines by itself. */
export interface PartLook {
  readonly color: readonly [red: number, green: number, blue: number];
  readonly shine: number;
}

/**
 * What lowers a wall: the direction across it in the plan, and 1 for each side with a room that the wall hides from an eye on
 * the other side (0 for none): first the side to which the direction points.
 */
export type Cut = readonly [x: number, z: number, before: number, behind: number];

/** What is never lowered. */
export const uncut: Cut = [0, 0, 0, 0];

/** A part in merged solids: which corners are of it, and which places in the index were at first. */
export interface MergedPart {
  readonly solid: Solid;
  readonly part: Part;
  readonly corners: readonly [from: number, to: number];
  readonly indices: readonly [from: number, to: number];
}

/** A part to merge, and what lowers it. */
export interface PartToMerge {
  readonly solid: Solid;
  readonly part: Part;
  readonly cut: Cut;
}

/** Writes positions or directions of a solid as they are once it is turned and moved. */
const place = (
  from: Float32Array,
  to: Float32Array,
  start: number,
  { rotation }: Solid,
  [atX, atY, atZ]: Vector,
): void => {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let at = 0; at < from.length; at += 3) {
    const [x, y, z] = [from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0];
    to[start + at] = x * cos - z * sin + atX;
    to[start + at + 1] = y + atY;
    to[start + at + 2] = x * sin + z * cos + atZ;
  }
};

/** Many parts as one geometry, as each mesh costs a draw call; and where each of them is in it. */
export class MergedSolids {
  readonly geometry = new BufferGeometry();
  readonly #parts: readonly MergedPart[];
  /** Red, green, blue, and how strongly it shines, of each corner. */
  readonly #paintOf: BufferAttribute;
  /** Made when it is asked for first, as where drawing is fast it never is. */
  #facing: FacingTriangles | undefined;

  /** `look` gives the look of each part. */
  constructor(parts: readonly PartToMerge[], look: (solid: Solid, part: Part) => PartLook) {
    const corners = parts.reduce((sum, { part }) => sum + part.mesh.positions.length / 3, 0);
    const length = parts.reduce((sum, { part }) => sum + part.mesh.indices.length, 0);
    const positions = new Float32Array(corners * 3);
    const normals = new Float32Array(corners * 3);
    const cuts = new Float32Array(corners * 4);
    const indices = new Uint32Array(length);
    let [corner, index] = [0, 0];
    this.#parts = parts.map(({ solid, part, cut }) => {
      const { mesh } = part;
      const [firstCorner, firstIndex] = [corner, index];
      place(mesh.positions, positions, corner * 3, solid, solid.at);
      place(mesh.normals, normals, corner * 3, solid, [0, 0, 0]);
      for (const each of mesh.indices) {
        indices[index] = firstCorner + each;
        index += 1;
      }
      corner += mesh.positions.length / 3;
      if (cut !== uncut) for (let at = firstCorner; at < corner; at += 1) cuts.set(cut, at * 4);
      return { solid, part, corners: [firstCorner, corner], indices: [firstIndex, index] };
    });
    this.#paintOf = new BufferAttribute(new Float32Array(corners * 4), 4);
    this.geometry.setAttribute("position", new BufferAttribute(positions, 3));
    this.geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    this.geometry.setAttribute("cut", new BufferAttribute(cuts, 4));
    this.geometry.setAttribute("paint", this.#paintOf);
    this.geometry.setIndex(new BufferAttribute(indices, 1));
    for (const each of this.#parts) this.#paint(each, look(each.solid, each.part));
  }

  /** Gives the parts of some solids their looks of now. */
  repaint(isMeant: (solid: Solid) => boolean, look: (solid: Solid, part: Part) => PartLook): void {
    for (const each of this.#parts)
      if (isMeant(each.solid)) this.#paint(each, look(each.solid, each.part));
    this.#paintOf.needsUpdate = true;
  }

  /**
   * Puts the triangles first in the index that face an eye in the coordinates of the solids, of the solids that are seen from
   * there. Returns how many places of the index they take.
   */
  turnTo(eye: Vector3, isSeen: (solid: Solid) => boolean): number {
    this.#facing ??= new FacingTriangles(this.geometry);
    const seen = this.#parts.filter(({ solid }) => isSeen(solid));
    return this.#facing.turnTo(
      eye,
      seen.map(({ indices }) => indices),
    );
  }

  /** The part that a corner is of, by the corner's number; undefined if there is none. */
  partAt(corner: number): MergedPart | undefined {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#parts[middle]?.corners[1] ?? 0) > corner) high = middle;
      else low = middle + 1;
    }
    return this.#parts[low];
  }

  #paint(
    { corners: [from, to] }: MergedPart,
    { color: [red, green, blue], shine }: PartLook,
  ): void {
    for (let at = from; at < to; at += 1) this.#paintOf.setXYZW(at, red, green, blue, shine);
  }
}
