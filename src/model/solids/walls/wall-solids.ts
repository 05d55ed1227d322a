import { findRef, type PlanData, type Ref } from "../../elements/entities.ts";
import { floorOf, keptByFloor } from "../../elements/floor.ts";
import { distance, minus, type Point, times } from "../../geometry/vector.ts";
import { textIn } from "../../json.ts";
import type { Solid } from "../solid.ts";
import { wallBody } from "./wall-columns.ts";
import { holesIn, holesOn } from "./wall-holes.ts";
import type { WallPiece } from "./wall-network.ts";
import { wallCauses, wallPlanOf } from "./wall-outlines.ts";

const outwardsOf = ({ from, to, isOuter }: WallPiece): Point | undefined => {
  if (isOuter.left === isOuter.right) return undefined;
  const [x, z] = times(minus(to, from), 1 / distance(from, to));
  return isOuter.right ? [-z, x] : [z, -x];
};

/** What the rooms of a wall are called, else that it is a wall. */
const nameOf = (plan: PlanData, owners: readonly Ref[]): string => {
  const names = owners.flatMap((owner) => textIn(findRef(plan, owner)?.data["name"]) ?? []);
  return names.length === 0 ? "Wall" : `Wall of ${names.join(" and ")}`;
};

const makeWalls = keptByFloor([...wallCauses, "openings"], (plan, floor): readonly Solid[] => {
  const { pieces, outlines } = wallPlanOf(plan, floor);
  const holes = holesOn(plan, floor);
  return pieces.flatMap((piece, at): readonly Solid[] => {
    const mesh = wallBody(piece, outlines[at] ?? [], holesIn(piece, holes));
    if (mesh.indices.length === 0) return [];
    const { from, to, owners } = piece;
    return [
      {
        name: nameOf(plan, owners),
        ref: owners[0],
        level: floor.level,
        role: "wall",
        parts: [{ mesh, material: "wall" }],
        at: [0, 0, 0],
        rotation: 0,
        run: { from, to, outwards: outwardsOf(piece) },
      },
    ];
  });
});

/**
 * The walls of a floor, of rooms and freestanding ones, from its surface to their height and with the holes of their openings.
 * Rooms that share a wall share its solid. Kept as long as nothing that they depend on changes.
 */
export const wallsOn = (plan: PlanData, level: string | undefined): readonly Solid[] =>
  makeWalls(plan, floorOf(plan, level));
