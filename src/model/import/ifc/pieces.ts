import { maxHeight } from "../../elements/heights.ts";
import type { FurnitureName } from "../../kinds/catalogue/furniture.ts";
import { fullTurn, lengthOf, middle, type Point, roundForStorage } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportLosses } from "../refusal.ts";
import { type CatalogueMatch, furnitureCalled } from "../sweet-home/catalogue-words.ts";
import type { Building } from "./building.ts";
import type { Entity } from "./entity.ts";
import { wordsOf } from "./openings.ts";
import type { Frame } from "./placement.ts";
import { boxAlong, type PlanShape } from "./plan-shape.ts";
import type { Storey } from "./storeys.ts";

/** Types of products that become furniture or devices whatever they are called. */
const furnished: ReadonlySet<string> = new Set([
  "IFCFURNISHINGELEMENT",
  "IFCFURNITURE",
  "IFCSYSTEMFURNITUREELEMENT",
  "IFCSANITARYTERMINAL",
  "IFCELECTRICAPPLIANCE",
  "IFCLIGHTFIXTURE",
  "IFCSPACEHEATER",
  "IFCSTAIR",
  "IFCTRANSPORTELEMENT",
]);

/** Types that do so if their name or their type tells what they are. */
const perhaps: ReadonlySet<string> = new Set([
  "IFCBUILDINGELEMENTPROXY",
  "IFCFLOWTERMINAL",
  "IFCENERGYCONVERSIONDEVICE",
  "IFCMEDICALDEVICE",
  "IFCAUDIOVISUALAPPLIANCE",
  "IFCOUTLET",
]);

/** What the types of a product's own enumeration, or of its type's, are in the catalogue. */
const told: ReadonlyMap<string, CatalogueMatch> = new Map<string, CatalogueMatch>([
  ["BATH", { type: "bathtub" }],
  ["BIDET", { type: "bidet" }],
  ["SHOWER", { type: "shower" }],
  ["SINK", { type: "kitchen_sink" }],
  ["TOILETPAN", { type: "wc" }],
  ["WCSEAT", { type: "wc" }],
  ["URINAL", { type: "urinal" }],
  ["WASHHANDBASIN", { type: "washbasin" }],
  ["CHAIR", { type: "chair" }],
  ["TABLE", { type: "table" }],
  ["DESK", { type: "desk" }],
  ["BED", { type: "bed" }],
  ["FILECABINET", { type: "filing_cabinet" }],
  ["SHELF", { type: "shelf" }],
  ["SOFA", { type: "sofa" }],
  ["DISHWASHER", { device: "dishwasher" }],
  ["ELECTRICCOOKER", { type: "oven" }],
  ["FREEZER", { type: "fridge" }],
  ["FRIDGE_FREEZER", { type: "fridge" }],
  ["REFRIGERATOR", { type: "fridge" }],
  ["MICROWAVE", { type: "microwave" }],
  ["TUMBLEDRYER", { type: "tumble_dryer" }],
  ["WASHINGMACHINE", { type: "washing_machine" }],
  ["PHOTOCOPIER", { type: "photocopier" }],
  ["PRINTER", { type: "printer" }],
  ["TV", { type: "television" }],
  ["RADIATOR", { device: "radiator" }],
  ["CONVECTOR", { device: "radiator" }],
  ["SPIRAL_STAIR", { type: "spiral_stairs" }],
  ["QUARTER_TURN_STAIR", { type: "l_stairs" }],
  ["HALF_TURN_STAIR", { type: "u_stairs" }],
  ["ELEVATOR", { type: "lift" }],
]);

/** What a type of products is if nothing else tells. */
const usual: ReadonlyMap<string, CatalogueMatch> = new Map<string, CatalogueMatch>([
  ["IFCLIGHTFIXTURE", { type: "lamp_ceiling" }],
  ["IFCSPACEHEATER", { device: "radiator" }],
  ["IFCSTAIR", { type: "stairs" }],
]);

/** The types of the types of IFC 2x3 that tell what its general terminals are. */
const usualOfTypes: ReadonlyMap<string, CatalogueMatch> = new Map<string, CatalogueMatch>([
  ["IFCLIGHTFIXTURETYPE", { type: "lamp_ceiling" }],
  ["IFCSPACEHEATERTYPE", { device: "radiator" }],
]);

/** The widest bed for one, in metres. */
const widestSingle = 1.25;

/** What a product is in the catalogue: by its enumeration, its name, else its type; undefined if nothing tells. */
const matchOf = (product: Entity, building: Building): CatalogueMatch | undefined => {
  const type = building.typeOf(product);
  return (
    told.get(product.enumerated(8)) ??
    told.get(type?.enumerated(9) ?? "") ??
    furnitureCalled(wordsOf(product, building)) ??
    usual.get(product.type) ??
    usualOfTypes.get(type?.type ?? "")
  );
};

/** What a product stands for; undefined if it is no piece. */
export interface PieceKind {
  /** Undefined if nothing tells what it is. */
  readonly match: CatalogueMatch | undefined;
}

/** Whether a product becomes furniture or a device, and which. */
export const pieceKindOf = (product: Entity, building: Building): PieceKind | undefined => {
  if (furnished.has(product.type)) return { match: matchOf(product, building) };
  if (!perhaps.has(product.type)) return undefined;
  const match = matchOf(product, building);
  return match === undefined ? undefined : { match };
};

/** The type at the size of a piece: narrow beds are for one. */
const atSize = (type: FurnitureName, width: number, depth: number): FurnitureName =>
  type === "bed" && Math.min(width, depth) <= widestSingle ? "single_bed" : type;

/** The direction of a product's x on the ground, of length 1; to the right if it leads up or down. */
export const wayOf = ({ x }: Frame): Point => {
  const length = Math.hypot(x[0], x[1]);
  return length < 1e-6 ? [1, 0] : [x[0] / length, -x[1] / length];
};

/** Metres above the floor below which a piece stands on it. */
const standing = 0.01;

/** A piece by list. */
export interface PlacedPiece {
  readonly list: "furniture" | "devices";
  readonly data: JsonObject;
}

/** A product as a piece of furniture or a device; one of an unknown kind becomes a box, and is reported. */
export const pieceOf = (
  product: Entity,
  { match }: PieceKind,
  shape: PlanShape,
  frame: Frame,
  storey: Storey,
  losses: ImportLosses,
): PlacedPiece => {
  const name = product.text(2);
  const way = wayOf(frame);
  const line = boxAlong(shape.hull, way);
  const [x, z] = middle(line.from, line.to).map(roundForStorage);
  const above = roundForStorage(shape.bottom - storey.bottom);
  const placed: JsonObject = {
    level: storey.level,
    ...(name === "" ? {} : { name }),
    x: x ?? 0,
    z: z ?? 0,
    ...(Math.abs(above) < standing || Math.abs(above) > maxHeight ? {} : { elevation: above }),
  };
  if (match !== undefined && "device" in match)
    return { list: "devices", data: { kind: match.device, ...placed } };
  if (match === undefined) losses.add("unknownFurniture", name || product.type);
  const [width, depth] = [roundForStorage(lengthOf(line)), roundForStorage(line.across)];
  const height = roundForStorage(shape.top - shape.bottom);
  const data: JsonObject = {
    type: match === undefined ? "box" : atSize(match.type, width, depth),
    ...placed,
    rotation: fullTurn((Math.atan2(way[1], way[0]) * 180) / Math.PI),
    w: width,
    d: depth,
    ...(height > 0 && height <= maxHeight ? { height } : {}),
  };
  return { list: "furniture", data };
};
