import { type PlanData, refOf } from "../elements/entities.ts";
import { type Floor, floorOf, keptByFloor } from "../elements/floor.ts";
import { floorHeightsOf, roomHeightOf } from "../elements/heights.ts";
import type { Room } from "../elements/rooms.ts";
import { areApart } from "../geometry/polygon.ts";
import type { Point } from "../geometry/vector.ts";
import { textIn } from "../json.ts";
import { type FloorMaterial, floorOfRoom } from "../kinds/floor-materials.ts";
import type { Material } from "./material.ts";
import { merged } from "./mesh.ts";
import { prism } from "./prism.ts";
import type { Solid } from "./solid.ts";
import { wallCauses, type WallPlan, wallPlanOf } from "./walls/wall-outlines.ts";

/** What the floors of the plan are made of as bodies. */
const bodyMaterials: Readonly<Record<FloorMaterial, Material>> = {
  boards: "wood",
  parquet: "wood",
  tiles: "ceramic",
  stone: "stone",
  concrete: "stone",
  carpet: "carpet",
  lawn: "leaves",
  decking: "dark_wood",
  paving: "stone",
  plain: "ceiling",
};

/** How far the ground is below the floors, in metres: rooms outdoors often lie around and below the house. */
export const groundDrop = 0.05;

/** By how many metres the later of two floors that overlap is higher, as it is drawn over the other; and at most by so many. */
const [overStep, overMost] = [0.002, 0.04];

/** How thick a ceiling is, and how far below the top of its walls it ends, in metres. */
const [ceilingThickness, ceilingDrop] = [0.02, 0.005];

const isOver = (room: Room, other: Room): boolean => !areApart(room.box, other.box, -0.01);

/** How far each floor is above the surface of the level, in metres, in the order in which rooms are drawn. */
const surfacesOf = ({ rooms }: Floor): readonly number[] =>
  rooms.map((room, at) => {
    const below = rooms
      .slice(0, at)
      .filter((other) => other.isOutdoor === room.isOutdoor && isOver(room, other)).length;
    return Math.min(overMost, below * overStep) - (room.isOutdoor ? groundDrop : 0);
  });

/** The part of a wall's outline outside the building: from the line through its joints to its outer face. */
const outerHalf = (
  { from, to, isOuter }: WallPlan["pieces"][number],
  outline: readonly Point[],
): readonly Point[] => {
  const end = outline.indexOf(to);
  const [right, left] = [outline.slice(1, end), outline.slice(end + 1)];
  if (isOuter.right) return [from, ...right, to];
  return isOuter.left ? [to, ...left, from] : [];
};

const named = (room: Room): string => textIn(room.entity.data["name"]) ?? room.id ?? "Room";

const makeFloors = keptByFloor(wallCauses, (plan, floor): readonly Solid[] => {
  const { thickness } = floorHeightsOf(plan, floor.level);
  const surfaces = surfacesOf(floor);
  const walls = wallPlanOf(plan, floor);
  const { level: id } = floor;
  const slabs = floor.rooms.map((room, at): Solid => {
    const material = floorOfRoom(room.entity.data, room.isOutdoor);
    const surface = surfaces[at] ?? 0;
    // Slabs of no thickness are still seen from above.
    const mesh = prism(room.corners, [Math.min(-thickness, surface - overStep), surface]);
    return {
      name: named(room),
      ref: refOf(room.entity),
      level: id,
      role: "floor",
      parts: [{ mesh, material: bodyMaterials[material] }],
      at: [0, 0, 0],
      rotation: 0,
      floor: material,
    };
  });
  const edges = walls.pieces.map((piece, at) =>
    prism(outerHalf(piece, walls.outlines[at] ?? []), [-thickness, 0]),
  );
  const edge: Solid = {
    name: "Edge of the floor",
    ref: undefined,
    level: id,
    role: "floor",
    at: [0, 0, 0],
    rotation: 0,
    parts: [{ mesh: merged(edges), material: "wall" }],
  };
  return [...slabs, edge].filter(({ parts }) => parts.some(({ mesh }) => mesh.indices.length > 0));
});

/**
 * The floors of a level: a slab for each room, up to the middle of its walls, and the edge of these slabs under the outer
 * walls. Rooms outdoors lie a little lower.
 */
export const floorsOn = (plan: PlanData, level: string | undefined): readonly Solid[] =>
  makeFloors(plan, floorOf(plan, level));

const makeCeilings = keptByFloor(wallCauses, (plan, floor): readonly Solid[] =>
  floor.rooms.flatMap((room): readonly Solid[] => {
    const top = roomHeightOf(plan, room.entity.data) - ceilingDrop;
    const mesh = prism(room.corners, [top - ceilingThickness, top]);
    if (room.isOutdoor || mesh.indices.length === 0) return [];
    return [
      {
        name: `Ceiling of ${named(room)}`,
        ref: refOf(room.entity),
        level: floor.level,
        role: "ceiling",
        parts: [{ mesh, material: "ceiling" }],
        at: [0, 0, 0],
        rotation: 0,
      },
    ];
  }),
);

/** The ceilings of the indoor rooms of a level, just below the top of walls as high as the room. */
export const ceilingsOn = (plan: PlanData, level: string | undefined): readonly Solid[] =>
  makeCeilings(plan, floorOf(plan, level));
