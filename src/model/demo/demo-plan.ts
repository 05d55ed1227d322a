/** A Lovelace action for a tap, hold or double tap. */
export type DemoAction = {
  action: "toggle" | "more-info" | "navigate" | "none";
  navigation_path?: string;
};

/** Changes how an item or room looks while all conditions in `if` hold. */
export type DemoRule = {
  if: { entity: string; state: string }[];
  color?: string;
  icon?: string;
  hide?: boolean;
};

/** A corner or position in metres: `x` to the right, `z` down. */
export type DemoPoint = [x: number, z: number];

/** A floor of the building. */
export type DemoLevel = { id: string; name: string };

/** A room: at least three corners, in metres, clockwise as seen on the screen. */
export type DemoRoom = {
  id: string;
  name: string;
  /** The room's floor; the first if undefined. */
  level?: string;
  points: DemoPoint[];
  icon?: string;
  /** The room's area in Home Assistant. */
  area_id?: string;
  temperature?: string | null;
  humidity?: string | null;
  label_size?: string;
  label_color?: string;
  sheet_extra?: string[];
  rules?: DemoRule[];
  /** Not a documented field; real plans have such additions, so the demo plans do too. */
  flooring?: string;
};

/** A door, window or passage in the wall from `points[edge]` of its room to the next corner. */
export type DemoOpening = {
  id: string;
  room_id: string;
  edge: number;
  /** Metres from the start of the wall to the centre of the opening. */
  offset: number;
  /** Metres along the wall. */
  width: number;
  type: "door" | "window";
  style?: "passage";
  hinge?: "left" | "right";
  swing?: "in" | "out";
  contact?: string;
  lock?: string;
  blind?: string;
};

/** The fields that all items share; the position is the centre, in metres. */
export type DemoItem = {
  x: number;
  z: number;
  /** The item's floor; the first if undefined. */
  level?: string;
  icon?: string;
  size?: "xs" | "s" | "m" | "l" | "xl" | "xxl";
  layer?: string;
  /** The group `outside` marks items that stand outside every room on purpose. */
  group?: string;
  tap_action?: DemoAction;
  hold_action?: DemoAction;
  double_tap_action?: DemoAction;
  rules?: DemoRule[];
  /** Not a documented field: an inventory tag such as other programs add to plans. */
  asset_tag?: string;
};

/**
 * Furniture, lamps and docking stations. `w` and `d` are in metres. At `rotation` 0 the width runs to the right and the
 * back is at the top; the rotation is clockwise, in degrees.
 */
export type DemoFurniture = DemoItem & {
  id?: string;
  type: string;
  rotation: number;
  w: number;
  d: number;
  entity?: string;
};

/** An appliance or other device with a state. */
export type DemoDevice = DemoItem & {
  id?: string;
  kind: string;
  name: string;
  entity: string;
  active?: string;
  text?: string;
  text_on?: string;
  color?: string;
  color_on?: string;
};

/** A measured value; sensors have no id. */
export type DemoSensor = DemoItem & { entity: string };

/** A line of text: fixed, a `{{ }}` template, or the state of an entity. */
export type DemoText = DemoItem & {
  id?: string;
  text?: string;
  entity?: string;
  color?: string;
  background?: string;
};

/** A complete demo plan. The types are mutable because each call makes a new plan for its caller. */
export type DemoPlan = {
  levels: DemoLevel[];
  rooms: DemoRoom[];
  openings: DemoOpening[];
  furniture: DemoFurniture[];
  devices: DemoDevice[];
  sensors: DemoSensor[];
  texts: DemoText[];
  /** The position of each room's label, in metres, by room id. */
  labels: Record<string, DemoPoint>;
  /** The id of the outdoor room. */
  outdoor?: string;
};
