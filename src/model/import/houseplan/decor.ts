import { fullTurn, type Point, roundForStorage } from "../../geometry/vector.ts";
import type { FurnitureName } from "../../kinds/catalogue/furniture.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportLosses } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { pointFrom, type Space } from "./space.ts";

/** Furniture types for House Plan's symbols (its `src/furniture.ts` and `pack.json`); others have none. */
const furnitureOf: Readonly<Record<string, FurnitureName>> = {
  sofa: "sofa",
  sofa_three_seat: "sofa",
  sofa_corner_right: "corner_sofa",
  armchair: "armchair",
  armchair_office: "office_chair",
  chair: "chair",
  chair_bar: "bar_stool",
  coffee_table: "coffee_table",
  coffee_table_oval: "coffee_table",
  coffee_table_rounded: "coffee_table",
  coffee_table_round: "round_coffee_table",
  table_dining: "table",
  table_dining_rounded: "table",
  table_dining_oval: "oval_table",
  table_round: "round_table",
  desk: "desk",
  desk_corner: "corner_desk",
  bed_double: "bed",
  bed_single: "single_bed",
  nightstand: "nightstand",
  wardrobe: "wardrobe",
  wall_unit: "sideboard",
  bookshelf: "bookcase",
  shelf_floor: "shelf",
  shelf_wall: "shelf",
  cabinet_tv: "tv_wall",
  cabinet_shoe: "shoe_cabinet",
  cabinet_sink: "vanity_unit",
  tv: "television",
  tv_wall: "television",
  kitchen_floor: "counter",
  kitchen_floor_corner: "corner_counter",
  kitchen_wall: "wall_cabinet",
  kitchen_wall_corner: "wall_cabinet",
  kitchen_sink: "kitchen_sink",
  kitchen_sink_double: "double_sink",
  fridge: "fridge",
  stove: "hob",
  cooktop_two: "hob",
  dishwasher: "dishwasher",
  washer: "washing_machine",
  dryer: "tumble_dryer",
  water_heater: "boiler",
  toilet: "wc",
  toilet_built_in: "wc",
  bidet: "bidet",
  bidet_built_in: "bidet",
  bathtub: "bathtub",
  bathtub_corner: "corner_bathtub",
  shower: "shower",
  sink: "washbasin",
  stairs: "stairs",
  fireplace: "fireplace",
  plant: "plant",
  rug: "rug",
};

/** Device kinds for entity domains; all others are generic. */
export const deviceOf: Readonly<Record<string, string>> = {
  alarm_control_panel: "alarm",
  camera: "camera",
  climate: "thermostat",
  device_tracker: "router",
  fan: "fan",
  lock: "lock",
  media_player: "media",
  switch: "plug",
  vacuum: "vacuum",
};

interface Decor {
  readonly furniture: readonly JsonObject[];
  readonly texts: readonly JsonObject[];
}

/** `{sensor.a}` and `{sensor.a:attribute}` in a text. */
const reference = /\{\s*([a-z0-9_]+\.[a-z0-9_]+)(?:\s*[:.]\s*([A-Za-z0-9_.-]+))?\s*\}/g;

/** A text with entity references as a Home Assistant template. */
const templateOf = (text: string): string =>
  text.replaceAll(reference, (_, entity: string, attribute: string | undefined) =>
    attribute === undefined
      ? `{{ states("${entity}") }}`
      : `{{ state_attr("${entity}", "${attribute}") }}`,
  );

const textOf = (space: Space, shape: Source): JsonObject => {
  const [x, z] = pointFrom(space, shape.field("x"), shape.field("y"));
  const colour = shape.field("color").text();
  const entity = shape.field("entity").text();
  const text = shape.field("text").needed();
  const linked = entity === undefined ? text : text.replaceAll("{}", `{${entity}}`);
  return {
    level: space.id,
    text: templateOf(linked),
    x: roundForStorage(x),
    z: roundForStorage(z),
    ...(colour === undefined ? {} : { color: colour }),
  };
};

/** The centre of a box that is given by its top left corner and rotated about its middle. */
const centreOf = (space: Space, shape: Source): readonly [centre: Point, size: Point] => {
  const [left, top] = pointFrom(space, shape.field("x"), shape.field("y"));
  const [w, d] = pointFrom(space, shape.field("w"), shape.field("h"));
  return [
    [left + w / 2, top + d / 2],
    [Math.abs(w), Math.abs(d)],
  ];
};

const pieceOf = (space: Space, shape: Source, losses: ImportLosses): JsonObject => {
  const symbol = shape.field("symbol").needed();
  const known = Object.hasOwn(furnitureOf, symbol) ? furnitureOf[symbol] : undefined;
  if (known === undefined) losses.add("unknownFurniture", symbol);
  const [[x, z], [w, d]] = centreOf(space, shape);
  return {
    level: space.id,
    type: known ?? symbol,
    x: roundForStorage(x),
    z: roundForStorage(z),
    rotation: fullTurn(shape.field("angle").number() ?? 0),
    w: roundForStorage(w),
    d: roundForStorage(d),
  };
};

/** Furniture and texts of a space; lines and shapes, which plans lack, are losses. */
export const decorOf = (space: Space, losses: ImportLosses): Decor => {
  const furniture: JsonObject[] = [];
  const texts: JsonObject[] = [];
  for (const shape of space.source.field("decor").list()) {
    const kind = shape.field("kind").needed();
    if (kind === "text") texts.push(textOf(space, shape));
    else if (kind === "furniture") furniture.push(pieceOf(space, shape, losses));
    else losses.add("shapes");
  }
  return { furniture, texts };
};
