/** Furniture by group, with its usual width and depth in metres. */
export const furnitureGroups = {
  living: {
    sofa: [2.1, 0.95],
    armchair: [0.85, 0.85],
    table: [1.6, 0.9],
    chair: [0.45, 0.5],
    shelf: [1.2, 0.35],
    tv_wall: [1.8, 0.4],
    piano: [1.5, 0.6],
    plant: [0.4, 0.4],
  },
  sleeping: {
    bed: [1.8, 2.05],
    nightstand: [0.45, 0.4],
    wardrobe: [1.5, 0.6],
    chest: [1, 0.45],
    desk: [1.6, 0.8],
  },
  water: {
    kitchen: [2.4, 0.6],
    fridge: [0.6, 0.65],
    bathtub: [1.7, 0.75],
    shower: [0.9, 0.9],
    wc: [0.4, 0.55],
    washbasin: [0.6, 0.45],
  },
  lamps: {
    lamp_ceiling: [0.35, 0.35],
    lamp_pendant: [0.4, 0.4],
    lamp_floor: [0.4, 0.4],
    lamp_table: [0.3, 0.3],
    led_strip: [2, 0.05],
  },
  more: {
    stairs: [2.6, 0.9],
    bench: [1.3, 0.4],
    workbench: [1.8, 0.7],
    robot_vacuum: [0.35, 0.35],
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<string, readonly [w: number, d: number]>>>
>;

const sizes: ReadonlyMap<string, readonly [w: number, d: number]> = new Map(
  Object.values(furnitureGroups).flatMap((group) => Object.entries(group)),
);

/** The usual width and depth of a type of furniture, in metres; half a metre square of an unknown one. */
export const furnitureSize = (type: string): readonly [w: number, d: number] =>
  sizes.get(type) ?? [0.5, 0.5];

/** The kinds of devices that the palette offers. */
export const deviceKinds = [
  "radiator",
  "fan",
  "dishwasher",
  "washer",
  "dryer",
  "camera",
  "alarm",
  "media",
  "speaker",
  "plug",
  "router",
  "vacuum",
  "generic",
] as const;

/** What the palette calls a sensor, which stands among the devices there but in a list of its own in the plan. */
export const sensorPiece = "sensor";

const atWalls: ReadonlySet<string> = new Set(
  "sofa shelf tv_wall piano bed nightstand wardrobe chest desk kitchen fridge bathtub wc washbasin bench workbench robot_vacuum".split(
    " ",
  ),
);

/** Whether a type of furniture usually stands with its back to a wall. */
export const standsAtWall = (type: string): boolean => atWalls.has(type);
