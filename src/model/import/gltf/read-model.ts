import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { JsonObject } from "../../json.ts";
import { pixelsOf } from "../images.ts";
import type { GivenFile, ImportRefusal } from "../import-result.ts";
import type { Source } from "../json-source.ts";
import { defaultImportLimits, ImportRefused, refuse } from "../refusal.ts";
import { ModelAccessors, referredIn, wholeIn } from "./model-accessors.ts";
import { containerOf, embeddedBytes, type ModelContainer } from "./model-container.ts";
import { type DrawnMesh, materialsIn, meshesIn, picked, texturesIn } from "./model-parts.ts";
import { checkModelLimit } from "./model-limits.ts";

/** A model that can be drawn: glTF with one buffer, and nothing but what is seen from outside. */
export interface CheckedModel {
  readonly json: JsonObject;
  readonly buffer: Uint8Array;
}

/** Extensions without which a model cannot be read, as they pack its meshes or textures. */
const packed: ReadonlySet<string> = new Set([
  "KHR_draco_mesh_compression",
  "EXT_meshopt_compression",
  "KHR_meshopt_compression",
  "KHR_texture_basisu",
]);

/** Extensions that a model may require: what they say is drawn, or is not seen from above. */
const known =
  /^KHR_(?:materials_\w+|texture_transform|mesh_quantization|lights_punctual|xmp\w*|node_visibility)$/;

/** An extension that draws meshes many times: without it most of what the model has is missing, required or not. */
const instancing = "EXT_mesh_gpu_instancing";

const checkExtensions = (root: Source): void => {
  for (const each of root.field("extensionsUsed").list())
    if (each.needed() === instancing)
      refuse("unknownExtension", each.file, { expected: instancing });
  for (const each of root.field("extensionsRequired").list()) {
    const name = each.needed();
    if (packed.has(name)) refuse("compressedModel", each.file, { expected: name });
    if (!known.test(name)) refuse("unknownExtension", each.file, { expected: name });
  }
};

/** Fields of the parts of a model that are drawn, by its lists. */
const drawn = {
  accessors: [
    "bufferView",
    "byteOffset",
    "componentType",
    "normalized",
    "count",
    "type",
    "sparse",
    "min",
    "max",
  ],
  bufferViews: ["byteLength", "byteStride", "target"],
  samplers: ["magFilter", "minFilter", "wrapS", "wrapT"],
} as const;

/** Fields of a node that is drawn. */
const drawnOfNode = ["children", "mesh", "matrix", "translation", "rotation", "scale"] as const;

/** Whether a node and what is in it is hidden (KHR_node_visibility). */
const isHidden = (node: Source): boolean => {
  const extensions = node.field("extensions");
  const visibility = extensions.isMissing ? extensions : extensions.field("KHR_node_visibility");
  if (visibility.isMissing || visibility.field("visible").isMissing) return false;
  return !visibility.field("visible").isTrue();
};

/** The nodes; those that are hidden are empty. */
const nodesIn = (root: Source): readonly JsonObject[] =>
  root
    .field("nodes")
    .list()
    .map((node) => (isHidden(node) ? {} : picked(node.value, drawnOfNode)));

/** Checks that nodes form trees, and how much they draw: a mesh in many nodes is drawn as often. */
const checkNodes = (root: Source, roots: readonly Source[], meshes: readonly DrawnMesh[]): void => {
  const nodes = root.field("nodes").list();
  checkModelLimit("modelNodes", nodes.length, root.file, "nodes");
  const seen = new Set<Source>();
  let [parts, corners, shapes, triangles] = [0, 0, 0, 0];
  const waiting = roots.map((node) => ({ node, depth: 1 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = referredIn(next.node, nodes);
    if (seen.has(node)) refuse("circle", root.file, { place: node.place });
    seen.add(node);
    checkModelLimit("modelDepth", next.depth, root.file, node.place);
    if (isHidden(node)) continue;
    for (const field of ["matrix", "translation", "rotation", "scale"])
      for (const number of node.field(field).list()) number.metres(1);
    const mesh = node.field("mesh");
    if (!mesh.isMissing) {
      const found = referredIn(mesh, meshes);
      parts += found.parts;
      corners += found.corners;
      shapes += found.shapes;
      triangles += found.triangles;
      checkModelLimit("modelNodes", parts, root.file, node.place);
      checkModelLimit("modelTriangles", shapes, root.file, node.place);
      checkModelLimit("modelCorners", corners, root.file, node.place);
    }
    const depth = next.depth + 1;
    for (const child of node.field("children").list()) waiting.push({ node: child, depth });
  }
  if (triangles === 0) refuse("emptyModel", root.file);
};

/** An image of a model's textures. */
interface ModelImage {
  readonly bytes: Uint8Array;
  readonly pixels: number;
}

/** The images. Refuses pictures in files of their own, and too many pixels, by their headers. */
const imagesIn = (root: Source, accessors: ModelAccessors): readonly ModelImage[] => {
  let pixels = 0;
  return root
    .field("images")
    .list()
    .map((image) => {
      const uri = image.field("uri");
      const bytes = uri.isMissing
        ? accessors.bytesOf(image.field("bufferView"))
        : embeddedBytes(uri.needed());
      if (bytes === undefined) return refuse("externalFile", root.file, { place: uri.place });
      const size = pixelsOf({ name: "", bytes });
      if (size === undefined) return refuse("unknownTexture", root.file, { place: image.place });
      const own = size.width * size.height;
      pixels += own;
      checkModelLimit("modelPixels", pixels, root.file, image.place);
      return { bytes, pixels: own };
    });
};

/** One buffer of several, and where each begins in it. */
const joined = (
  parts: readonly Uint8Array[],
): { readonly buffer: Uint8Array; readonly starts: readonly number[] } => {
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += Math.ceil(part.length / 4) * 4;
  }
  const buffer = new Uint8Array(length);
  parts.forEach((part, at) => buffer.set(part, starts[at]));
  return { buffer, starts };
};

const modelIn = ({ buffers, root }: ModelContainer): CheckedModel => {
  checkExtensions(root);
  const accessors = new ModelAccessors({ buffers, root });
  const scenes = root.field("scenes").list();
  const scene = root.field("scene");
  const shown = scene.isMissing ? scenes[0] : referredIn(scene, scenes);
  const roots = shown?.field("nodes").list() ?? [];
  const meshes = meshesIn(root, accessors);
  checkNodes(root, roots, meshes);
  const images = imagesIn(root, accessors);
  const { buffer, starts } = joined([...buffers, ...images.map(({ bytes }) => bytes)]);
  const partsOf = (list: keyof typeof drawn): readonly JsonObject[] =>
    root
      .field(list)
      .list()
      .map(({ value }) => picked(value, drawn[list]));
  const textures = texturesIn(root, images);
  const views = root
    .field("bufferViews")
    .list()
    .map((view) =>
      picked(view.value, drawn.bufferViews, {
        buffer: 0,
        byteOffset:
          (starts[wholeIn(view.field("buffer"))] ?? 0) + wholeIn(view.field("byteOffset"), 0),
      }),
    );
  const pictures = images.map(({ bytes }, at) => ({
    buffer: 0,
    byteOffset: starts[buffers.length + at] ?? 0,
    byteLength: bytes.length,
  }));
  const json: JsonObject = {
    asset: { version: "2.0" },
    extensionsUsed: ["KHR_texture_transform"],
    scene: 0,
    scenes: [{ nodes: roots.map((node) => wholeIn(node)) }],
    nodes: nodesIn(root),
    meshes: meshes.map((mesh) => mesh.json),
    materials: materialsIn(root, textures),
    textures,
    samplers: partsOf("samplers"),
    accessors: partsOf("accessors"),
    bufferViews: [...views, ...pictures],
    images: images.map((_, at) => ({ bufferView: views.length + at })),
    buffers: [{ byteLength: buffer.length }],
  };
  return { json, buffer };
};

/**
 * Reads a model in glTF 2.0, binary or with what it needs embedded, and checks it whole before anything is made of it: what
 * refers to what, how much there is, and each number of its corners. The left is why it is refused.
 */
export const readModel = (file: GivenFile): Either<ImportRefusal, CheckedModel> => {
  try {
    return right(modelIn(containerOf(file, defaultImportLimits)));
  } catch (error) {
    if (error instanceof ImportRefused) return left(error.refusal);
    throw error;
  }
};
