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
