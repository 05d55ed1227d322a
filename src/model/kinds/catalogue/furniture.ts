/** A type of furniture: its usual width and depth in metres, and whether its back usually stands at a wall. */
type FurnitureRow = readonly [w: number, d: number, place?: "wall"];

type FurnitureRows = Readonly<Record<string, FurnitureRow>>;

const living = {
  sofa: [2.1, 0.95, "wall"],
  corner_sofa: [2.6, 1.8, "wall"],
  sofa_bed: [2, 1, "wall"],
  chaise_longue: [0.8, 1.7],
  armchair: [0.85, 0.85],
  recliner: [0.85, 1.5],
  pouf: [0.5, 0.5],
  coffee_table: [1.1, 0.6],
  round_coffee_table: [0.8, 0.8],
  side_table: [0.45, 0.45],
  shelf: [1.2, 0.35, "wall"],
  bookcase: [1.2, 0.3, "wall"],
  sideboard: [1.6, 0.45, "wall"],
  display_cabinet: [1, 0.4, "wall"],
  tv_wall: [1.8, 0.4, "wall"],
  television: [1.3, 0.1, "wall"],
  fireplace: [1.4, 0.5, "wall"],
  wood_stove: [0.6, 0.5, "wall"],
  piano: [1.5, 0.6, "wall"],
  grand_piano: [1.5, 1.8],
  rug: [2.4, 1.6],
  round_rug: [1.8, 1.8],
  plant: [0.4, 0.4],
  palm: [0.9, 0.9],
} as const satisfies FurnitureRows;

const dining = {
  table: [1.6, 0.9],
  round_table: [1.2, 1.2],
  oval_table: [2, 1.1],
  chair: [0.45, 0.5],
  dining_set: [1.4, 1.75],
  large_dining_set: [2.7, 1.8],
  round_dining_set: [2.1, 2.1],
  bench: [1.3, 0.4, "wall"],
  corner_bench: [1.8, 1.5, "wall"],
  bar: [1.8, 0.6],
  bar_stool: [0.4, 0.4],
  high_chair: [0.5, 0.55],
} as const satisfies FurnitureRows;

const kitchen = {
  kitchen: [2.4, 0.6, "wall"],
  counter: [1.2, 0.6, "wall"],
  corner_counter: [0.9, 0.9, "wall"],
  kitchen_island: [2, 0.9],
  kitchen_sink: [1, 0.6, "wall"],
  double_sink: [0.9, 0.6, "wall"],
  hob: [0.6, 0.6, "wall"],
  oven: [0.6, 0.6, "wall"],
  range_cooker: [0.9, 0.6, "wall"],
  extractor_hood: [0.9, 0.5, "wall"],
  fridge: [0.6, 0.65, "wall"],
  double_fridge: [0.9, 0.7, "wall"],
  chest_freezer: [1.1, 0.65, "wall"],
  dishwasher: [0.6, 0.6, "wall"],
  microwave: [0.5, 0.4, "wall"],
  tall_cabinet: [0.6, 0.6, "wall"],
  wall_cabinet: [0.8, 0.35, "wall"],
  wine_cooler: [0.6, 0.6, "wall"],
} as const satisfies FurnitureRows;

const bath = {
  bathtub: [1.7, 0.75, "wall"],
  corner_bathtub: [1.4, 1.4, "wall"],
  freestanding_bathtub: [1.7, 0.8],
  whirlpool: [2, 2],
  shower: [0.9, 0.9],
  corner_shower: [0.9, 0.9, "wall"],
  walk_in_shower: [1.4, 0.9, "wall"],
  wc: [0.4, 0.55, "wall"],
  bidet: [0.38, 0.55, "wall"],
  urinal: [0.36, 0.35, "wall"],
  washbasin: [0.6, 0.45, "wall"],
  double_washbasin: [1.3, 0.5, "wall"],
  vanity_unit: [0.9, 0.5, "wall"],
  corner_washbasin: [0.45, 0.45, "wall"],
  bathroom_cabinet: [0.4, 0.35, "wall"],
  towel_radiator: [0.6, 0.1, "wall"],
  sauna: [2, 1.8, "wall"],
} as const satisfies FurnitureRows;

const bedroom = {
  bed: [1.8, 2.05, "wall"],
  single_bed: [0.9, 2.05, "wall"],
  bunk_bed: [0.95, 2.05, "wall"],
  cot: [0.7, 1.4, "wall"],
  nightstand: [0.45, 0.4, "wall"],
  wardrobe: [1.5, 0.6, "wall"],
  sliding_wardrobe: [2.2, 0.65, "wall"],
  corner_wardrobe: [1, 1, "wall"],
  chest: [1, 0.45, "wall"],
  dressing_table: [1.1, 0.75, "wall"],
  changing_table: [0.9, 0.75, "wall"],
  coat_rack: [1, 0.25, "wall"],
  shoe_cabinet: [0.8, 0.25, "wall"],
  toy_box: [0.8, 0.45, "wall"],
} as const satisfies FurnitureRows;

const work = {
  desk: [1.6, 0.8, "wall"],
  corner_desk: [1.8, 1.6, "wall"],
  office_chair: [0.65, 0.65],
  conference_table: [3.4, 2.2],
  meeting_table: [2.2, 2.2],
  reception_desk: [2.4, 1.2],
  filing_cabinet: [0.45, 0.6, "wall"],
  locker: [0.9, 0.5, "wall"],
  printer: [0.5, 0.5, "wall"],
  photocopier: [1.1, 0.7, "wall"],
  whiteboard: [1.8, 0.12, "wall"],
  rack: [0.6, 0.8],
  workbench: [1.8, 0.7, "wall"],
} as const satisfies FurnitureRows;

const household = {
  washing_machine: [0.6, 0.6, "wall"],
  tumble_dryer: [0.6, 0.6, "wall"],
  utility_sink: [0.6, 0.5, "wall"],
  ironing_board: [1.3, 0.4],
  drying_rack: [1.4, 0.6],
  laundry_basket: [0.45, 0.45],
  heater: [1, 0.12, "wall"],
  boiler: [0.6, 0.6, "wall"],
  water_tank: [0.7, 0.7],
  heat_pump: [1.1, 0.45, "wall"],
  fuse_box: [0.5, 0.15, "wall"],
  waste_bin: [0.35, 0.35],
  robot_vacuum: [0.35, 0.35, "wall"],
} as const satisfies FurnitureRows;

const leisure = {
  pool_table: [2.5, 1.4],
  table_tennis: [2.74, 1.53],
  table_football: [1.4, 1.1],
  treadmill: [0.85, 1.8],
  exercise_bike: [0.55, 1.1],
  rowing_machine: [0.6, 2.1],
  weight_bench: [1.2, 1.4],
  yoga_mat: [0.65, 1.8],
  drum_kit: [1.6, 1.4],
  dog_bed: [0.9, 0.65],
  cat_tree: [0.6, 0.5],
  fish_tank: [1, 0.4, "wall"],
} as const satisfies FurnitureRows;

const outdoor = {
  garden_set: [2.2, 2.2],
  garden_bench: [1.5, 0.6],
  sun_lounger: [0.7, 2],
  parasol: [3, 3],
  barbecue: [1.2, 0.6],
  fire_pit: [1, 1],
  tree: [3.5, 3.5],
  conifer: [2, 2],
  shrub: [1.1, 1],
  hedge: [2.4, 0.6],
  flower_bed: [2, 0.8],
  planter: [1, 0.4],
  pool: [7, 3.5],
  sandpit: [1.6, 1.6],
  trampoline: [3, 3],
  swing_set: [2.6, 1.6],
  shed: [2.4, 1.8],
  greenhouse: [2.4, 2],
  car: [1.9, 4.6],
  motorbike: [0.8, 2.1],
  bicycle: [0.6, 1.8],
  rotary_dryer: [2.4, 2.4],
  wheelie_bin: [0.6, 0.75],
} as const satisfies FurnitureRows;

const stairs = {
  stairs: [2.6, 0.9],
  l_stairs: [2.6, 2.2],
  u_stairs: [2.8, 2],
  winder_stairs: [2.4, 2],
  spiral_stairs: [1.8, 1.8],
  loft_ladder: [1.4, 0.7],
  ramp: [3, 1.2],
  lift: [1.6, 1.6],
  column: [0.35, 0.35],
  square_column: [0.35, 0.35],
  chimney: [0.6, 0.6],
  skylight: [0.8, 1.2],
} as const satisfies FurnitureRows;

const lamps = {
  lamp_ceiling: [0.35, 0.35],
  lamp_pendant: [0.4, 0.4],
  lamp_floor: [0.4, 0.4],
  lamp_table: [0.3, 0.3],
  lamp_wall: [0.25, 0.15, "wall"],
  lamp_panel: [0.5, 0.5],
  lamp_spot: [0.25, 0.25],
  lamp_linear: [1.2, 0.12],
  led_strip: [2, 0.05],
} as const satisfies FurnitureRows;

/** All types of furniture by group, in palette order. */
export const furnitureGroups = {
  living,
  dining,
  kitchen,
  bath,
  bedroom,
  work,
  household,
  leisure,
  outdoor,
  stairs,
  lamps,
};

/** The name of a furniture group. */
export type FurnitureGroup = keyof typeof furnitureGroups;

type NamesOf<Group> = Group extends unknown ? keyof Group : never;

/** The types of furniture in the catalogue. */
export type FurnitureName = NamesOf<(typeof furnitureGroups)[FurnitureGroup]>;

const rows: ReadonlyMap<string, FurnitureRow> = new Map(
  Object.values<FurnitureRows>(furnitureGroups).flatMap(Object.entries<FurnitureRow>),
);

/** All types of furniture, in palette order. */
export const furnitureTypes: readonly string[] = [...rows.keys()];

/** Whether a type has a symbol, as all types of the catalogue and all lamps have. */
export const isInCatalogue = (type: string): boolean => rows.has(type) || isLamp(type);

/** Whether a type usually stands with its back to a wall. */
export const isAtWall = (type: string): boolean => rows.get(type)?.[2] === "wall";

/** Whether a type of furniture is a lamp; plans may have lamp types that are not in the catalogue. */
export const isLamp = (type: string): boolean =>
  type.startsWith("lamp") || Object.hasOwn(lamps, type);

/** Lamps that stand; all others hang above what is on the floor. */
const standingLamps: ReadonlySet<string> = new Set(["lamp_floor", "lamp_table"]);

/** Whether a type of furniture hangs above what stands on the floor, as a ceiling lamp does. */
export const hangsAbove = (type: string): boolean => isLamp(type) && !standingLamps.has(type);

/** The usual width and depth of a type in metres; half a metre each for unknown types. */
export const furnitureSize = (type: string): readonly [w: number, d: number] => {
  const [w, d] = rows.get(type) ?? [0.5, 0.5];
  return [w, d];
};
