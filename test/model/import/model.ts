import { binaryFile } from "../../../src/model/export/gltf/gltf-buffer.ts";
import type { GivenFile } from "../../../src/model/import/import-result.ts";
import type { JsonObject } from "../../../src/model/json.ts";

/** Numbers as the bytes of 32-bit floats. */
const floats = (numbers: readonly number[]): Uint8Array =>
  new Uint8Array(new Float32Array(numbers).buffer);

/** Two triangles of 4 × 3 m on the ground, with room for an index of each corner. */
export const ground: readonly number[] = [0, 0, 0, 0, 0, 3, 4, 0, 3, 0, 0, 0, 4, 0, 3, 4, 0, 0];

/** The JSON of a model of one node with one mesh, whose corners are a buffer. */
export const modelJson = (corners: readonly number[] = ground): JsonObject => ({
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    {
      bufferView: 0,
      componentType: 5126,
      count: corners.length / 3,
      type: "VEC3",
      min: [0, 0, 0],
      max: [4, 0, 3],
    },
  ],
  bufferViews: [{ buffer: 0, byteLength: corners.length * 4 }],
  buffers: [{ byteLength: corners.length * 4 }],
});

/** A file of a model: some of its JSON replaced, and with bytes behind its corners. */
export const modelFile = (
  more: JsonObject = {},
  corners: readonly number[] = ground,
  behind: Uint8Array = new Uint8Array(),
): GivenFile => {
  const bytes = floats(corners);
  const buffer = new Uint8Array(bytes.length + behind.length);
  buffer.set(bytes);
  buffer.set(behind, bytes.length);
  const json = { ...modelJson(corners), buffers: [{ byteLength: buffer.length }], ...more };
  return { name: "house.glb", bytes: binaryFile(json, buffer) };
};

/** The same as text, with its buffer embedded, or wherever an address leads. */
export const modelText = (uri?: string): GivenFile => {
  const buffer = floats(ground);
  const address = `data:application/octet-stream;base64,${Buffer.from(buffer).toString("base64")}`;
  const json = {
    ...modelJson(),
    buffers: [{ byteLength: buffer.length, uri: uri ?? address }],
  };
  return { name: "house.gltf", bytes: Buffer.from(JSON.stringify(json)) };
};
