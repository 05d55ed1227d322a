import type { JsonObject } from "../json.ts";

/** How a field is filled in; `metres` and `degrees` are numbers. */
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
  | "outdoor"
  | "colour"
  | "action"
  | "level"
  | "room"
  | "wall"
  | "furniture"
  | "device";

/** Which entities a field is for. */
export interface Wants {
  /** The domains of those that fit, such as `lock`; all where it is not given. */
  readonly only?: readonly string[];
  /** Domains and device classes of those that are meant most often. */
  readonly first?: readonly string[];
}

/** The groups in which a form shows fields, in their order. */
export const fieldGroups = ["main", "place", "entities", "look", "touch"] as const;

/** A documented field of an element, as plain data. */
export interface Field {
  readonly group: (typeof fieldGroups)[number];
  readonly name: string;
  /** What goes into it, or the texts to choose from. */
  readonly input: Input | readonly string[];
  /** Of a field for entities, which ones. */
  readonly wants?: Wants;
  /** Whether it makes no sense to set it for several things at once, as a place. */
  readonly isOwn?: boolean;
}

/** What `size` may be, from small to large. */
export const sizes: readonly string[] = ["xs", "s", "m", "l", "xl", "xxl"];

/** The floor that an element is on. */
export const levelField: Field = { group: "place", name: "level", input: "level" };

/** The fields of the place of what stands at a point. */
export const pointFields: readonly Field[] = [
  { group: "place", name: "x", input: "metres", isOwn: true },
  { group: "place", name: "z", input: "metres", isOwn: true },
  levelField,
];

/** The entity whose state an element shows. */
export const entityField: Field = { group: "entities", name: "entity", input: "entity" };

/** The fields that every item may have, last in its form. */
export const itemFields: readonly Field[] = [
  { group: "look", name: "icon", input: "icon" },
  { group: "look", name: "size", input: sizes },
  { group: "look", name: "layer", input: "text" },
  { group: "look", name: "group", input: "text" },
  { group: "touch", name: "tap_action", input: "action" },
  { group: "touch", name: "hold_action", input: "action" },
  { group: "touch", name: "double_tap_action", input: "action" },
];

/**
 * How an element says where it is: a polygon by its corners (`points`), what stands at a point by
 * its centre (`x`, `z`), what is in a wall by the room (`room_id`), the wall's number (`edge`) and
 * the centre from its start (`offset`), a line by its two ends (`from`, `to`).
 */
export type Place = "polygon" | "point" | "wall" | "line";

/** Width and depth in metres. */
export type Size = readonly [w: number, d: number];

/** What is known of all elements of one list of a plan. */
export interface Kind {
  readonly place: Place;
  /** How the id of a new one begins. */
  readonly idPrefix: string;
  /** The field that a person names one by, where there is such a field. */
  readonly nameField?: string;
  /** Whether one can be turned about itself, by its `rotation`. */
  readonly isTurnable?: boolean;
  /** How large one that stands at a point is, where it is not as small as a sign. */
  readonly sizeOf?: (element: JsonObject) => Size;
  /** What a new one is, besides its id and its place: of the piece that was chosen, with a name. */
  readonly make?: (piece: string, name: string) => JsonObject;
}

/** What a person fills in of the elements of one list; apart from the rest, as only an editor needs it. */
export interface Form {
  /** Whether `rules` may change how one looks. */
  readonly hasRules: boolean;
  /** The documented fields, in the order of a form; some may depend on what one is. */
  readonly fields: (element: JsonObject) => readonly Field[];
}
