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

/** The meshes of the usual model. */
const modelMeshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }];

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
  for (const list of ["extensionsUsed", "extensionsRequired"])
    assert.equal(
      refused(modelFile({ [list]: ["EXT_mesh_gpu_instancing"] })),
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
    "model-corners",
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
  const textured = (width: number, count = 0): GivenFile => {
    const png = pngOf(width, 10_000).subarray(0, 64);
    const views = [
      { buffer: 0, byteLength: 72 },
      { buffer: 0, byteOffset: 72, byteLength: png.length },
    ];
    const textures = Array.from({ length: count }, () => ({ source: 0 }));
    return modelFile({ bufferViews: views, images: [{ bufferView: 1 }], textures }, ground, png);
  };
  assert.equal(limit(textured(10_000)), "model-pixels");
  assert(isRight(readModel(textured(100))));
  // One image in many textures, each of which is decoded by itself.
  assert(isRight(readModel(textured(1000, 6))));
  assert.equal(limit(textured(1000, 7)), "model-pixels");
});

test("TRACE3D-5: corners, lines and points count as often as a mesh is in a node, and parts of meshes that no node has", () => {
  const many = 8000;
  const nodes = Array.from({ length: many }, () => ({ mesh: 0 }));
  const scenes = [{ nodes: nodes.map((_, at) => at) }];
  const corners = Array.from({ length: 1000 }, () => ground).flat();
  const each = { componentType: 5126, type: "VEC3", bufferView: 0 };
  const indexed = { bufferView: 1, componentType: 5121, type: "SCALAR" };
  const views = [
    { buffer: 0, byteLength: corners.length * 4 },
    { buffer: 0, byteOffset: corners.length * 4, byteLength: 9000 },
  ];
  const drawnWith = (more: JsonObject, indices: number): GivenFile =>
    modelFile(
      {
        nodes,
        scenes,
        bufferViews: views,
        accessors: [
          { ...each, count: 6000 },
          { ...indexed, count: indices },
          { ...each, count: 6 },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, ...more }] }],
      },
      corners,
      new Uint8Array(9000),
    );
  const limited = "limit | house.glb";
  // One triangle of 6000 corners: few to draw, but each corner is read in each node.
  assert.match(refused(drawnWith({}, 3)), /^limit \| house\.glb \| nodes\.\d+ \| model-corners$/);
  const few = { attributes: { POSITION: 2 } };
  for (const mode of [0, 1, 2, 3, 4, 5, 6]) {
    const found = refused(drawnWith({ ...few, mode }, 9000));
    assert.match(found, /^limit \| house\.glb \| nodes\.\d+ \| model-triangles$/, `mode ${mode}`);
  }
  const parts = Array.from({ length: 60_000 }, () => ({ attributes: { POSITION: 0 } }));
  const meshes = [...modelMeshes, { primitives: parts }];
  assert.equal(refused(modelFile({ meshes })), `${limited} | meshes.1 | model-nodes`);
});

test("TRACE3D-5: an accessor is read once, however many parts of meshes use it", (t) => {
  const corners = Array.from({ length: 50 }, () => ground).flat();
  const indices = 500;
  const part = { attributes: { POSITION: 0 }, indices: 1 };
  const [floats, bytes] = (["getFloat32", "getUint8"] as const).map((read) =>
    t.mock.method(DataView.prototype, read),
  );
  const file = modelFile(
    {
      meshes: [...modelMeshes, { primitives: Array.from({ length: 100 }, () => part) }],
      bufferViews: [
        { buffer: 0, byteLength: corners.length * 4 },
        { buffer: 0, byteOffset: corners.length * 4, byteLength: indices },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: corners.length / 3, type: "VEC3" },
        { bufferView: 1, componentType: 5121, count: indices, type: "SCALAR" },
      ],
    },
    corners,
    new Uint8Array(indices),
  );
  assert(isRight(readModel(file)));
  assert.equal(floats?.mock.callCount(), corners.length);
  const read = bytes?.mock.callCount() ?? 0;
  assert(read >= indices && read <= 2 * indices, String(read));
});

test("TRACE3D-5: what a sparse accessor replaces is checked as the rest: corners, indices, and where they are put", () => {
  // Six corners; behind them, which is replaced (8 bytes), and by which corner (12 bytes).
  const behind = (index: number, numbers: readonly number[]): Uint8Array => {
    const bytes = new Uint8Array(20);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, index, true);
    numbers.forEach((each, at) => view.setFloat32(8 + at * 4, each, true));
    return bytes;
  };
  const bufferViews = [
    { buffer: 0, byteLength: 72 },
    { buffer: 0, byteOffset: 72, byteLength: 8 },
    { buffer: 0, byteOffset: 80, byteLength: 12 },
  ];
  const sparse = {
    count: 1,
    indices: { bufferView: 1, componentType: 5123 },
    values: { bufferView: 2 },
  };
  const file = (index: number, numbers: readonly number[], more: JsonObject = {}): GivenFile =>
    modelFile({ bufferViews, ...accessor({ sparse, ...more }) }, ground, behind(index, numbers));
  assert(isRight(readModel(file(5, [4, 0, 0]))));
  assert(isRight(readModel(file(5, [4, 0, 0], { bufferView: undefined }))));
  assert.match(refused(file(5, [4, Number.NaN, 0])), /^badNumber .* meshes\.0.*POSITION 0$/);
  assert.equal(
    refused(file(6, [4, 0, 0])),
    "damagedModel | house.glb | accessors.0.sparse.indices 0",
  );
  const float = { ...sparse, indices: { bufferView: 1, componentType: 5126 } };
  assert.match(refused(file(0, [4, 0, 0], { sparse: float })), /^damagedModel .* accessors\.0/);
  // Indices without bytes of their own are zeros, except those replaced.
  const indexed = (corner: number): GivenFile =>
    modelFile(
      {
        bufferViews,
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
        accessors: [
          { bufferView: 0, componentType: 5126, count: 6, type: "VEC3" },
          { componentType: 5125, count: 6, type: "SCALAR", sparse },
        ],
      },
      ground,
      behind(0, [new Float32Array(new Uint32Array([corner]).buffer)[0] ?? 0]),
    );
  assert(isRight(readModel(indexed(5))));
  assert.match(refused(indexed(6)), /^damagedModel .*indices 0$/);
});

test("TRACE3D-5, TRACE3D-7: what a node hides is not drawn, with all that is in it, and indices are whole numbers", () => {
  const visibility = (visible: boolean) => ({ extensions: { KHR_node_visibility: { visible } } });
  const nodes = [{ mesh: 0, children: [1] }, { children: [2], ...visibility(false) }, { mesh: 0 }];
  const reading = readModel(modelFile({ nodes, extensionsRequired: ["KHR_node_visibility"] }));
  assert(isRight(reading));
  assert.deepEqual(reading.right.json["nodes"], [{ mesh: 0, children: [1] }, {}, { mesh: 0 }]);
  assert.equal(
    refused(modelFile({ nodes: [{ mesh: 0, ...visibility(false) }] })),
    "emptyModel | house.glb",
  );
  assert(isRight(readModel(modelFile({ nodes: [{ mesh: 0, ...visibility(true) }] }))));
  const floats = { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 0 }] }] };
  assert.match(refused(modelFile(floats)), /^damagedModel \| house\.glb \| accessors\.0$/);
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
