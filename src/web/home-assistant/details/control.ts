import type { EntityState } from "../../../model/bindings/entity-state.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { DetailsTexts } from "../../i18n/en/screens.ts";

/** Typed attributes of an entity; undefined where missing or of another type. */
export interface EntityAttributes {
  readonly state: string;
  readonly number: (attribute: string) => number | undefined;
  readonly numbers: (attribute: string) => readonly number[];
  readonly text: (attribute: string) => string | undefined;
  readonly texts: (attribute: string) => readonly string[];
  readonly flag: (attribute: string) => boolean;
}

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

const isText = (value: unknown): value is string => typeof value === "string";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads the attributes of an entity. */
export const attributesOf = ({ state, attributes = {} }: EntityState): EntityAttributes => {
  const get = (attribute: string): unknown =>
    Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  return {
    state,
    number: (attribute) => [get(attribute)].find(isNumber),
    numbers: (attribute) => listOf(get(attribute)).filter(isNumber),
    text: (attribute) => [get(attribute)].find(isText),
    texts: (attribute) => listOf(get(attribute)).filter(isText),
    flag: (attribute) => get(attribute) === true,
  };
};

/**
 * Returns a check for bits of `supported_features`; `usual` is the default. Each domain has its own bits (`const.py` of
 * its component in Home Assistant).
 */
export const featuresOf = (facts: EntityAttributes, usual: number): ((bit: number) => boolean) => {
  const features = facts.number("supported_features") ?? usual;
  return (bit) => Math.floor(features / bit) % 2 === 1;
};

/** The key of a control's label. */
export type Label = keyof DetailsTexts["controls"];

/** A service to call and its data. */
export interface ServiceRequest {
  readonly service: string;
  readonly data?: JsonObject;
}

/** A button that calls a service. */
export interface ButtonControl extends ServiceRequest {
  readonly label: Label;
}

/** The number that a control was given and its entity does not have yet, by the control's label. */
export type GivenValue = (control: Label | "hue") => number | undefined;

/** A control of an entity. */
export type Control =
  | {
      readonly kind: "switch";
      readonly isOn: boolean;
      readonly on: ServiceRequest;
      readonly off: ServiceRequest;
    }
  | { readonly kind: "buttons"; readonly buttons: readonly ButtonControl[] }
  | {
      readonly kind: "slider";
      readonly label: Label;
      readonly value: number | undefined;
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly unit: string;
      /** `given`: the value that another control of the entity was given, if the entity does not have it yet. */
      readonly wish: (value: number, given: GivenValue) => ServiceRequest;
    }
  | {
      readonly kind: "choice";
      readonly label: Label;
      /** The attribute whose values these are; undefined for states. */
      readonly attribute: string | undefined;
      readonly value: string | undefined;
      readonly options: readonly string[];
      readonly wish: (option: string) => ServiceRequest;
    }
  /** Hue in degrees and saturation in percent. */
  | {
      readonly kind: "colour";
      readonly hue: number | undefined;
      readonly saturation: number | undefined;
      readonly wish: (hue: number, saturation: number) => ServiceRequest;
    };

type Slider = Extract<Control, { kind: "slider" }>;

/** The range of percentages. */
export const percent = { min: 0, max: 100, step: 1, unit: "%" };

/** A slider; none if its range is empty. */
export const slider = (
  label: Label,
  value: number | undefined,
  range: Pick<Slider, "min" | "max" | "step" | "unit">,
  wish: Slider["wish"],
): readonly Control[] =>
  range.max > range.min ? [{ kind: "slider", label, value, ...range, wish }] : [];

/** A choice from a list of states, or of values of an attribute; none if the list is empty. */
export const choice = (
  label: Label,
  value: string | undefined,
  options: readonly string[],
  wish: (option: string) => ServiceRequest,
  attribute?: string,
): readonly Control[] =>
  options.length === 0 ? [] : [{ kind: "choice", label, attribute, value, options, wish }];

/** An on/off switch. */
export const onOff = ({ state }: EntityAttributes): readonly Control[] => [
  {
    kind: "switch",
    isOn: state !== "off" && state !== "unavailable" && state !== "unknown",
    on: { service: "turn_on" },
    off: { service: "turn_off" },
  },
];

/** A row of the given buttons; nothing if there are none. */
export const buttons = (...pressed: readonly (ButtonControl | false)[]): readonly Control[] => {
  const all = pressed.filter((each) => each !== false);
  return all.length === 0 ? [] : [{ kind: "buttons", buttons: all }];
};

/** A button that calls a service. */
export const press = (label: Label, service: string): ButtonControl => ({ label, service });
