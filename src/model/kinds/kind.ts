import type { JsonObject } from "../json.ts";

/** The input of a field; `metres`, `height`, `elevation` and `degrees` are numbers. */
export type Input =
  | "text"
  | "long"
  | "entity"
  | "entities"
  | "area"
  | "icon"
  | "metres"
  | "degrees"
  | "thickness"
  | "height"
  | "elevation"
  | "outdoor"
  | "yes"
  | "trackers"
  | "zoneSensor"
  | "purpose"
  | "flooring"
  | "colour"
  | "action"
  | "level"
  | "layer"
  | "room"
  | "wall"
  | "standingWall"
  | "furniture"
  | "device";

/** The entities that a field takes. */
export interface EntityFilter {
  /** Domains that fit, such as `lock`; all if undefined. */
  readonly only?: readonly string[];
  /** Domains and device classes to offer first. */
  readonly first?: readonly string[];
}

/** The groups of fields in a form, in order. */
export const fieldGroups = ["main", "place", "entities", "look", "touch"] as const;

/** A documented field of an element. */
export interface Field {
  readonly group: (typeof fieldGroups)[number];
  readonly name: string;
  /** The input, or the values to choose from. */
  readonly input: Input | readonly string[];
  /** For entity fields, which entities fit. */
  readonly wants?: EntityFilter;
  /** Whether setting it on several elements at once makes no sense, as for a position. */
  readonly isOwn?: boolean;
}

/** Values of `size`, from small to large. */
export const sizes: readonly string[] = ["xs", "s", "m", "l", "xl", "xxl"];

/** The floor of an element. */
export const levelField: Field = { group: "place", name: "level", input: "level" };

/** The layer that an element is in. */
export const layerField: Field = { group: "look", name: "layer_id", input: "layer" };

/** The position of an element at a point. */
export const pointFields: readonly Field[] = [
  { group: "place", name: "x", input: "metres", isOwn: true },
  { group: "place", name: "z", input: "metres", isOwn: true },
  levelField,
];

/** How high an element is. */
export const heightField: Field = { group: "place", name: "height", input: "height" };

/** How far the underside of an element is above the floor. */
export const elevationField: Field = { group: "place", name: "elevation", input: "elevation" };

/** The entity whose state an element shows. */
export const entityField: Field = { group: "entities", name: "entity", input: "entity" };

/** Fields of every item, last in its form. */
export const itemFields: readonly Field[] = [
  { group: "look", name: "icon", input: "icon" },
  { group: "look", name: "size", input: sizes },
  { group: "look", name: "layer", input: "text" },
  { group: "look", name: "group", input: "text" },
  layerField,
  { group: "touch", name: "tap_action", input: "action" },
  { group: "touch", name: "hold_action", input: "action" },
  { group: "touch", name: "double_tap_action", input: "action" },
];

/**
 * How an element stores its position: `polygon` by its corners (`points`), `point` by its centre (`x`, `z`), `wall` by
 * the room (`room_id`) and the wall's index (`edge`), or by the freestanding wall (`wall_id`), and the distance from the
 * wall's start to the element's centre (`offset`), `line` by its ends (`from`, `to`).
 */
export type Place = "polygon" | "point" | "wall" | "line";

/** Width and depth in metres. */
export type Size = readonly [w: number, d: number];

/** What all elements of one list have in common. */
export interface Kind {
  readonly place: Place;
  /** The prefix of new ids. */
  readonly idPrefix: string;
  /** The field with the name that people give; undefined if there is none. */
  readonly nameField?: string;
  /** Whether elements have a `rotation`. */
  readonly isTurnable?: boolean;
  /** The size of an element at a point; undefined if it is drawn as an icon. */
  readonly sizeOf?: (element: JsonObject) => Size;
  /** Makes the fields of a new element, except id and position, from a catalogue entry and a name. */
  readonly make?: (piece: string, name: string) => JsonObject;
}

/** The form for the elements of a list; separate from `Kind`, as only the editor needs it. */
export interface Form {
  /** Whether `rules` can change how elements look. */
  readonly hasRules: boolean;
  /** The documented fields in form order; some depend on the element. */
  readonly fields: (element: JsonObject) => readonly Field[];
}
