import { merged, type Mesh } from "./mesh.ts";

/** What the surfaces of solids are made of. */
export const materials = [
  "wall",
  "ceiling",
  "wood",
  "dark_wood",
  "lacquer",
  "fabric",
  "cushion",
  "linen",
  "carpet",
  "metal",
  "dark_metal",
  "glass",
  "mirror",
  "screen",
  "ceramic",
  "stone",
  "brick",
  "plastic_white",
  "plastic_black",
  "paper",
  "felt",
  "leaves",
  "flowers",
  "soil",
  "sand",
  "water",
  "paint",
  "light",
] as const;

/** The material of a surface, by its name. */
export type Material = (typeof materials)[number];

/** A part of a solid: its surface, and what it is made of. */
export interface Part {
  readonly mesh: Mesh;
  readonly material: Material;
}

/** The parts with one mesh for each material, in the order in which materials first occur; parts without triangles are left out. */
export const mergedParts = (parts: readonly Part[]): readonly Part[] => {
  const byMaterial = new Map<Material, Mesh[]>();
  for (const { mesh, material } of parts) {
    if (mesh.indices.length === 0) continue;
    const same = byMaterial.get(material);
    if (same === undefined) byMaterial.set(material, [mesh]);
    else same.push(mesh);
  }
  return Array.from(byMaterial, ([material, meshes]) => ({ mesh: merged(meshes), material }));
};
