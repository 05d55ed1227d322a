/** A position or direction in space: `x` to the right, `y` up and `z` as in the plan, which is right-handed; in metres. */
export type Vector = readonly [x: number, y: number, z: number];

/**
 * A surface of triangles: three numbers per corner in `positions` (metres) and `normals` (unit vectors out of the body), and
 * three corners per triangle in `indices`, counter-clockwise as seen from outside.
 */
export interface Mesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
}

/** An axis of space. */
export type Axis = "x" | "y" | "z";

/** The sum of two vectors. */
export const sum = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ax + bx,
  ay + by,
  az + bz,
];

/** The vector from one position to another. */
export const difference = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  bx - ax,
  by - ay,
  bz - az,
];

/** The vector perpendicular to two, by the right-hand rule. */
export const crossProduct = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

/** The vector of the same direction and of length 1; one without a length stays as it is. */
export const unit = ([x, y, z]: Vector): Vector => {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
};

/** Collects corners and triangles of one mesh. */
export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #indices: number[] = [];

  /** Adds a corner with the normal of the surface there, and returns its number. */
  corner(position: Vector, normal: Vector): number {
    this.#positions.push(position[0], position[1], position[2]);
    this.#normals.push(normal[0], normal[1], normal[2]);
    return this.#positions.length / 3 - 1;
  }

  /** Adds a triangle of corners by their numbers, counter-clockwise from outside. */
  triangle(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c);
  }

  /** Adds a flat convex face by its corners, counter-clockwise from outside. */
  face(...corners: readonly Vector[]): void {
    const [first = [0, 0, 0], second = first, third = first] = corners;
    const normal = unit(crossProduct(difference(first, second), difference(first, third)));
    const [start = 0, ...rest] = corners.map((corner) => this.corner(corner, normal));
    rest.slice(1).forEach((corner, at) => this.triangle(start, rest[at] ?? start, corner));
  }

  /** The mesh of everything added. */
  mesh(): Mesh {
    return {
      positions: new Float32Array(this.#positions),
      normals: new Float32Array(this.#normals),
      indices: new Uint32Array(this.#indices),
    };
  }
}

/** The mesh without triangles. */
export const emptyMesh: Mesh = new MeshBuilder().mesh();

/** Several meshes as one. */
export const merged = (meshes: readonly Mesh[]): Mesh => {
  const [only] = meshes;
  if (only !== undefined && meshes.length === 1) return only;
  const lengthOf = (field: keyof Mesh): number =>
    meshes.reduce((length, mesh) => length + mesh[field].length, 0);
  const positions = new Float32Array(lengthOf("positions"));
  const normals = new Float32Array(positions.length);
  const indices = new Uint32Array(lengthOf("indices"));
  let [corner, index] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, corner * 3);
    normals.set(mesh.normals, corner * 3);
    for (const each of mesh.indices) {
      indices[index] = corner + each;
      index += 1;
    }
    corner += mesh.positions.length / 3;
  }
  return { positions, normals, indices };
};

const eachVector = (numbers: Float32Array, of: (vector: Vector) => Vector): Float32Array => {
  const result = new Float32Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 3) {
    const [x, y, z] = of([numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0]);
    result[at] = x;
    result[at + 1] = y;
    result[at + 2] = z;
  }
  return result;
};

/** A mesh whose positions and normals each function makes from those of another; corners and triangles stay the same. */
export const reshaped = (
  mesh: Mesh,
  position: (at: Vector) => Vector,
  normal: (direction: Vector) => Vector,
): Mesh => ({
  positions: eachVector(mesh.positions, position),
  normals: eachVector(mesh.normals, normal),
  indices: mesh.indices,
});

/** A mesh moved by metres. */
export const moved = (mesh: Mesh, by: Vector): Mesh =>
  reshaped(
    mesh,
    (position) => sum(position, by),
    (normal) => normal,
  );

/**
 * A mesh turned by degrees about an axis through the origin, counter-clockwise as seen from where the axis points. An
 * element's `rotation` in the plan, clockwise on the screen, is a turn about `y` by as many negative degrees.
 */
export const turnedAbout = (mesh: Mesh, axis: Axis, degrees: number): Mesh => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = ([x, y, z]: Vector): Vector => {
    if (axis === "x") return [x, y * cos - z * sin, y * sin + z * cos];
    if (axis === "y") return [x * cos + z * sin, y, z * cos - x * sin];
    return [x * cos - y * sin, x * sin + y * cos, z];
  };
  return reshaped(mesh, turn, turn);
};

/** A mesh stretched from the origin by a factor along each axis; a single negative factor mirrors it. */
export const stretched = (mesh: Mesh, [fx, fy, fz]: Vector): Mesh => {
  const result = reshaped(
    mesh,
    ([x, y, z]) => [x * fx, y * fy, z * fz],
    ([x, y, z]) => unit([x / fx, y / fy, z / fz]),
  );
  // A mirror image has its corners the other way around.
  return fx * fy * fz < 0 ? { ...result, indices: result.indices.toReversed() } : result;
};

/** The lowest and highest values of the corners along the axes, in metres; infinite without corners. */
export const extentOf = (meshes: readonly Mesh[]): readonly [low: Vector, high: Vector] => {
  const low = [Infinity, Infinity, Infinity] satisfies Vector;
  const high = [-Infinity, -Infinity, -Infinity] satisfies Vector;
  for (const { positions } of meshes)
    positions.forEach((value, at) => {
      const axis = at % 3;
      low[axis] = Math.min(low[axis] ?? value, value);
      high[axis] = Math.max(high[axis] ?? value, value);
    });
  return [low, high];
};
