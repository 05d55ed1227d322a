import { furnitureTypes } from "../../../model/kinds/catalogue/furniture.ts";
import { openingNames } from "../../../model/kinds/opening.ts";
import { type GroupWords, humanizeIdentifier } from "../word-types.ts";

/** Words for types, which mostly are their names; the others are given. */
const wordsFor = (
  names: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(names.map((name) => [name, humanizeIdentifier(name)])),
  ...others,
});

export const openings = wordsFor(openingNames);

export const furniture = wordsFor(furnitureTypes, {
  chest: "Chest of drawers",
  double_fridge: "Side-by-side fridge",
  kitchen: "Kitchen units",
  l_stairs: "L-shaped stairs",
  lamp_ceiling: "Ceiling lamp",
  lamp_floor: "Floor lamp",
  lamp_linear: "Linear lamp",
  lamp_panel: "Light panel",
  lamp_pendant: "Pendant lamp",
  lamp_spot: "Spotlight",
  lamp_table: "Table lamp",
  lamp_wall: "Wall lamp",
  led_strip: "LED strip",
  tv_wall: "TV wall",
  u_stairs: "U-shaped stairs",
  walk_in_shower: "Walk-in shower",
  wc: "Toilet",
});

export const furnitureGroups: GroupWords = {
  living: "Living room",
  dining: "Dining room",
  kitchen: "Kitchen",
  bath: "Bathroom",
  bedroom: "Bedroom and hall",
  work: "Office and workshop",
  household: "Utility room",
  leisure: "Leisure and pets",
  outdoor: "Outdoors",
  stairs: "Stairs and building",
  lamps: "Lamps",
};
