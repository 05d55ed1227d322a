import { refuse } from "../refusal.ts";

/** Limits of a model that is drawn as a tracing image; a refusal names the one exceeded. */
export const modelLimits = {
  /** Elements of all accessors together, which a browser copies; and corners of what is drawn, each mesh as often as it is. */
  modelCorners: 20_000_000,
  /** Nodes; parts of all meshes; and parts of meshes in nodes, each of which is drawn by itself. */
  modelNodes: 50_000,
  /** Levels of nodes within nodes. */
  modelDepth: 128,
  /** Triangles, lines and points that are drawn, of each mesh as often as it is. */
  modelTriangles: 20_000_000,
  /** Pixels of all images together, and of all textures, each of which is decoded by itself, to four bytes a pixel. */
  modelPixels: 64_000_000,
  /** Metres from the origin: a model that reaches farther is in other units than glTF's metres. */
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
