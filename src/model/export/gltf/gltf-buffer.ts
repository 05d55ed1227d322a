import type { JsonObject } from "../../json.ts";
import type { Mesh } from "../../solids/mesh.ts";

/** Numbers of glTF 2.0: types of components, and what a view of the buffer holds. */
const [float, unsignedShort, unsignedInt] = [5126, 5123, 5125];
const [vertices, corners] = [34_962, 34_963];

/** From this number of corners on, indices need more than 16 bits: the highest number means something else in some programs. */
const shortIndices = 65_535;

/** The places of a mesh's data among the accessors. */
export interface MeshAccessors {
  readonly positions: number;
  readonly normals: number;
  readonly indices: number;
}

/** The least and the greatest position along each axis. */
const extent = (positions: Float32Array): { readonly min: number[]; readonly max: number[] } => {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  positions.forEach((value, at) => {
    const axis = at % 3;
    min[axis] = Math.min(min[axis] ?? value, value);
    max[axis] = Math.max(max[axis] ?? value, value);
  });
  return { min, max };
};

/** Collects the data of meshes: first all positions and normals, then all indices, in one buffer. */
export class GltfBuffer {
  readonly #vectors: Float32Array[] = [];
  readonly #indices: (Uint16Array | Uint32Array)[] = [];
  readonly #accessors: JsonObject[] = [];
  #vectorBytes = 0;
  #indexBytes = 0;

  /** Adds a mesh, which has triangles. */
  add({ positions, normals, indices }: Mesh): MeshAccessors {
    const count = positions.length / 3;
    const isShort = count < shortIndices;
    const before = this.#accessors.length;
    const shared = { bufferView: 0, componentType: float, count, type: "VEC3" };
    this.#accessors.push(
      { ...shared, byteOffset: this.#vectorBytes, ...extent(positions) },
      { ...shared, byteOffset: this.#vectorBytes + positions.byteLength },
      {
        bufferView: 1,
        byteOffset: this.#indexBytes,
        componentType: isShort ? unsignedShort : unsignedInt,
        count: indices.length,
        type: "SCALAR",
      },
    );
    this.#vectors.push(positions, normals);
    this.#vectorBytes += positions.byteLength + normals.byteLength;
    const written = isShort ? new Uint16Array(indices) : indices;
    this.#indices.push(written);
    // Each list begins at a multiple of four bytes.
    this.#indexBytes += Math.ceil(written.byteLength / 4) * 4;
    return { positions: before, normals: before + 1, indices: before + 2 };
  }

  /** The fields of the file about its buffer; none if nothing was added. */
  get fields(): JsonObject {
    if (this.#accessors.length === 0) return {};
    return {
      accessors: this.#accessors,
      bufferViews: [
        { buffer: 0, byteLength: this.#vectorBytes, byteStride: 12, target: vertices },
        {
          buffer: 0,
          byteOffset: this.#vectorBytes,
          byteLength: this.#indexBytes,
          target: corners,
        },
      ],
      buffers: [{ byteLength: this.#vectorBytes + this.#indexBytes }],
    };
  }

  /** The bytes of the buffer; glTF has numbers in little-endian order, as all of today's machines have. */
  get bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#vectorBytes + this.#indexBytes);
    let at = 0;
    for (const part of [...this.#vectors, ...this.#indices]) {
      bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
      at += Math.ceil(part.byteLength / 4) * 4;
    }
    return bytes;
  }
}

/** A chunk of a binary file: its length, its type, and its bytes up to a multiple of four. */
const chunk = (type: string, bytes: Uint8Array, filling: number): Uint8Array<ArrayBuffer> => {
  const length = Math.ceil(bytes.length / 4) * 4;
  const made = new Uint8Array(8 + length).fill(filling);
  new DataView(made.buffer).setUint32(0, length, true);
  made.set(new TextEncoder().encode(type), 4);
  made.set(bytes, 8);
  return made;
};

/** A binary file of glTF 2.0 (GLB): its JSON and its buffer in one. */
export const binaryFile = (json: JsonObject, buffer: Uint8Array): Uint8Array<ArrayBuffer> => {
  const chunks = [
    chunk("JSON", new TextEncoder().encode(JSON.stringify(json)), 0x20),
    ...(buffer.length === 0 ? [] : [chunk("BIN\0", buffer, 0)]),
  ];
  const length = chunks.reduce((sum, each) => sum + each.length, 12);
  const file = new Uint8Array(length);
  file.set(new TextEncoder().encode("glTF"));
  const header = new DataView(file.buffer);
  header.setUint32(4, 2, true);
  header.setUint32(8, length, true);
  let at = 12;
  for (const each of chunks) {
    file.set(each, at);
    at += each.length;
  }
  return file;
};
