/** An action of a card when an item is tapped, held or double-tapped. */
export type DemoAction = {
  action: "toggle" | "more-info" | "navigate" | "none";
  navigation_path?: string;
};

/** Changes how an item or room looks while every condition in `if` holds. */
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
  /** The floor it lies on; left out, it lies on the first one. */
  level?: string;
  points: DemoPoint[];
  icon?: string;
  temperature?: string | null;
  humidity?: string | null;
  label_size?: string;
  label_color?: string;
  sheet_extra?: string[];
  rules?: DemoRule[];
  /** Not a documented field: real plans carry such additions, so the samples do too. */
  flooring?: string;
};

/** A door, window or gap in the wall from `points[edge]` of its room to the next corner. */
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

/** What every item on the floor has in common; the position is its centre, in metres. */
export type DemoItem = {
  x: number;
  z: number;
  /** The floor it stands on; left out, it stands on the first one. */
  level?: string;
  icon?: string;
  size?: "xs" | "s" | "m" | "l" | "xl" | "xxl";
  layer?: string;
  /** The group `outside` marks what is meant to stand outside every room. */
  group?: string;
  tap_action?: DemoAction;
  hold_action?: DemoAction;
  double_tap_action?: DemoAction;
  rules?: DemoRule[];
  /** Not a documented field: an inventory tag, as other programs add to plans. */
  asset_tag?: string;
};

/**
 * Furniture, lamps and docks. `w` and `d` are metres; at `rotation` 0 degrees the width runs to the
 * right and the back is up, and the angle turns it clockwise (at 90 the width runs down).
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

/** A measured value; sensors carry no id. */
export type DemoSensor = DemoItem & { entity: string };

/** A line of text: fixed, a `{{ }}` template, or the state of an entity. */
export type DemoText = DemoItem & {
  id?: string;
  text?: string;
  entity?: string;
  color?: string;
  background?: string;
};

/**
 * A whole sample plan. The types are mutable because each plan is made afresh and belongs to
 * whoever asked for it.
 */
export type DemoPlan = {
  levels: DemoLevel[];
  rooms: DemoRoom[];
  openings: DemoOpening[];
  furniture: DemoFurniture[];
  devices: DemoDevice[];
  sensors: DemoSensor[];
  texts: DemoText[];
  /** Where the name of a room is written, in metres, by room id. */
  labels: Record<string, DemoPoint>;
  /** The id of the room that lies in the open air. */
  outdoor?: string;
};
