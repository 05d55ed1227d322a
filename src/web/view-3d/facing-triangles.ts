import { BufferAttribute, type BufferGeometry, type Vector3 } from "three";

/**
 * Puts the triangles of a geometry in the order of what an eye sees of them. Where the processor draws, a triangle that is seen
 * from behind costs nearly as much as one that is seen, and one without a pixel as much as a small one.
 */
export class FacingTriangles {
  readonly #index: BufferAttribute;
  readonly #corners: Uint32Array;
  /** The plane of each triangle: its normal, of any length, and how far along it the plane is. */
  readonly #planes: Float32Array;

  /** Takes a geometry with an index, which it writes anew from then on. */
  constructor(geometry: BufferGeometry) {
    const index = geometry.getIndex() ?? new BufferAttribute(new Uint32Array(0), 1);
    const { array: positions } = geometry.getAttribute("position");
    const corners = Uint32Array.from(index.array);
    const planes = new Float32Array((corners.length / 3) * 4);
    for (let at = 0; at < corners.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((each) => (corners[at + each] ?? 0) * 3);
      const along = (from = 0, to = 0, axis = 0): number =>
        (positions[to + axis] ?? 0) - (positions[from + axis] ?? 0);
      const [bx, by, bz] = [along(a, b, 0), along(a, b, 1), along(a, b, 2)];
      const [cx, cy, cz] = [along(a, c, 0), along(a, c, 1), along(a, c, 2)];
      const [x, y, z] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
      const [px = 0, py = 0, pz = 0] = [0, 1, 2].map((axis) => positions[(a ?? 0) + axis]);
      planes.set([x, y, z, x * px + y * py + z * pz], (at / 3) * 4);
    }
    this.#index = index;
    this.#corners = corners;
    this.#planes = planes;
  }

  /**
   * Puts those triangles first that face an eye, which is in the coordinates of the geometry. `ranges` are the places in the
   * index, as it was, of what is seen at all. Returns how many places those take that are seen and face the eye.
   */
  turnTo({ x, y, z }: Vector3, ranges: Iterable<readonly [from: number, to: number]>): number {
    const [corners, planes, { array }] = [this.#corners, this.#planes, this.#index];
    let [front, back, next] = [0, corners.length, 0];
    const put = (from: number, to: number, isSeen: boolean): void => {
      for (let at = from; at < to; at += 3) {
        const plane = (at / 3) * 4;
        const isFront =
          isSeen &&
          (planes[plane] ?? 0) * x + (planes[plane + 1] ?? 0) * y + (planes[plane + 2] ?? 0) * z >
            (planes[plane + 3] ?? 0);
        if (!isFront) back -= 3;
        const place = isFront ? front : back;
        array[place] = corners[at] ?? 0;
        array[place + 1] = corners[at + 1] ?? 0;
        array[place + 2] = corners[at + 2] ?? 0;
        if (isFront) front += 3;
      }
    };
    for (const [from, to] of ranges) {
      put(next, from, false);
      put(from, to, true);
      next = to;
    }
    put(next, corners.length, false);
    this.#index.needsUpdate = true;
    return front;
  }
}
