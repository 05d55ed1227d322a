import { refuse } from "../refusal.ts";

/** Limits of a model that is drawn as a tracing image; a refusal names the one exceeded. */
export const modelLimits = {
  /** Elements of all accessors together: a browser copies them, and a graphics processor again. */
  modelCorners: 20_000_000,
  /** Nodes, and parts of meshes in them, each of which is drawn by itself. */
  modelNodes: 50_000,
  /** Levels of nodes within nodes. */
  modelDepth: 128,
  /** Triangles that are drawn, of each mesh as often as it is. */
  modelTriangles: 20_000_000,
  /** Pixels of all textures together, of four bytes each. */
  modelPixels: 64_000_000,
  /** Metres of a side: a model that is larger is in other units than glTF's metres. */
  modelMetres: 1000,
} as const;

/** Refuses a model that exceeds a limit. */
export const checkModelLimit = (
  limit: keyof typeof modelLimits,
  found: number,
  file: string,
  place = "",
): void => {
  const name = limit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!(found <= modelLimits[limit]))
    refuse("limit", file, { place, limit: name, most: modelLimits[limit] });
};
