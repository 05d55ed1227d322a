import {
  crossProduct,
  difference,
  type Mesh,
  type Vector,
} from "../../../src/model/solids/mesh.ts";
import { type Solid, surfaceOf } from "../../../src/model/solids/solid.ts";

const dot = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): number => ax * bx + ay * by + az * bz;

/** Whether the line between two points passes through a triangle of a mesh (by Möller and Trumbore, 1997). */
const meets = ({ positions, indices }: Mesh, from: Vector, to: Vector): boolean => {
  const way = difference(from, to);
  const corner = (at: number): Vector => {
    const place = (indices[at] ?? 0) * 3;
    return [positions[place] ?? 0, positions[place + 1] ?? 0, positions[place + 2] ?? 0];
  };
  for (let at = 0; at < indices.length; at += 3) {
    const first = corner(at);
    const [one, other] = [difference(first, corner(at + 1)), difference(first, corner(at + 2))];
    const across = crossProduct(way, other);
    const volume = dot(one, across);
    if (Math.abs(volume) < 1e-12) continue;
    const start = difference(first, from);
    const u = dot(start, across) / volume;
    const aside = crossProduct(start, one);
    const v = dot(way, aside) / volume;
    const along = dot(other, aside) / volume;
    if (u >= 0 && v >= 0 && u + v <= 1 && along >= 0 && along <= 1) return true;
  }
  return false;
};

/** The names of the solids that the line between two points passes through. */
export const metBetween = (solids: readonly Solid[], from: Vector, to: Vector): readonly string[] =>
  solids.filter((solid) => meets(surfaceOf(solid), from, to)).map(({ name }) => name);
