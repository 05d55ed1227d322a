import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { domainOf, isEntityId } from "../../bindings/entity-state.ts";
import type { ServiceCall } from "../../bindings/touch-actions.ts";
import { firstProblem, guardCodec } from "../../codec.ts";
import { isObject, type Json } from "../../json.ts";
import { identifier, lengthUnits, shortText } from "../../trackers/tracker-codec.ts";

const entityOf = (what: string, domains: readonly string[]): t.Type<string, unknown> =>
  guardCodec(
    `an entity, such as ${what}`,
    (value): value is string =>
      typeof value === "string" && isEntityId(value) && domains.includes(domainOf(value)),
  );

const number = entityOf("number.radar_zone_1_x1", ["number", "input_number"]);

/** What stands between the two numbers of a point in a text. */
const separator = t.keyof({ ":": null, ",": null });
export type Separator = t.TypeOf<typeof separator>;

/** A text has whole numbers, and in others than these a zone would lose its shape. */
const unitsOfText: ReadonlySet<string> = new Set(["mm", "cm"]);

const sensorCodec = t.intersection([
  t.type({ tracker: identifier }),
  t.partial({
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    text: entityOf("text.radar_polygon_zone_1", ["text", "input_text"]),
    separator,
    unit: guardCodec(
      [...lengthUnits.keys()].join(", "),
      (value): value is string => typeof value === "string" && lengthUnits.has(value),
    ),
    type: entityOf("select.radar_zone_type", ["select", "input_select"]),
    option: shortText,
    switch: entityOf("switch.radar_polygon_zones", ["switch", "input_boolean"]),
  }),
]);

/** The fields of a rectangle along a sensor's axes. */
export const rectangleFields = ["x1", "y1", "x2", "y2"] as const;

/** Where a sensor keeps a zone. */
export interface ZoneSensor {
  /** The tracker whose source is the same sensor, and whose coordinates the zone's are. */
  readonly tracker: string;
  readonly shape:
    | {
        readonly kind: "rectangle";
        /** The entities of `x1`, `y1`, `x2` and `y2`. */
        readonly numbers: readonly [string, string, string, string];
      }
    | {
        readonly kind: "polygon";
        readonly text: string;
        /** Undefined: as the text has it now. */
        readonly separator: Separator | undefined;
      };
  /** The unit of the numbers; undefined for that of the entities, in a text millimetres. */
  readonly unit: string | undefined;
  /** Which kind of zone it is. */
  readonly type: { readonly entity: string; readonly option: string | undefined } | undefined;
  /** What must be on for the sensor to use such zones. */
  readonly switch: string | undefined;
}

/** Reads the field `sensor` of a zone. Left: what was expected instead, and where. */
export const readZoneSensor = (field: Json | undefined): Either<string, ZoneSensor> => {
  if (!isObject(field)) return left("expected an object");
  const read = sensorCodec.decode(field);
  if (isLeft(read)) return left(firstProblem(read.left));
  const { tracker, x1, y1, x2, y2, text, unit, type, option, ...rest } = read.right;
  const isRectangle = [x1, y1, x2, y2].some((each) => each !== undefined);
  if (isRectangle === (text !== undefined)) return left("expected either x1, y1, x2, y2 or text");
  if (option !== undefined && type === undefined) return left("option: expected only beside type");
  if (rest.separator !== undefined && text === undefined)
    return left("separator: expected only beside text");
  if (text !== undefined && unit !== undefined && !unitsOfText.has(unit))
    return left("unit: expected mm or cm beside text, whose numbers are whole");
  const common = {
    tracker,
    unit,
    type: type === undefined ? undefined : { entity: type, option },
    switch: rest.switch,
  };
  if (text !== undefined)
    return right({ ...common, shape: { kind: "polygon", text, separator: rest.separator } });
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
    return left("expected all of x1, y1, x2 and y2");
  if (new Set([x1, y1, x2, y2]).size < 4)
    return left("expected four different entities as x1, y1, x2 and y2");
  return right({ ...common, shape: { kind: "rectangle", numbers: [x1, y1, x2, y2] } });
};

/** The entities that hold the shape of a sensor's zone. */
export const entitiesOfShape = ({ shape }: Pick<ZoneSensor, "shape">): readonly string[] =>
  shape.kind === "rectangle" ? shape.numbers : [shape.text];

/** All entities of a sensor's zone, in the order in which they are written. */
export const entitiesOfZoneSensor = ({ type, ...sensor }: ZoneSensor): readonly string[] => [
  ...entitiesOfShape(sensor),
  ...(type === undefined ? [] : [type.entity]),
  ...(sensor.switch === undefined ? [] : [sensor.switch]),
];

/** The action that gives an entity of a zone a state. */
export const actionFor = (entity: string, state: string): ServiceCall => {
  const domain = domainOf(entity);
  const target = { entity_id: entity };
  switch (domain) {
    case "number":
    case "input_number":
      return { domain, service: "set_value", data: { value: Number(state) }, target };
    case "select":
    case "input_select":
      return { domain, service: "select_option", data: { option: state }, target };
    case "switch":
    case "input_boolean":
      return { domain, service: state === "on" ? "turn_on" : "turn_off", data: {}, target };
    default:
      return { domain, service: "set_value", data: { value: state }, target };
  }
};
