import { placeFields } from "../../../model/elements/places.ts";
import type { JsonObject } from "../../../model/json.ts";
import { type Field, type Input, sizes, type Wants } from "../../../model/kinds/kind.ts";
import { type Collection, collections, forms } from "../../../model/kinds/kinds.ts";
import { ruleFields } from "../../model/rule-form.ts";
import type { Step } from "../../canvas/inspector/yaml-place.ts";

/** The fields that an object may have, in the order in which they are offered. */
export type Fields = Readonly<Record<string, Shape>>;

/** What may stand at a place of a plan. */
export interface Shape {
  /** Of a value, what goes into it, or the texts to choose from. */
  readonly input?: Input | "boolean" | "act" | readonly string[];
  /** Of an entity, which ones are meant. */
  readonly wants?: Wants | undefined;
  /** Of a list, what each of its items is. */
  readonly each?: () => Shape;
  /** Of an object, its fields, which may depend on what it says of itself. */
  readonly fields?: (data: JsonObject) => Fields;
  /** Of an object that is keyed by ids, of what they are, and what belongs to each. */
  readonly ids?: "level" | "room";
  readonly ofId?: Shape;
}

const anything: Shape = {};
const object = (fields: Fields): Shape => ({ fields: () => fields });
const listOf = (each: Shape): Shape => ({ each: () => each });
const oneOrMore = (each: Shape): Shape => ({ ...each, ...listOf(each) });

const entity: Shape = { input: "entity" };

/** What Home Assistant's actions name, of which a call's target is one. */
const target = object({ entity_id: oneOrMore(entity), area_id: oneOrMore({ input: "area" }) });

const action = object({
  action: { input: "act" },
  entity,
  perform_action: anything,
  target,
  data: object({ entity_id: oneOrMore(entity) }),
  navigation_path: anything,
  url_path: anything,
  confirmation: { input: "boolean", ...object({ text: anything }) },
});

const condition: Shape = {
  fields: () => ({
    entity,
    state: anything,
    state_not: anything,
    above: anything,
    below: anything,
    attribute: anything,
    any: listOf(condition),
    template: anything,
  }),
};

const ofRule: Readonly<Partial<Record<string, Shape>>> = {
  icon: { input: "icon" },
  size: { input: sizes },
};

const rule = object({
  if: oneOrMore(condition),
  ...Object.fromEntries(ruleFields.map((name) => [name, ofRule[name] ?? anything])),
  hide: { input: "boolean" },
});

const shapeOf = ({ input, wants }: Field): Shape => {
  if (input === "action") return action;
  return input === "entities" ? listOf({ input: "entity", wants }) : { input, wants };
};

const elementOf = (collection: Collection): Shape => ({
  fields: (data) => {
    const { fields, hasRules } = forms[collection];
    const places = placeFields(collection).fields.map((name) => [name, anything] as const);
    return {
      id: anything,
      // Those of a form that are places, too, are what the form says.
      ...Object.fromEntries(places),
      ...Object.fromEntries(fields(data).map((field) => [field.name, shapeOf(field)])),
      ...(hasRules ? { rules: listOf(rule) } : {}),
    };
  },
});

const lists: Fields = Object.fromEntries(
  collections.map((collection) => [collection, listOf(elementOf(collection))]),
);

const image = object({
  url: anything,
  left: anything,
  top: anything,
  width: anything,
  opacity: anything,
});

/** Some elements of a plan, list by list. */
export const partShape = object(lists);

/** A whole plan. */
export const planShape = object({
  levels: listOf(object({ id: anything, name: anything })),
  ...lists,
  labels: { ids: "room", ofId: anything },
  outdoor: { input: "room" },
  backgrounds: { ids: "level", ofId: image },
});

const within = (shape: Shape | undefined, step: Step, data: JsonObject): Shape | undefined => {
  if (typeof step === "number") return shape?.each?.();
  const fields = shape?.fields?.(data) ?? {};
  return Object.hasOwn(fields, step) ? fields[step] : shape?.ofId;
};

/** What may stand at the end of a way; `data` is what the object there, or around it, says of itself. */
export const shapeAt = (shape: Shape, path: readonly Step[], data: JsonObject): Shape | undefined =>
  path.reduce<Shape | undefined>((at, step) => within(at, step, data), shape);
