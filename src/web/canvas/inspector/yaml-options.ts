import { fieldLabel } from "../../i18n/field-words.ts";
import { placeFields } from "../../../model/elements/places.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { type Field, type Input, sizes, type EntityFilter } from "../../../model/kinds/kind.ts";
import { type Collection, collections, forms, isCollection } from "../../../model/kinds/kinds.ts";
import { ruleFields } from "./form-fields.ts";
import { placeIn, type Step, type YamlPlace } from "./yaml-place.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { roomOf, roomsOf } from "../../../model/elements/rooms.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { findEntities, foldForSearch } from "../search.ts";
import type { Texts } from "../../i18n/editor-translator.ts";

/** The fields that an object may have, in the order in which they are offered. */
type Fields = Readonly<Record<string, Shape>>;

/** What may stand at a place of a plan. */
interface Shape {
  /** Of a value, what goes into it, or the texts to choose from. */
  readonly input?: Input | "boolean" | "act" | readonly string[];
  /** Of an entity, which ones are meant. */
  readonly wants?: EntityFilter | undefined;
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
const partShape = object(lists);

const planShape = object({
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
const shapeAt = (shape: Shape, path: readonly Step[], data: JsonObject): Shape | undefined =>
  path.reduce<Shape | undefined>((at, step) => within(at, step, data), shape);

/** What is known where a text is written. */
export interface YamlKnown {
  readonly plan: PlanData;
  readonly registry: RegistrySnapshot | undefined;
  readonly texts: Texts;
  /** Whether the text is the whole plan, and not some of its elements. */
  readonly isWhole: boolean;
}

/** Something that may be written at a place. */
export interface YamlOption {
  readonly label: string;
  /** What a person calls it; empty where that is all. */
  readonly words: string;
  /** What is written for it. */
  readonly written: string;
  /** Whether it is the name of a field, and not a value. */
  readonly isName: boolean;
}

/** What may be written in place of what stands between two positions, the best first. */
interface YamlOptions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly YamlOption[];
}

type Named = readonly [label: string, words: string];

const wordIn = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? "") : "";

/** Texts that YAML takes as they are; of others, such as `on` or `1`, it makes something else. */
const isPlain = (text: string): boolean =>
  /^[a-z_][\w./-]*$/i.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);

const valuesOf = (
  shape: Shape,
  { fields, typed }: YamlPlace,
  known: YamlKnown,
): readonly Named[] => {
  const { plan, registry, texts } = known;
  const { properties } = texts.panels;
  const { input, wants } = shape;
  if (input === undefined) return [];
  if (typeof input !== "string")
    return input.map((each) => [each, wordIn(properties.choices, each)]);
  switch (input) {
    case "boolean":
    case "outdoor":
      return [
        ["true", properties.yes],
        ["false", properties.no],
      ];
    case "act":
      return Object.entries({ ...texts.touch.actions, "perform-action": "", url: "" });
    case "furniture":
      return Object.entries(texts.drawing.types.furniture ?? {});
    case "device":
      return Object.entries(texts.drawing.types.devices ?? {});
    case "level":
      return levelsOf(plan).map(({ id, name }) => [id, name]);
    case "room":
      return roomsOf(plan).map(({ entity: { key, data } }) => [key, textIn(data["name"]) ?? ""]);
    case "wall": {
      const walls = roomOf(plan, Object.fromEntries(fields))?.walls ?? [];
      return walls.map((_, edge) => [String(edge), properties.wallNumber(edge + 1)]);
    }
    case "area":
      return registry?.areas.map(({ id, name }) => [id, name]) ?? [];
    case "entity":
      if (registry === undefined) return [];
      return findEntities(registry, typed, wants).entities.map(({ id, name }) => [id, name]);
    case "text":
    case "long":
    case "entities":
    case "icon":
    case "metres":
    case "thickness":
    case "degrees":
    case "colour":
    case "action":
      return [];
  }
};

const nameWords = (name: string, texts: Texts): string =>
  isCollection(name)
    ? texts.drawing.things[name]
    : Object.hasOwn(texts.panels.properties.fields, name)
      ? fieldLabel(name, texts)
      : wordIn(texts.rules.fields, name);

/** The names that the object there may have and does not have yet. */
const namesOf = (shape: Shape, place: YamlPlace, known: YamlKnown): readonly Named[] => {
  const { isValue, isNamed, fields, word } = place;
  if (isValue) return [];
  const documented = Object.keys(shape.fields?.(Object.fromEntries(fields)) ?? {});
  return [
    ...documented.map((name) => [name, nameWords(name, known.texts)] as const),
    ...valuesOf({ input: shape.ids ?? [] }, place, known),
  ].filter(([name]) => !fields.has(name) || (isNamed && name === word));
};

/**
 * How well an option says what was typed: at its start, at the start of one of its words, or, of a value, whose
 * words may be long, within one; 3 for not at all.
 */
const fitOf = ({ label, words, isName }: YamlOption, wanted: string): number => {
  const all = foldForSearch(`${label} ${words}`);
  if (all.startsWith(wanted)) return 0;
  if (all.split(/[\s._-]+/).some((word) => word.startsWith(wanted))) return 1;
  return !isName && all.includes(wanted) ? 2 : 3;
};

const fitting = (options: readonly YamlOption[], typed: string): readonly YamlOption[] => {
  const wanted = foldForSearch(typed).trim();
  return options
    .map((option) => [fitOf(option, wanted), option] as const)
    .filter(([fit]) => fit < 3)
    .toSorted(([one], [other]) => one - other)
    .map(([, option]) => option);
};

const optionsAt = (place: YamlPlace, known: YamlKnown): readonly YamlOption[] => {
  const { path, fields, typed, isNamed, isQuoted } = place;
  const top = known.isWhole ? planShape : partShape;
  const shape = shapeAt(top, path, Object.fromEntries(fields));
  if (shape === undefined) return [];
  const write = (text: string): string => (isQuoted || isPlain(text) ? text : JSON.stringify(text));
  const isRaw = shape.input === "boolean" || shape.input === "wall";
  const colon = isNamed || isQuoted ? "" : ": ";
  const names = namesOf(shape, place, known).map(([label, words]): YamlOption => ({
    label,
    words,
    written: `${write(label)}${colon}`,
    isName: true,
  }));
  const values = (isNamed ? [] : valuesOf(shape, place, known)).map(
    ([label, words]): YamlOption => ({
      label,
      words,
      written: isRaw ? label : write(label),
      isName: false,
    }),
  );
  // Entities are found by their areas and devices as well, in an order of their own.
  return [
    ...(shape.input === "entity" ? values : fitting(values, typed)),
    ...fitting(names, typed),
  ];
};

/**
 * What may be written at a position of a text: names of fields and their values, by what is known; undefined for
 * nothing. Without being asked it says nothing where no name has been begun, nor of a value that is already whole.
 */
export const completeYaml = (
  text: string,
  at: number,
  isAsked: boolean,
  known: YamlKnown,
): YamlOptions | undefined => {
  const place = placeIn(text, at);
  if (place === undefined) return undefined;
  const { from, to, typed, isValue } = place;
  if (!isAsked && !isValue && typed === "") return undefined;
  const options = optionsAt(place, known);
  const isWhole = options.some(({ isName, label }) => !isName && label === typed);
  return options.length === 0 || (isWhole && !isAsked) ? undefined : { from, to, options };
};
