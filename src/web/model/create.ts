import type { JsonObject } from "../../json/json.ts";
import type { PlanData } from "../../elements/entities.ts";
import { boxAround, signedArea } from "../../geometry/polygon.ts";
import { type Point, fullTurn, tidy, tidyPoint } from "../../geometry/vector.ts";
import { furnitureSize } from "../../kinds/catalogue/furniture.ts";
import type { Collection } from "../../kinds/index.ts";
import { add } from "./change.ts";
import { levelField } from "./levels.ts";

/** The least area of a room that was drawn on purpose, in square metres. */
const leastArea = 0.05;

/** The area within corners, in square metres. */
export const areaOf = (corners: readonly Point[]): number => Math.abs(signedArea(corners)) / 2;

/** The corners of a rectangle between two points, clockwise on the screen. */
export const rectangle = ([ax, az]: Point, [bx, bz]: Point): readonly Point[] => {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)];
  const [top, bottom] = [Math.min(az, bz), Math.max(az, bz)];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
};

/** Whether corners make a room: three or more around some area. */
export const isRoom = (corners: readonly Point[]): boolean => {
  const box = boxAround(corners);
  return (
    corners.length >= 3 &&
    box !== undefined &&
    Math.min(box.width, box.height) >= 0.2 &&
    areaOf(corners) > leastArea
  );
};

/** Adds a room; its corners are stored clockwise, as drawn on the screen. */
export const addRoom = (
  plan: PlanData,
  level: string | undefined,
  room: { readonly id: string; readonly name: string; readonly corners: readonly Point[] },
): PlanData => {
  const corners = signedArea(room.corners) < 0 ? room.corners.toReversed() : room.corners;
  const { id, name } = room;
  return add(plan, "rooms", {
    id,
    name,
    ...levelField(plan, level),
    points: corners.map(tidyPoint),
  });
};

/** A name that no room has yet: `Room 2`. */
export const freeRoomName = (taken: ReadonlySet<string>, word: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${word} ${number}`;
    if (!taken.has(name)) return name;
  }
};

/** Something new that stands at a point. */
export interface NewItem {
  readonly id: string;
  /** The `type` of furniture, the `kind` of a device; of no account for sensors and texts. */
  readonly piece: string;
  /** What is shown: the name of a device, the words of a text. */
  readonly name: string;
  readonly at: Point;
  /** Degrees, clockwise. */
  readonly rotation: number;
}

/** Adds a piece of furniture, a device, a sensor or a text to a level. */
export const addItem = (
  plan: PlanData,
  level: string | undefined,
  collection: Collection,
  { id, piece, name, at: [x, z], rotation }: NewItem,
): PlanData => {
  const place: JsonObject = { x: tidy(x), z: tidy(z), ...levelField(plan, level) };
  if (collection === "texts") return add(plan, "texts", { id, text: name, ...place });
  if (collection === "sensors") return add(plan, "sensors", { id, ...place });
  if (collection === "devices") return add(plan, "devices", { id, kind: piece, name, ...place });
  const [w, d] = furnitureSize(piece);
  return add(plan, "furniture", { id, type: piece, ...place, rotation: fullTurn(rotation), w, d });
};
