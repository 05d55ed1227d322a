import { maxHeight } from "../../elements/heights.ts";
import {
  angleOf,
  lengthOf,
  middle,
  nearestOn,
  plus,
  type Point,
  roundForStorage,
  times,
  type Wall,
} from "../../geometry/vector.ts";
import { kindOfType, type OpeningName } from "../../kinds/opening.ts";
import type { ImportedOpening } from "../plan-building.ts";
import { openingCalled } from "../sweet-home/catalogue-words.ts";
import type { Building } from "./building.ts";
import type { Entity } from "./entity.ts";
import type { Frame, Space } from "./placement.ts";
import { boxAlong, type PlanShape } from "./plan-shape.ts";
import type { Storey } from "./storeys.ts";

/** A door, a window or an empty opening of a building, in metres. */
export interface BuildingOpening {
  readonly storey: Storey;
  /** What the wall lacks, else the door or the window itself. */
  readonly shape: PlanShape;
  /** The direction of its wall, of length 1. */
  readonly way: Point;
  /** The line in the middle of its wall, and its thickness; undefined if that is unknown. */
  readonly wall: (Wall & { readonly thickness: number }) | undefined;
  /** The door or the window, and where it lies; undefined in an empty opening. */
  readonly filling: { readonly entity: Entity; readonly frame: Frame } | undefined;
}

/** Beginnings of the operations of doors, and what they are in a plan (`IfcDoorTypeOperationEnum`). */
const operations: readonly (readonly [start: string, type: OpeningName])[] = [
  ["DOUBLE_DOOR_SLIDING", "sliding_door"],
  ["DOUBLE_DOOR_FOLDING", "folding_door"],
  ["DOUBLE", "double_door"],
  ["SLIDING", "sliding_door"],
  ["FOLDING", "folding_door"],
  ["REVOLVING", "revolving_door"],
  ["ROLLINGUP", "garage_door"],
  ["LIFTING", "garage_door"],
  ["SINGLE_SWING", "door"],
  ["SWING", "door"],
];

/** How a door opens: in IFC 4 it says so itself, or its type does, at one position in all versions but the first. */
const operationOf = (door: Entity, building: Building): string => {
  const type = building.typeOf(door);
  const own = door.enumerated(11);
  const isTold = own !== "" && own !== "NOTDEFINED" && own !== "USERDEFINED";
  if (isTold || type === undefined) return own;
  return type.enumerated(type.type === "IFCDOORSTYLE" ? 8 : 10);
};

/** All that a product and its type are called, in lower case. */
export const wordsOf = (product: Entity, building: Building): string =>
  [product.text(2), product.text(4), building.typeOf(product)?.text(2) ?? ""]
    .join(" ")
    .replaceAll(/[_\-.:]+/g, " ")
    .toLowerCase();

/** The type of a filled opening: as its door opens, else as it is called. */
const typeOf = (
  entity: Entity,
  building: Building,
  facts: { readonly width: number; readonly elevation: number },
): OpeningName => {
  const words = wordsOf(entity, building);
  const isWindow = entity.type.startsWith("IFCWINDOW");
  if (isWindow && entity.enumerated(10) === "SKYLIGHT") return "roof_window";
  if (!isWindow && entity.enumerated(10) === "GATE") return "garage_door";
  const operation = isWindow ? "" : operationOf(entity, building);
  const told = operations.find(([start]) => operation.startsWith(start))?.[1];
  if (told !== undefined) return told;
  const named = openingCalled(`${words} ${isWindow ? "window" : "door"}`, { ...facts, sashes: 0 });
  // What the file calls a window is one, even if it reaches the floor.
  return (kindOfType(named) === "window") === isWindow ? named : isWindow ? "window" : "door";
};

/** An axis of a frame from above, of length 1 if it lies flat. */
const onGround = ([x, y, z]: Space): Point => {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, -y / length];
};

/** The hinge and the open end of a leaf: seen along the door's y, to which it opens, x leads from left to right. */
const leafOf = (
  operation: string,
  { x, y }: Frame,
  centre: Point,
  width: number,
): ImportedOpening["leaf"] => {
  const side = operation.includes("_LEFT") ? -1 : operation.includes("_RIGHT") ? 1 : 0;
  if (side === 0) return undefined;
  const hinge = plus(centre, times(onGround(x), (side * width) / 2));
  return { hinge, end: plus(hinge, times(onGround(y), width)) };
};

/** Metres between an opening and its wall, at most, besides half of the wall's thickness. */
const slackOfOpenings = 0.3;

/** The opening as a plan has it. */
export const importedOpening = (
  { storey, shape, way, wall, filling }: BuildingOpening,
  building: Building,
  metres: number,
): ImportedOpening => {
  const line = boxAlong(shape.hull, way);
  const told = (filling?.entity.number(9) ?? 0) * metres;
  const found = lengthOf(line);
  // A frame or an open leaf may reach beyond the opening.
  const width = wall === undefined && told > 0 ? Math.min(told, found) : found;
  // What is cut out may reach farther to one side of the wall than to the other.
  const own = middle(line.from, line.to);
  const centre = wall === undefined ? own : nearestOn(wall, own).point;
  const sill = Math.max(0, Math.min(maxHeight, roundForStorage(shape.bottom - storey.bottom)));
  const lintel = Math.min(maxHeight, roundForStorage(shape.top - storey.bottom));
  const type =
    filling === undefined
      ? "passage"
      : typeOf(filling.entity, building, { width, elevation: sill });
  const leaf =
    filling === undefined || kindOfType(type) !== "door"
      ? undefined
      : leafOf(operationOf(filling.entity, building), filling.frame, centre, width);
  return {
    level: storey.level,
    type,
    centre,
    angle: angleOf({ from: [0, 0], to: way }),
    width,
    within: (wall?.thickness ?? 0) / 2 + slackOfOpenings,
    ...(leaf === undefined ? {} : { leaf }),
    ...(lintel > sill ? { heights: { sill, lintel } } : {}),
  };
};
