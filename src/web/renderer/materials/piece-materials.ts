import { symbolOf as plainSymbolOf } from "../../../model/kinds/catalogue/symbols.ts";
import type { PlanSymbol } from "../../../model/kinds/catalogue/symbols/symbol.ts";
import type { FurnitureName } from "../../../model/kinds/catalogue/furniture.ts";

/** What pieces of furniture are made of, as a class name. */
const materials = [
  "timber",
  "walnut",
  "painted",
  "cloth",
  "linen",
  "ceramic",
  "steel",
  "ebony",
  "lacquer",
  "baize",
  "slab",
  "rugged",
] as const;

type PieceMaterial = (typeof materials)[number];

const pieces: Readonly<Record<PieceMaterial, readonly FurnitureName[]>> = {
  timber: [
    "shelf",
    "bookcase",
    "display_cabinet",
    "chair",
    "bench",
    "corner_bench",
    "bar_stool",
    "high_chair",
    "sauna",
    "coat_rack",
    "desk",
    "corner_desk",
    "workbench",
    "table_football",
    "cat_tree",
    "garden_set",
    "garden_bench",
    "planter",
    "sandpit",
    "swing_set",
    "shed",
    "loft_ladder",
  ],
  walnut: [
    "coffee_table",
    "round_coffee_table",
    "side_table",
    "sideboard",
    "tv_wall",
    "table",
    "round_table",
    "oval_table",
    "dining_set",
    "large_dining_set",
    "round_dining_set",
    "bar",
    "conference_table",
    "meeting_table",
    "reception_desk",
  ],
  painted: [
    "nightstand",
    "wardrobe",
    "sliding_wardrobe",
    "corner_wardrobe",
    "chest",
    "dressing_table",
    "changing_table",
    "shoe_cabinet",
    "toy_box",
    "cot",
    "stairs",
    "l_stairs",
    "u_stairs",
    "winder_stairs",
    "spiral_stairs",
  ],
  lacquer: ["piano", "grand_piano"],
  baize: ["pool_table", "table_tennis"],
  cloth: [
    "sofa",
    "corner_sofa",
    "sofa_bed",
    "chaise_longue",
    "armchair",
    "recliner",
    "pouf",
    "office_chair",
    "sun_lounger",
    "parasol",
    "dog_bed",
    "laundry_basket",
  ],
  linen: ["bed", "single_bed", "bunk_bed", "ironing_board", "drying_rack"],
  ceramic: [
    "bathtub",
    "corner_bathtub",
    "freestanding_bathtub",
    "whirlpool",
    "shower",
    "corner_shower",
    "walk_in_shower",
    "wc",
    "bidet",
    "urinal",
    "washbasin",
    "double_washbasin",
    "vanity_unit",
    "corner_washbasin",
    "bathroom_cabinet",
    "utility_sink",
    "heater",
    "towel_radiator",
    "whiteboard",
  ],
  steel: [
    "oven",
    "range_cooker",
    "extractor_hood",
    "fridge",
    "double_fridge",
    "chest_freezer",
    "dishwasher",
    "microwave",
    "wine_cooler",
    "washing_machine",
    "tumble_dryer",
    "filing_cabinet",
    "locker",
    "printer",
    "photocopier",
    "rack",
    "boiler",
    "water_tank",
    "heat_pump",
    "fuse_box",
    "waste_bin",
    "treadmill",
    "exercise_bike",
    "rowing_machine",
    "weight_bench",
    "drum_kit",
    "barbecue",
    "car",
    "motorbike",
    "bicycle",
    "rotary_dryer",
    "wheelie_bin",
    "lift",
    "greenhouse",
  ],
  ebony: ["television", "wood_stove", "hob", "robot_vacuum", "trampoline"],
  slab: [
    "kitchen",
    "counter",
    "corner_counter",
    "kitchen_island",
    "kitchen_sink",
    "double_sink",
    "tall_cabinet",
    "wall_cabinet",
    "fireplace",
    "fire_pit",
    "chimney",
    "ramp",
    "column",
    "square_column",
  ],
  rugged: ["rug", "round_rug", "yoga_mat"],
};

const materialOf: ReadonlyMap<string, PieceMaterial> = new Map(
  materials.flatMap((material) => pieces[material].map((type) => [type, material] as const)),
);

/** A symbol, with the class names of what it is made of. */
export interface MadeSymbol extends Omit<PlanSymbol, "of"> {
  readonly of?: string;
}

/** The symbol of a type as the catalogue has it, with its material. */
export const symbolOf = (type: string, w: number, d: number): MadeSymbol | undefined => {
  const symbol = plainSymbolOf(type, w, d);
  const material = materialOf.get(type);
  if (symbol === undefined || material === undefined) return symbol;
  return { ...symbol, of: symbol.of === undefined ? material : `${material} ${symbol.of}` };
};

/** Types that lie flat on the floor or hang from the ceiling, and cast no shadow on it. */
const flat: ReadonlySet<string> = new Set<FurnitureName>([
  "rug",
  "round_rug",
  "yoga_mat",
  "pool",
  "sandpit",
  "skylight",
  "ramp",
  "extractor_hood",
  "wall_cabinet",
  "flower_bed",
  "shower",
  "corner_shower",
  "walk_in_shower",
]);

/** Whether a type of furniture casts a shadow on the floor. */
export const castsShadow = (type: string): boolean => !flat.has(type);
