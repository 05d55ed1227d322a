import type { Collection } from "../../../elements/entities.ts";
import type { JsonObject } from "../../../json/json.ts";
import type { Texts } from "../../texts/index.ts";
import { isFormOfRules } from "./rules-input.ts";

/** The name of a documented field, as the texts name it. */
export type FieldName = keyof Texts["panels"]["properties"]["fields"];

export type ChoiceName = keyof Texts["panels"]["properties"]["choices"];

/** How a field is filled in. */
export type FieldKind =
  | { readonly input: "text" | "entity" | "metres" | "degrees" | "colour" | "long" | "action" }
  | { readonly input: "choice"; readonly choices: readonly ChoiceName[] }
  | { readonly input: "level" | "room" | "wall" | "furniture" | "device" };

export type GroupName = keyof Texts["panels"]["properties"]["groups"];

/** A documented field of an element. */
export interface Field {
  readonly name: FieldName;
  readonly group: GroupName;
  readonly kind: FieldKind;
  /** Whether setting it for several things at once makes sense: not for a place. */
  readonly isShared: boolean;
}

const field = (
  group: GroupName,
  name: FieldName,
  input: Exclude<FieldKind, { input: "choice" }>["input"],
  isShared = true,
): Field => ({ name, group, kind: { input }, isShared });

const choice = (group: GroupName, name: FieldName, ...choices: readonly ChoiceName[]): Field => ({
  name,
  group,
  kind: { input: "choice", choices },
  isShared: true,
});

const sizes = ["xs", "s", "m", "l", "xl", "xxl"] as const;

const place: readonly Field[] = [
  field("place", "x", "metres", false),
  field("place", "z", "metres", false),
  field("place", "level", "level"),
];

const look: readonly Field[] = [
  field("look", "icon", "text"),
  choice("look", "size", ...sizes),
  field("look", "layer", "text"),
  field("look", "group", "text"),
];

const touch: readonly Field[] = [
  field("touch", "tap_action", "action"),
  field("touch", "hold_action", "action"),
  field("touch", "double_tap_action", "action"),
];

const byCollection: Readonly<Record<Collection, readonly Field[]>> = {
  rooms: [
    field("main", "name", "text"),
    field("place", "level", "level"),
    field("entities", "temperature", "entity"),
    field("entities", "humidity", "entity"),
    field("look", "icon", "text"),
    choice("look", "label_size", ...sizes),
    field("look", "label_color", "colour"),
  ],
  openings: [
    choice("main", "type", "door", "window"),
    choice("main", "style", "passage"),
    choice("main", "hinge", "left", "right"),
    choice("main", "swing", "in", "out"),
    field("place", "room_id", "room", false),
    field("place", "edge", "wall", false),
    field("place", "offset", "metres", false),
    field("place", "width", "metres"),
    field("entities", "contact", "entity"),
    field("entities", "lock", "entity"),
    field("entities", "blind", "entity"),
  ],
  furniture: [
    field("main", "type", "furniture"),
    ...place,
    field("place", "rotation", "degrees"),
    field("place", "w", "metres"),
    field("place", "d", "metres"),
    field("entities", "entity", "entity"),
    ...look,
    ...touch,
  ],
  devices: [
    field("main", "kind", "device"),
    field("main", "name", "text"),
    ...place,
    field("entities", "entity", "entity"),
    field("entities", "active", "text"),
    field("look", "text", "text"),
    field("look", "text_on", "text"),
    field("look", "color", "colour"),
    field("look", "color_on", "colour"),
    ...look,
    ...touch,
  ],
  sensors: [...place, field("entities", "entity", "entity"), ...look, ...touch],
  texts: [
    field("main", "text", "long"),
    ...place,
    field("entities", "entity", "entity"),
    field("look", "color", "colour"),
    field("look", "background", "colour"),
    ...look,
    ...touch,
  ],
};

/** The documented fields that all of these kinds have; for several things, those they can share. */
export const fieldsOf = (
  collectionsOfAll: readonly Collection[],
  count: number,
): readonly Field[] => {
  const [first, ...others] = new Set(collectionsOfAll);
  if (first === undefined) return [];
  return byCollection[first].filter(
    ({ name, isShared }) =>
      (count === 1 || isShared) &&
      others.every((other) => byCollection[other].some((each) => each.name === name)),
  );
};

/** Whether there is a form for the rules of an element; not for openings, and not for rules that are odd. */
export const hasRulesForm = (collection: Collection, data: JsonObject): boolean =>
  collection !== "openings" && isFormOfRules(data["rules"]);

/** The fields of an element that no input of its own is for, besides its id and its shape. */
export const otherFields = (collection: Collection, data: JsonObject): readonly string[] => {
  // A room's corners are moved on the drawing.
  const known = new Set<string>([
    "id",
    "points",
    ...byCollection[collection].map(({ name }) => name),
    ...(hasRulesForm(collection, data) ? ["rules"] : []),
  ]);
  return Object.keys(data).filter((name) => !known.has(name) && data[name] !== undefined);
};
