import { Box3, Group, type Mesh, Vector3 } from "three";
import type { PlanData, Ref } from "../../model/elements/entities.ts";
import type { Solid, SolidRole } from "../../model/solids/solid.ts";
import { DetailedSolids, extentOf, type Sight } from "./detailed-solids.ts";
import type { FloorTexture } from "./floor-textures.ts";
import { type FloorUniforms, floorUniforms, type SkyUniforms } from "./house-material.ts";
import { type LookOfPart, SolidsMesh, type SolidsPart } from "./solids-mesh.ts";
import { cutsOn } from "./wall-cuts.ts";

/** Side in metres of the squares of a floor whose pieces are drawn together. */
const square = 10;

/** Triangles of a floor that are all drawn in detail. */
const fewTriangles = 80_000;

/** What stands in squares of a floor: pieces that are small and many. */
const inSquares: ReadonlySet<SolidRole> = new Set<SolidRole>(["opening", "furniture", "device"]);

/** The name of the layer that a solid is in: what is in one layer is made anew together. */
const layerOf = ({ role, at: [x, , z] }: Solid, pattern: FloorTexture | undefined): string =>
  inSquares.has(role)
    ? `${role === "opening" ? "openings" : "things"} ${Math.floor(x / square)} ${Math.floor(z / square)}`
    : `${role} ${pattern?.id ?? ""}`;

interface Layer {
  readonly solids: readonly Solid[];
  readonly drawn: SolidsMesh | DetailedSolids;
}

/** Whether two solids look alike: each call of `solidsOf` makes new ones, with the parts that they had. */
const isAlike = (one: Solid, other: Solid | undefined): boolean =>
  one === other ||
  (one.parts === other?.parts &&
    one.ref === other.ref &&
    one.rotation === other.rotation &&
    one.at.every((each, at) => each === other.at[at]));

const areAlike = (solids: readonly Solid[], others: readonly Solid[] | undefined): boolean =>
  solids.length === others?.length && solids.every((solid, at) => isAlike(solid, others[at]));

/** One floor of a house in the scene. */
export class FloorGroup {
  readonly group = new Group();
  readonly uniforms: FloorUniforms = floorUniforms();
  readonly #sky: SkyUniforms;
  readonly #layers = new Map<string, Layer>();
  #solids: readonly Solid[] = [];
  #isPlain: boolean | undefined;
  #hasFew = true;

  constructor(sky: SkyUniforms) {
    this.#sky = sky;
  }

  /**
   * Shows these solids, floors with their patterns if these are given; layers whose solids are the same stay as they are.
   * Returns whether anything changed.
   */
  show(
    plan: PlanData,
    solids: readonly Solid[],
    look: LookOfPart,
    patternOf: ((solid: Solid) => FloorTexture | undefined) | undefined,
  ): boolean {
    const isPlain = patternOf === undefined;
    if (areAlike(solids, this.#solids) && isPlain === this.#isPlain) return false;
    this.#solids = solids;
    this.#isPlain = isPlain;
    const triangles = solids
      .flatMap(({ parts }) => parts)
      .reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0);
    this.#hasFew = triangles <= fewTriangles;
    const byLayer = new Map<string, Solid[]>();
    for (const solid of solids) {
      const name = layerOf(solid, patternOf?.(solid));
      const same = byLayer.get(name);
      if (same === undefined) byLayer.set(name, [solid]);
      else same.push(solid);
    }
    for (const [name, { solids: before, drawn }] of this.#layers) {
      if (areAlike(before, byLayer.get(name))) continue;
      drawn.end();
      this.#layers.delete(name);
    }
    const uniforms = { ...this.#sky, ...this.uniforms };
    const cutOf = cutsOn(plan, solids[0]?.level);
    for (const [name, own] of byLayer) {
      if (this.#layers.has(name)) continue;
      const [first] = own;
      const role = first?.role;
      const isCut = role === "wall" || role === "opening";
      const pattern = first && patternOf?.(first);
      const drawing = isCut ? { uniforms, look, cutOf } : { uniforms, look, pattern };
      const drawn =
        role !== undefined && inSquares.has(role)
          ? new DetailedSolids(own, drawing)
          : new SolidsMesh(own, drawing);
      this.group.add(drawn.group);
      this.#layers.set(name, { solids: own, drawn });
    }
    return true;
  }

  /** Shows in detail what is near in a sight, and no more than is seen if it is coarse. */
  lookFrom(sight: Sight): void {
    for (const { drawn } of this.#layers.values())
      if (drawn instanceof DetailedSolids) drawn.lookFrom(sight, this.#hasFew);
      else if (sight.isCoarse) drawn.showFacing(sight.eye);
      else drawn.showAll();
  }

  /** Shows all of what is drawn, also from where no eye sees it. */
  showAll(): void {
    for (const { drawn } of this.#layers.values()) {
      const shown = drawn instanceof DetailedSolids ? drawn.shown : drawn;
      shown?.showAll();
    }
  }

  /** What is drawn of the floor. */
  get parts(): readonly SolidsPart[] {
    return [...this.#layers.values()].flatMap(({ drawn }) => {
      const shown = drawn instanceof DetailedSolids ? drawn.shown : drawn;
      return shown?.parts ?? [];
    });
  }

  /** Gives some solids their looks of now. */
  repaint(isMeant: (solid: Solid) => boolean, look: LookOfPart): void {
    for (const { solids, drawn } of this.#layers.values())
      if (solids.some(isMeant)) drawn.repaint(isMeant, look);
  }

  /** The space that it takes. */
  get extent(): Box3 {
    const bodies = this.#solids.filter(({ role }) => role === "wall" || role === "floor");
    return extentOf(bodies.length > 0 ? bodies : this.#solids).translate(this.group.position);
  }

  /** The height above its floor from which what has a corner of a mesh is not shown: its wall is lowered. */
  topAt({ geometry }: Mesh, corner: number): number {
    const [{ cutAt }, { eye }] = [this.uniforms, this.#sky];
    const cut = geometry.getAttribute("cut");
    const towards = cut.getX(corner) * eye.value.x + cut.getY(corner) * eye.value.y;
    const isLowered = towards > 0 ? cut.getW(corner) > 0 : cut.getZ(corner) > 0;
    return isLowered && Math.abs(towards) > 0.15 ? cutAt.value.x : cutAt.value.y;
  }

  /** The middle of an element's solids in space; undefined if it is not shown. */
  middleOf(ref: Ref): Vector3 | undefined {
    const own = this.#solids.filter((solid) => solid.ref === ref && solid.role !== "wall");
    return own.length === 0
      ? undefined
      : extentOf(own).getCenter(new Vector3()).add(this.group.position);
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    for (const { drawn } of this.#layers.values()) drawn.end();
    this.#layers.clear();
    this.group.removeFromParent();
  }
}
