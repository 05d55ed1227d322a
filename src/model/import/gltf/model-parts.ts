import { isObject, type Json, type JsonObject, withField } from "../../json.ts";
import type { Source } from "../json-source.ts";
import { refuse } from "../refusal.ts";
import { type ModelAccessors, referredIn, wholeIn } from "./model-accessors.ts";
import { checkModelLimit } from "./model-limits.ts";

/** Some fields of a value, where it has them, and more. */
export const picked = (
  value: Json | undefined,
  fields: readonly string[],
  more: JsonObject = {},
): JsonObject => ({
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const found = isObject(value) ? value[field] : undefined;
      return found === undefined ? [] : [[field, found]];
    }),
  ),
  ...more,
});

/** A mesh as it is drawn. */
export interface DrawnMesh {
  readonly json: JsonObject;
  /** How many parts it has, which are drawn one by one. */
  readonly parts: number;
  /** How many corners these have together, which are read for each node with the mesh. */
  readonly corners: number;
  readonly triangles: number;
  /** How many triangles, lines and points there are. */
  readonly shapes: number;
}

/** The mode of triangles, which is the usual one, and the last of all. */
const [triangles, lastMode] = [4, 6] as const;

/** What of a corner is drawn besides its place. */
const attributesDrawn = ["NORMAL", "COLOR_0", "TEXCOORD_0", "TEXCOORD_1"] as const;

/** The meshes of a model: each corner is a place, and each index, material and attribute is there. */
export const meshesIn = (root: Source, accessors: ModelAccessors): readonly DrawnMesh[] => {
  const materials = root.field("materials").list();
  let parts = 0;
  return root
    .field("meshes")
    .list()
    .map((mesh) => {
      const given = mesh.field("primitives").list();
      parts += given.length;
      checkModelLimit("modelNodes", parts, mesh.file, mesh.place);
      let [sum, triangleSum, shapes] = [0, 0, 0];
      const primitives = given.map((primitive): JsonObject => {
        const mode = wholeIn(primitive.field("mode"), triangles);
        if (mode > lastMode) refuse("damagedModel", mesh.file, { place: primitive.place });
        const attributes = primitive.field("attributes");
        const corners = accessors.checkPositions(attributes.field("POSITION"));
        const indices = primitive.field("indices");
        const drawn = indices.isMissing ? corners : accessors.checkIndices(indices, corners);
        sum += corners;
        const found = mode === triangles ? drawn / 3 : drawn;
        shapes += found;
        if (mode >= triangles) triangleSum += found;
        const used = attributesDrawn.filter((name) => !attributes.field(name).isMissing);
        for (const name of used) accessors.checkCount(attributes.field(name), corners);
        const material = primitive.field("material");
        if (!material.isMissing) referredIn(material, materials);
        return picked(primitive.value, ["indices", "material"], {
          mode,
          attributes: picked(attributes.value, ["POSITION", ...used]),
        });
      });
      return {
        json: { primitives },
        parts: given.length,
        corners: sum,
        triangles: triangleSum,
        shapes,
      };
    });
};

/** The picture of a texture; undefined if only an unknown extension has it. */
const pictureOf = (texture: Source): Source | undefined => {
  const extensions = texture.field("extensions");
  const webp = extensions.isMissing ? extensions : extensions.field("EXT_texture_webp");
  const source = webp.isMissing ? texture.field("source") : webp.field("source");
  return source.isMissing ? undefined : source;
};

/** The textures of a model, each with its picture, which is one of these. Refuses too many pixels: each is decoded by itself. */
export const texturesIn = (
  root: Source,
  images: readonly { readonly pixels: number }[],
): readonly JsonObject[] => {
  const samplers = root.field("samplers").list();
  let pixels = 0;
  return root
    .field("textures")
    .list()
    .map((texture) => {
      const source = pictureOf(texture);
      if (source !== undefined) pixels += referredIn(source, images).pixels;
      checkModelLimit("modelPixels", pixels, texture.file, texture.place);
      const sampler = texture.field("sampler");
      if (!sampler.isMissing) referredIn(sampler, samplers);
      const drawn = source === undefined ? {} : { source: wholeIn(source) };
      return picked(texture.value, ["sampler"], drawn);
    });
};

/** The materials of a model: their colours and the textures of these, and whether both sides are seen. */
export const materialsIn = (root: Source, textures: readonly JsonObject[]): readonly JsonObject[] =>
  root
    .field("materials")
    .list()
    .map((material): JsonObject => {
      const surface = material.field("pbrMetallicRoughness");
      const colours = surface.isMissing ? surface : surface.field("baseColorTexture");
      const isPainted =
        !colours.isMissing && referredIn(colours.field("index"), textures)["source"] !== undefined;
      const extensions = isObject(colours.value) ? colours.value["extensions"] : undefined;
      const painted = {
        ...picked(colours.value, ["index", "texCoord"]),
        extensions: picked(extensions, ["KHR_texture_transform"]),
      };
      const sides = picked(material.value, ["alphaMode", "alphaCutoff", "doubleSided"]);
      return withField(sides, "pbrMetallicRoughness", {
        ...picked(surface.value, ["baseColorFactor"]),
        // Seen from above without surroundings to mirror, metal would be black.
        metallicFactor: 0,
        ...(isPainted ? { baseColorTexture: painted } : {}),
      });
    });
