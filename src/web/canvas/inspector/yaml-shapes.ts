import { placeFields } from "../../../model/elements/places.ts";
import type { JsonObject } from "../../../model/json.ts";
import { type EntityFilter, type Field, type Input, sizes } from "../../../model/kinds/kind.ts";
import { type Collection, collections, forms } from "../../../model/kinds/kinds.ts";
import { lengthUnits, trackerKind } from "../../../model/trackers/tracker-codec.ts";
import { rectangleFields } from "../../../model/zones/sensor/zone-sensor.ts";
import { ruleFields } from "./form-fields.ts";
import type { Step } from "./yaml-place.ts";

/** The possible fields of an object, in the order of completion. */
type Fields = Readonly<Record<string, Shape>>;

/** The shape of a value in a plan. */
export interface Shape {
  /** For a value: the kind of input, or the texts to choose from. */
  readonly input?: Input | "boolean" | "act" | readonly string[];
  /** For an entity: the preferred ones. */
  readonly wants?: EntityFilter | undefined;
  /** For a list: the shape of its items. */
  readonly each?: () => Shape;
  /** For an object: its fields, which may depend on its data. */
  readonly fields?: (data: JsonObject) => Fields;
  /** For an object keyed by ids: what the ids are of, and the shape of its values. */
  readonly ids?: "level" | "room";
  readonly ofId?: Shape;
}

const anything: Shape = {};
const object = (fields: Fields): Shape => ({ fields: () => fields });
const listOf = (each: Shape): Shape => ({ each: () => each });
const oneOrMore = (each: Shape): Shape => ({ ...each, ...listOf(each) });

const entity: Shape = { input: "entity" };

/** Targets of Home Assistant's actions. */
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

const numberEntity: Shape = {
  input: "entity",
  wants: { only: ["number", "input_number"] },
};

/** Where a sensor keeps a zone. */
const zoneSensor = object({
  tracker: { input: "trackers" },
  ...Object.fromEntries(rectangleFields.map((name) => [name, numberEntity])),
  text: { input: "entity", wants: { only: ["text", "input_text"] } },
  separator: { input: [":", ","] },
  unit: { input: [...lengthUnits.keys()] },
  type: { input: "entity", wants: { only: ["select", "input_select"] } },
  option: anything,
  switch: { input: "entity", wants: { only: ["switch", "input_boolean"] } },
});

const shapeOf = ({ input, wants }: Field): Shape => {
  if (input === "action") return action;
  if (input === "zoneSensor") return zoneSensor;
  if (input === "trackers") return listOf({ input });
  return input === "entities" ? listOf({ input: "entity", wants }) : { input, wants };
};

/** An opening may name a wall of either kind, whichever it has. */
const ofWalls: Fields = {
  room_id: { input: "room" },
  edge: { input: "wall" },
  wall_id: { input: "standingWall" },
};

const elementOf = (collection: Collection): Shape => ({
  fields: (data) => {
    const { fields, hasRules } = forms[collection];
    const places = placeFields(collection).fields.map(
      (name) => [name, ofWalls[name] ?? anything] as const,
    );
    return {
      id: anything,
      // The form's definition takes precedence for position fields.
      ...Object.fromEntries(places),
      ...Object.fromEntries(fields(data).map((field) => [field.name, shapeOf(field)])),
      ...(hasRules ? { rules: listOf(rule) } : {}),
    };
  },
});

const lists: Fields = Object.fromEntries(
  collections.map((collection) => [collection, listOf(elementOf(collection))]),
);

/** A value of a source: an entity, or with `entity` the path to an attribute of it. */
const sourceValue = ({ entity: whole }: JsonObject): Shape =>
  whole === undefined ? entity : anything;

const source: Shape = {
  fields: (data) => ({
    entity,
    valetudo: { input: "entity", wants: { only: ["camera"] } },
    ...Object.fromEntries(
      ["x", "y", "heading", "room", "map", "dock", "path", "accuracy"].map((name) => [
        name,
        sourceValue(data),
      ]),
    ),
    active: entity,
    distances: listOf(object({ distance: entity, at: anything, height: anything })),
  }),
};

/** How coordinates become metres. */
const calibration: Fields = {
  level: { input: "level" },
  points: listOf(object({ source: anything, plan: anything })),
  matrix: anything,
  mirrored: { input: "boolean" },
  dock: anything,
};

const tracker = object({
  id: anything,
  name: anything,
  kind: { input: Object.keys(trackerKind.keys) },
  source,
  targets: listOf(source),
  ...calibration,
  pose: object({
    x: anything,
    z: anything,
    rotation: anything,
    height: anything,
    mirrored: { input: "boolean" },
  }),
  maps: { ofId: object(calibration) },
  unit: { input: [...lengthUnits.keys()] },
  timeout: anything,
  fuse: { input: "boolean" },
});

const image = object({
  url: anything,
  left: anything,
  top: anything,
  width: anything,
  opacity: anything,
});

/** Some elements of a plan, by collection. */
export const partShape = object(lists);

/** A whole plan. */
export const planShape = object({
  levels: listOf(
    object({
      id: anything,
      name: anything,
      elevation: anything,
      height: anything,
      floor_thickness: anything,
    }),
  ),
  ceiling_height: anything,
  ...lists,
  labels: { ids: "room", ofId: anything },
  outdoor: { input: "room" },
  trackers: listOf(tracker),
  backgrounds: { ids: "level", ofId: image },
});

const within = (shape: Shape | undefined, step: Step, data: JsonObject): Shape | undefined => {
  if (typeof step === "number") return shape?.each?.();
  const fields = shape?.fields?.(data) ?? {};
  return Object.hasOwn(fields, step) ? fields[step] : shape?.ofId;
};

/** The shape at the end of a path; `data` is that of the object there or around it. */
export const shapeAt = (shape: Shape, path: readonly Step[], data: JsonObject): Shape | undefined =>
  path.reduce<Shape | undefined>((at, step) => within(at, step, data), shape);
