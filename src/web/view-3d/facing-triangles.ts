import { BufferAttribute, type BufferGeometry, type Vector3 } from "three";

/** The plane of each triangle: its normal, of any length, and how far along that the plane is. Thousands, so without small arrays. */
const planesOf = (corners: Uint32Array, positions: ArrayLike<number>): Float32Array => {
  const planes = new Float32Array((corners.length / 3) * 4);
  for (let at = 0, plane = 0; at < corners.length; at += 3, plane += 4) {
    const a = (corners[at] ?? 0) * 3;
    const b = (corners[at + 1] ?? 0) * 3;
    const c = (corners[at + 2] ?? 0) * 3;
    const ax = positions[a] ?? 0;
    const ay = positions[a + 1] ?? 0;
    const az = positions[a + 2] ?? 0;
    const bx = (positions[b] ?? 0) - ax;
    const by = (positions[b + 1] ?? 0) - ay;
    const bz = (positions[b + 2] ?? 0) - az;
    const cx = (positions[c] ?? 0) - ax;
    const cy = (positions[c + 1] ?? 0) - ay;
    const cz = (positions[c + 2] ?? 0) - az;
    const x = by * cz - bz * cy;
    const y = bz * cx - bx * cz;
    const z = bx * cy - by * cx;
    planes[plane] = x;
    planes[plane + 1] = y;
    planes[plane + 2] = z;
    planes[plane + 3] = x * ax + y * ay + z * az;
  }
  return planes;
};

/**
 * Puts the triangles of a geometry in the order of what an eye sees of them. Where the processor draws, a triangle that is seen
 * from behind costs nearly as much as one that is seen, and one without a pixel as much as a small one.
 */
export class FacingTriangles {
  readonly #index: BufferAttribute;
  readonly #corners: Uint32Array;
  readonly #planes: Float32Array;

  /** Takes a geometry with an index, which it writes anew from then on. */
  constructor(geometry: BufferGeometry) {
    const index = geometry.getIndex() ?? new BufferAttribute(new Uint32Array(0), 1);
    const corners = Uint32Array.from(index.array);
    this.#index = index;
    this.#corners = corners;
    this.#planes = planesOf(corners, geometry.getAttribute("position").array);
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
