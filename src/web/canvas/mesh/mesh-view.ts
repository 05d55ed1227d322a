import type { PlanData } from "../../../model/elements/entities.ts";
import { bestRouter, type RouterPlace } from "../../../model/mesh/best-router.ts";
import { type JudgedLink, judgeLinks } from "../../../model/mesh/judged-links.ts";
import type { Mesh, MeshNode } from "../../../model/mesh/mesh.ts";
import { type PlacedNodes, placeNodes } from "../../../model/mesh/placed-nodes.ts";
import { RadioFloors } from "../../../model/mesh/radio-loss.ts";

/** A mesh on a plan, as it is shown. */
export interface MeshView {
  readonly plan: PlanData;
  readonly mesh: Mesh;
  readonly nodes: ReadonlyMap<string, MeshNode>;
  readonly placed: PlacedNodes;
  /** The weakest first, those without a quality last. */
  readonly links: readonly JudgedLink[];
  readonly best: RouterPlace | undefined;
}

const rank = ({ quality }: JudgedLink): number => quality ?? 2;

/** Puts a mesh on a plan: where its nodes are, what explains its links, and where a router would help. */
export const viewMesh = (mesh: Mesh, plan: PlanData): MeshView => {
  const placed = placeNodes(mesh.nodes, plan);
  const floors = new RadioFloors(plan);
  const judged = judgeLinks(mesh, placed, floors);
  return {
    plan,
    mesh,
    nodes: new Map(mesh.nodes.map((node) => [node.id, node])),
    placed,
    links: judged.links.toSorted((one, other) => rank(one) - rank(other)),
    best: bestRouter(mesh, placed, judged, plan, floors),
  };
};
