import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { glbOf } from "../../../src/model/export/gltf/glb.ts";
import { levelsCalled } from "../../../src/model/elements/levels.ts";
import { readModel } from "../../../src/model/import/gltf/read-model.ts";
import type { GivenFile } from "../../../src/model/import/import-result.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { demoPlan } from "../../samples/index.ts";
import { importing } from "../../../src/web/i18n/en/import.ts";
import { seededRandom } from "../../support/random.ts";
import { ground, modelFile, modelJson, modelText } from "./model.ts";
import { pngOf } from "./png.ts";
import { inShort } from "./reading.ts";

const refused = (file: GivenFile): string => {
  const reading = readModel(file);
  assert(isLeft(reading), "the model is refused");
  const { why, detail } = reading.left;
  assert(importing.refusals[why](file.name, detail).includes(file.name));
  return inShort(reading.left);
};

const accessor = (more: JsonObject): JsonObject => ({
  accessors: [{ bufferView: 0, componentType: 5126, count: 6, type: "VEC3", ...more }],
});

test("TRACE3D-2: a model of glTF is read with one buffer, be it binary or text, the project's own too", () => {
  for (const file of [modelFile(), modelText()]) {
    const reading = readModel(file);
    assert(isRight(reading), file.name);
    const { buffer, json } = reading.right;
    assert.deepEqual([...new Float32Array(buffer.buffer, 0, ground.length)], ground);
    assert.deepEqual(json["nodes"], [{ mesh: 0 }]);
  }
  for (const size of ["flat", "house"] as const) {
    const plan = demoPlan(size);
    const bytes = glbOf(plan, levelsCalled(plan, undefined));
    assert(isRight(readModel({ name: "own.glb", bytes })), size);
  }
});

test("TRACE3D-4: packed models, parts in other files and what needs unknown extensions are refused by name", () => {
  for (const name of [
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_texture_basisu",
  ]) {
    const file = modelFile({ extensionsUsed: [name], extensionsRequired: [name] });
    assert.equal(refused(file), "compressedModel | house.glb");
    const reading = readModel(file);
    assert(isLeft(reading) && reading.left.detail.expected === name);
  }
  assert.equal(
    refused(modelFile({ extensionsRequired: ["EXT_mesh_gpu_instancing"] })),
    "unknownExtension | house.glb",
  );
  assert.equal(refused(modelText("house.bin")), "externalFile | house.gltf | buffers.0.uri");
  assert.equal(
    refused(modelText("https://example.com/house.bin")),
    "externalFile | house.gltf | buffers.0.uri",
  );
  const images = [{ uri: "brick.png" }];
  assert.equal(refused(modelFile({ images })), "externalFile | house.glb | images.0.uri");
});

test("TRACE3D-5: counts, trees, triangles, textures and sides beyond a limit are refused with its name", () => {
  const limit = (file: GivenFile): string => {
    const found = refused(file);
    assert.match(found, /^limit \| /);
    return found.split(" | ").at(-1) ?? "";
  };
  const vast = accessor({ bufferView: undefined, count: 2 ** 40 });
  assert.equal(limit(modelFile(vast)), "model-corners");
  const nodes = Array.from({ length: 60_000 }, () => ({ mesh: 0 }));
  const roots = nodes.map((_, at) => at);
  assert.equal(limit(modelFile({ nodes, scenes: [{ nodes: roots }] })), "model-nodes");
  const deep = Array.from({ length: 200 }, (_, at) => (at < 199 ? { children: [at + 1] } : {}));
  assert.equal(limit(modelFile({ nodes: [...deep] })), "model-depth");
  // A mesh of 2000 triangles in 40,000 nodes: little to read, and 80 million to draw.
  const corners = Array.from({ length: 1000 }, () => ground).flat();
  const copies = nodes.slice(0, 40_000);
  assert.equal(
    limit(modelFile({ nodes: copies, scenes: [{ nodes: roots.slice(0, 40_000) }] }, corners)),
    "model-triangles",
  );
  const parts = Array.from({ length: 300 }, () => ({ attributes: { POSITION: 0 } }));
  assert.equal(
    limit(
      modelFile({
        nodes: nodes.slice(0, 300),
        scenes: [{ nodes: roots.slice(0, 300) }],
        meshes: [{ primitives: parts }],
      }),
    ),
    "model-nodes",
  );
  const moved = [{ mesh: 0, translation: [1e30, 0, 0] }];
  assert.equal(limit(modelFile({ nodes: moved })), "import-metres");
  const textured = (width: number): GivenFile => {
    const png = pngOf(width, 10_000).subarray(0, 64);
    const views = [
      { buffer: 0, byteLength: 72 },
      { buffer: 0, byteOffset: 72, byteLength: png.length },
    ];
    return modelFile({ bufferViews: views, images: [{ bufferView: 1 }] }, ground, png);
  };
  assert.equal(limit(textured(10_000)), "model-pixels");
  assert(isRight(readModel(textured(100))));
});

test("TRACE3D-5: sparse lists of billions, lengths that lie, circles and numbers that are none are refused with the place", () => {
  const damaged = "damagedModel | house.glb";
  const sparse = {
    count: 4_000_000_000,
    indices: { bufferView: 0, componentType: 5125 },
    values: { bufferView: 0 },
  };
  assert.equal(
    refused(modelFile(accessor({ count: 2 ** 33, sparse }))),
    `${damaged} | accessors.0`,
  );
  assert.equal(
    refused(modelFile(accessor({ bufferView: undefined, count: 2 ** 33, sparse }))),
    `${damaged} | accessors.0.sparse.indices`,
  );
  assert.equal(refused(modelFile(accessor({ count: 7 }))), `${damaged} | accessors.0`);
  assert.equal(refused(modelFile(accessor({ count: -1 }))), `${damaged} | accessors.0.count`);
  assert.equal(refused(modelFile(accessor({ byteOffset: 4 }))), `${damaged} | accessors.0`);
  const views = { bufferViews: [{ buffer: 0, byteLength: 1000 }] };
  assert.equal(refused(modelFile(views)), `${damaged} | bufferViews.0`);
  const buffers = { buffers: [{ byteLength: 2 ** 40 }] };
  assert.equal(refused(modelFile(buffers)), `${damaged} | buffers.0`);
  const { bytes, name } = modelFile();
  assert.equal(refused({ name, bytes: bytes.subarray(0, -4) }), `${damaged} | 8`);
  const longer = Uint8Array.from(bytes);
  new DataView(longer.buffer).setUint32(12, 2 ** 31, true);
  assert.equal(refused({ name, bytes: longer }), `${damaged} | 12`);
  const ring = [{ mesh: 0, children: [1] }, { children: [0] }];
  assert.match(refused(modelFile({ nodes: ring })), /^circle \| house\.glb \| nodes\.0$/);
  const shared = [{ mesh: 0, children: [1, 2] }, { children: [2] }, {}];
  assert.match(refused(modelFile({ nodes: shared })), /^circle \| house\.glb \| nodes\.2$/);
  const odd = [...ground.slice(0, 10), Number.NaN, ...ground.slice(11)];
  assert.match(refused(modelFile({}, odd)), /^badNumber \| house\.glb \| meshes\.0.*POSITION 3$/);
  const indexed = {
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 6, type: "VEC3" },
      { bufferView: 0, componentType: 5125, count: 6, type: "SCALAR" },
    ],
  };
  assert.match(refused(modelFile(indexed)), /^damagedModel .*indices \d$/);
  assert.equal(refused(modelFile({ nodes: [{}] })), "emptyModel | house.glb");
  assert.equal(
    refused(modelFile({ nodes: [{ mesh: 4 }] })),
    "unknownReference | house.glb | nodes.0.mesh",
  );
});

test("TRACE3D-5: a model with any part changed at random is read or refused, and never throws", (t) => {
  const random = seededRandom(t);
  const odd = [-1, 1e9, 2 ** 53, 0.5, null, "x", [], {}, true] as const;
  const text = JSON.stringify(modelJson());
  for (let round = 0; round < 2000; round += 1) {
    const values = [...text.matchAll(/\d+|"\w+"/g)];
    const { 0: found = "", index = 0 } = values[random.below(values.length)] ?? {};
    const changed = `${text.slice(0, index)}${JSON.stringify(random.pick(odd))}${text.slice(index + found.length)}`;
    let json: JsonObject;
    try {
      json = JSON.parse(changed);
    } catch {
      continue;
    }
    const { bytes, name } = modelFile(json);
    if (random.below(3) === 0) bytes[random.below(bytes.length)] = random.below(256);
    readModel({ name, bytes });
  }
});
