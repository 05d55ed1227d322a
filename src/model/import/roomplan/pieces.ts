import type { FurnitureName } from "../../kinds/catalogue/furniture.ts";
import type { CatalogueMatch } from "../sweet-home/catalogue-words.ts";
import { isInside } from "../../geometry/polygon.ts";
import { fullTurn, type Point, roundForStorage } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportLosses } from "../refusal.ts";
import type { Captured } from "./captured.ts";

/** The widest bed for one, the highest table beside a sofa, and the highest sideboard, in metres. */
const [widestSingle, lowTable, lowStorage] = [1.25, 0.55, 1.2];

/** What only stands in bathrooms, and makes the sink beside it a washbasin. */
const ofBathrooms: ReadonlySet<string> = new Set(["toilet", "bathtub"]);

/** The categories of `CapturedRoom.Object.Category` that are one type of the catalogue at each size. */
const plain: ReadonlyMap<string, CatalogueMatch> = new Map<string, CatalogueMatch>([
  ["bathtub", { type: "bathtub" }],
  ["chair", { type: "chair" }],
  ["dishwasher", { device: "dishwasher" }],
  ["fireplace", { type: "fireplace" }],
  ["oven", { type: "oven" }],
  ["refrigerator", { type: "fridge" }],
  ["sofa", { type: "sofa" }],
  ["stairs", { type: "stairs" }],
  ["stove", { type: "oven" }],
  ["television", { type: "television" }],
  ["toilet", { type: "wc" }],
  ["washerDryer", { type: "washing_machine" }],
]);

/** The type of those that depend on their size or on the room. */
const typeOf = (
  { category, size: [w, h] }: Captured,
  isInBathroom: boolean,
): FurnitureName | undefined => {
  switch (category) {
    case "bed":
      return w <= widestSingle ? "single_bed" : "bed";
    case "table":
      return h < lowTable ? "coffee_table" : "table";
    case "storage":
      return h < lowStorage ? "sideboard" : "shelf";
    case "sink":
      return isInBathroom ? "washbasin" : "kitchen_sink";
    default:
      return undefined;
  }
};

/** Metres above the floor below which a piece stands on it. */
const standing = 0.05;

/** What a story has to be known of: the height of its floor, and the outlines of its rooms. */
export interface StoryFloor {
  readonly level: string;
  readonly bottom: number;
  readonly rooms: readonly (readonly Point[])[];
}

/** The furniture and devices of a scan, by list. */
interface Pieces {
  readonly furniture: readonly JsonObject[];
  readonly devices: readonly JsonObject[];
}

/** The objects of a scan as furniture and devices, with their heights. Unknown ones become boxes, and are reported. */
export const piecesOf = (
  objects: readonly Captured[],
  floorOf: (story: number) => StoryFloor,
  losses: ImportLosses,
): Pieces => {
  const pieces = { furniture: [] as JsonObject[], devices: [] as JsonObject[] };
  const wet = objects.filter(({ category }) => ofBathrooms.has(category));
  for (const object of objects) {
    const { category, centre, angle, size, bottom, story } = object;
    const floor = floorOf(story);
    const room = floor.rooms.find((corners) => isInside(centre, corners));
    const isInBathroom =
      room !== undefined && wet.some((each) => each.story === story && isInside(each.centre, room));
    const type = typeOf(object, isInBathroom);
    const match = plain.get(category) ?? (type === undefined ? undefined : { type });
    if (match === undefined) losses.add("unknownFurniture", category);
    if (object.hasDetails) losses.add("pieceDetails", category);
    const above = roundForStorage(bottom - floor.bottom);
    const placed = {
      level: floor.level,
      x: roundForStorage(centre[0]),
      z: roundForStorage(centre[1]),
      ...(Math.abs(above) < standing ? {} : { elevation: above }),
    };
    if (match !== undefined && "device" in match)
      pieces.devices.push({ kind: match.device, ...placed });
    else
      pieces.furniture.push({
        type: match?.type ?? "box",
        ...placed,
        rotation: fullTurn(angle),
        w: roundForStorage(size[0]),
        d: roundForStorage(size[2]),
        height: roundForStorage(size[1]),
      });
  }
  return pieces;
};
