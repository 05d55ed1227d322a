import { Group, Mesh, type Vector3 } from "three";
import type { Part } from "../../model/solids/material.ts";
import type { Solid } from "../../model/solids/solid.ts";
import type { FloorTexture } from "./floor-textures.ts";
import { type FloorUniforms, houseMaterial, type SkyUniforms } from "./house-material.ts";
import { type Cut, MergedSolids, type PartLook, type PartToMerge, uncut } from "./merged-solids.ts";

/** Materials that one looks through, and how much of them one sees. */
const clear: ReadonlyMap<string, number> = new Map([["glass", 0.28]]);

/** The layer of the scene with what is of glass, which the sun does not see. */
export const glassLayer = 1;
/** The layer of what trackers tell, which pictures that are saved leave out. */
export const trackedLayer = 2;

/** How a part looks now. */
export type LookOfPart = (solid: Solid, part: Part) => PartLook;

/** What solids are drawn with. */
export interface Drawing {
  readonly uniforms: FloorUniforms & SkyUniforms;
  readonly look: LookOfPart;
  /** What lowers the solids; without it, nothing does. */
  readonly cutOf?: (solid: Solid) => Cut;
  /** The pattern of floors. */
  readonly pattern?: FloorTexture | undefined;
}

/** A mesh with where its parts are. */
export interface SolidsPart {
  readonly mesh: Mesh;
  readonly merged: MergedSolids;
}

const opacityOf = ({ part }: PartToMerge): number => clear.get(part.material) ?? 1;

/** Solids as few meshes: one, and one for what is of glass. */
export class SolidsMesh {
  readonly group = new Group();
  /** The meshes. */
  readonly parts: readonly SolidsPart[];

  constructor(solids: readonly Solid[], { uniforms, look, cutOf, pattern }: Drawing) {
    const parts = solids.flatMap((solid): readonly PartToMerge[] => {
      const cut = cutOf?.(solid) ?? uncut;
      return solid.parts.map((part) => ({ solid, part, cut }));
    });
    this.parts = [...new Set(parts.map(opacityOf))].map((opacity): SolidsPart => {
      const merged = new MergedSolids(
        parts.filter((part) => opacityOf(part) === opacity),
        look,
      );
      const surface = houseMaterial("surface", uniforms, opacity, pattern);
      const isHollow = cutOf !== undefined && opacity === 1;
      if (isHollow) for (const at of [0, 1]) merged.geometry.addGroup(0, Infinity, at);
      const mesh = new Mesh(
        merged.geometry,
        isHollow ? [surface, houseMaterial("inside", uniforms)] : surface,
      );
      if (opacity < 1) mesh.layers.set(glassLayer);
      this.group.add(mesh);
      return { mesh, merged };
    });
  }

  /** Shows all of the solids. */
  showAll(): void {
    for (const { mesh } of this.parts) {
      mesh.geometry.setDrawRange(0, Infinity);
      for (const group of mesh.geometry.groups) Object.assign(group, { start: 0, count: Infinity });
    }
  }

  /** Shows what an eye in the coordinates of the solids sees of them: looks the same as all, but for solids that are not seen. */
  showFacing(eye: Vector3, isSeen: (solid: Solid) => boolean = () => true): void {
    for (const { mesh, merged } of this.parts) {
      const front = merged.turnTo(eye, isSeen);
      const [surface, inside] = mesh.geometry.groups;
      if (surface === undefined || inside === undefined) mesh.geometry.setDrawRange(0, front);
      else {
        Object.assign(surface, { start: 0, count: front });
        Object.assign(inside, { start: front, count: Infinity });
      }
    }
  }

  /** Gives some solids their looks of now. */
  repaint(isMeant: (solid: Solid) => boolean, look: LookOfPart): void {
    for (const { merged } of this.parts) merged.repaint(isMeant, look);
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    for (const { mesh } of this.parts) {
      mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) material.dispose();
    }
    this.group.removeFromParent();
  }
}
