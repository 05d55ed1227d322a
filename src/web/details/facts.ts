import type { EntityState } from "../../model/bindings/entity-state.ts";

/** What an entity says of itself, read as what it has to be; undefined where it is something else. */
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

/** Reads the state of an entity. */
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

/** Whether a bit of `supported_features` is set; `usual`: where an entity does not say. Each domain counts its own (`const.py` of its component in Home Assistant). */
export const featuresOf = (facts: EntityAttributes, usual: number): ((bit: number) => boolean) => {
  const features = facts.number("supported_features") ?? usual;
  return (bit) => Math.floor(features / bit) % 2 === 1;
};
