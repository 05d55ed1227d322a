import { createRequire } from "node:module";
import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { firstProblem } from "../../../src/model/codec.ts";

/** What the validator of Khronos says of a file; it has no types of its own. */
const report = t.type({
  issues: t.type({
    numErrors: t.number,
    numWarnings: t.number,
    messages: t.array(t.type({ code: t.string, message: t.string, severity: t.number })),
  }),
  info: t.type({ totalTriangleCount: t.number, materialCount: t.number, drawCallCount: t.number }),
});

export type GltfReport = t.TypeOf<typeof report>;

const validator = t.type({ validateBytes: t.Function });

/** Validates a file of glTF 2.0 with the npm package `gltf-validator`. */
export const validated = async (file: Uint8Array): Promise<GltfReport> => {
  const loaded = validator.decode(createRequire(import.meta.url)("gltf-validator"));
  if (isLeft(loaded)) throw new Error(`gltf-validator: ${firstProblem(loaded.left)}`);
  const answer: unknown = await loaded.right.validateBytes(file, { maxIssues: 20 });
  const decoded = report.decode(answer);
  if (isLeft(decoded)) throw new Error(`its report: ${firstProblem(decoded.left)}`);
  return decoded.right;
};

const node = t.intersection([
  t.type({ name: t.string }),
  t.partial({
    mesh: t.number,
    children: t.array(t.number),
    translation: t.array(t.number),
    rotation: t.array(t.number),
    extras: t.type({ list: t.string, id: t.string }),
    extensions: t.type({ KHR_lights_punctual: t.type({ light: t.number }) }),
  }),
]);

export type GltfNode = t.TypeOf<typeof node>;

const content = t.intersection([
  t.type({
    scenes: t.array(t.type({ name: t.string, nodes: t.array(t.number) })),
    nodes: t.array(node),
  }),
  t.partial({
    meshes: t.array(t.type({ name: t.string })),
    materials: t.array(t.type({ name: t.string })),
  }),
]);

/** The JSON of a binary file of glTF: its first chunk. */
export const jsonOf = (file: Uint8Array): t.TypeOf<typeof content> => {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(12, true);
  const decoded = content.decode(
    JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length))),
  );
  if (isLeft(decoded)) throw new Error(firstProblem(decoded.left));
  return decoded.right;
};
