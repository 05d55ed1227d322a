import { Box3, Group, Sphere, Vector3 } from "three";
import { type Part } from "../../model/solids/material.ts";
import type { Mesh } from "../../model/solids/mesh.ts";
import { box } from "../../model/solids/shapes.ts";
import { type Solid, surfaceOf } from "../../model/solids/solid.ts";
import { type Drawing, type LookOfPart, SolidsMesh } from "./solids-mesh.ts";

/** Pixels per metre from which solids are drawn in detail. */
const nearPixels = 40;

/** Pixels below which a thing far away is left out of a coarse picture, whose pixels are larger than the page's. */
const leastPixels = 3;

/** From where the solids of a floor are looked at. */
export interface Sight {
  /** In the coordinates of the floor. */
  readonly eye: Vector3;
  /** Pixels of the page that a metre takes at a distance of one metre. */
  readonly pixels: number;
  /** Whether the picture has to be drawn fast rather than in full. */
  readonly isCoarse: boolean;
}

/** Twice the area of what of a mesh looks up, in square metres. */
const areaFromAbove = ({ positions, indices }: Mesh): number => {
  let area = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const a = (indices[at] ?? 0) * 3;
    const b = (indices[at + 1] ?? 0) * 3;
    const c = (indices[at + 2] ?? 0) * 3;
    const [ax, az] = [positions[a] ?? 0, positions[a + 2] ?? 0];
    const [bx, bz] = [(positions[b] ?? 0) - ax, (positions[b + 2] ?? 0) - az];
    const [cx, cz] = [(positions[c] ?? 0) - ax, (positions[c + 2] ?? 0) - az];
    area += Math.max(0, bz * cx - bx * cz);
  }
  return area;
};

/** A body as it is drawn far away, and its greatest extent in metres. */
interface SimpleBody {
  readonly parts: readonly Part[];
  readonly size: number;
}

/** What is known of equal pieces, which share their parts. */
const simple = new WeakMap<readonly Part[], SimpleBody>();

/** The box around some parts, of the material of which most is seen from above. */
const boxOf = (parts: readonly Part[]): SimpleBody => {
  const known = simple.get(parts);
  if (known !== undefined) return known;
  const around = new Box3();
  const point = new Vector3();
  for (const { mesh } of parts)
    for (let at = 0; at < mesh.positions.length; at += 3)
      around.expandByPoint(point.fromArray(mesh.positions, at));
  const material = parts
    .map((part) => ({ area: areaFromAbove(part.mesh), material: part.material }))
    .reduce((most, each) => (each.area > most.area ? each : most), {
      area: -1,
      material: "wood",
    }).material;
  const made: SimpleBody = around.isEmpty()
    ? { parts: [], size: 0 }
    : {
        parts: [{ mesh: box(around.min.toArray(), around.max.toArray()), material }],
        size: Math.max(...around.getSize(point).toArray()),
      };
  simple.set(parts, made);
  return made;
};

/** A solid as it is drawn far away. */
const fromAfar = (solid: Solid): readonly Solid[] =>
  solid.role === "opening" ? [] : [{ ...solid, parts: boxOf(solid.parts).parts }];

/**
 * Solids that stand near each other. Where many are to be drawn, those far away are boxes, and what is in openings is left out:
 * a door is a few pixels there. Each form is made when it is seen first.
 */
export class DetailedSolids {
  readonly group = new Group();
  readonly #solids: readonly Solid[];
  readonly #drawing: Drawing;
  readonly #around: Sphere;
  #near: SolidsMesh | undefined;
  #far: SolidsMesh | undefined;
  /** The greatest extent of each solid of the far form, in metres. */
  #sizes: ReadonlyMap<Solid, number> = new Map();

  constructor(solids: readonly Solid[], drawing: Drawing) {
    this.#solids = solids;
    this.#drawing = drawing;
    const around = new Box3();
    const point = new Vector3();
    for (const solid of solids) around.expandByPoint(point.fromArray(solid.at));
    this.#around = around.getBoundingSphere(new Sphere());
  }

  /** The form that is shown; undefined before the first `lookFrom`. */
  get shown(): SolidsMesh | undefined {
    return this.#near?.group.visible === true ? this.#near : this.#far;
  }

  /** Shows the form for a sight; `isFew`: in detail, as few are to be drawn. */
  lookFrom({ eye, pixels, isCoarse }: Sight, isFew: boolean): void {
    const metres = Math.max(0.1, this.#around.center.distanceTo(eye) - this.#around.radius);
    const isNear = isFew || pixels / metres >= nearPixels;
    if (isNear) this.#near ??= this.#made(this.#solids);
    else this.#far ??= this.#madeSimple();
    if (this.#near !== undefined) this.#near.group.visible = isNear;
    if (this.#far !== undefined) this.#far.group.visible = !isNear;
    if (!isCoarse) this.shown?.showAll();
    else if (isNear) this.#near?.showFacing(eye);
    else {
      const least = (leastPixels * metres) / pixels;
      this.#far?.showFacing(eye, (solid) => (this.#sizes.get(solid) ?? 0) >= least);
    }
  }

  /** Gives some solids their looks of now. */
  repaint(isMeant: (solid: Solid) => boolean, look: LookOfPart): void {
    for (const form of [this.#near, this.#far]) form?.repaint(isMeant, look);
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    for (const form of [this.#near, this.#far]) form?.end();
    this.group.removeFromParent();
  }

  #madeSimple(): SolidsMesh {
    const sizes = this.#solids.flatMap((solid) =>
      fromAfar(solid).map((simpler) => [simpler, boxOf(solid.parts).size] as const),
    );
    this.#sizes = new Map(sizes);
    return this.#made([...this.#sizes.keys()]);
  }

  #made(solids: readonly Solid[]): SolidsMesh {
    const made = new SolidsMesh(solids, this.#drawing);
    this.group.add(made.group);
    return made;
  }
}

/** The space that solids take, in the coordinates of their floor. */
export const extentOf = (solids: readonly Solid[]): Box3 => {
  const around = new Box3();
  const point = new Vector3();
  for (const solid of solids) {
    const { positions } = surfaceOf(solid);
    for (let at = 0; at < positions.length; at += 3)
      around.expandByPoint(point.fromArray(positions, at));
  }
  return around;
};
