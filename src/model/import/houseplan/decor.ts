import { fullTurn, type Point, roundForStorage } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportLosses } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { pointFrom, type Space } from "./space.ts";

/** Furniture types for houseplan-card's symbols (its `src/furniture.ts`); others have none. */
const furnitureOf: Readonly<Record<string, string>> = {
  sofa: "sofa",
  armchair: "armchair",
  coffee_table: "table",
  table_dining: "table",
  table_round: "table",
  chair: "chair",
  desk: "desk",
  bed_double: "bed",
  bed_single: "bed",
  nightstand: "nightstand",
  wardrobe: "wardrobe",
  bookshelf: "shelf",
  fridge: "fridge",
  stove: "oven",
  washer: "washing_machine",
  dryer: "washing_machine",
  tv: "tv_wall",
  toilet: "wc",
  bathtub: "bathtub",
  shower: "shower",
  sink: "washbasin",
  kitchen_sink: "kitchen",
  bidet: "wc",
  stairs: "stairs",
  plant: "plant",
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
