/**
 * houseplan-card's symbols of furniture as types of ours (its `src/furniture.ts`); those that are not
 * here have none.
 */
export const furnitureOf: Readonly<Record<string, string>> = {
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

/** Domains of entities as kinds of devices of ours; all others are generic. */
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
