import { fieldLabel } from "../../i18n/field-words.ts";
import { textIn } from "../../../model/json.ts";
import { isCollection } from "../../../model/kinds/kinds.ts";
import { placeIn, type YamlPlace } from "./yaml-place.ts";
import { partShape, planShape, type Shape, shapeAt } from "./yaml-shapes.ts";
import { entitiesOf, idOf, type List, type PlanData } from "../../../model/elements/entities.ts";
import { layersOf } from "../../../model/elements/layers.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { roomOf } from "../../../model/elements/opening-walls.ts";
import { roomsOf } from "../../../model/elements/rooms.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { findEntities, foldForSearch } from "../search.ts";
import type { Texts } from "../../i18n/editor-translator.ts";

/** Data for completion. */
export interface YamlKnown {
  readonly plan: PlanData;
  readonly registry: RegistrySnapshot | undefined;
  readonly texts: Texts;
  /** Whether the text is the whole plan, as opposed to some elements. */
  readonly isWhole: boolean;
}

/** A completion option. */
export interface YamlOption {
  readonly label: string;
  /** Its display name; empty if the text itself is enough. */
  readonly words: string;
  /** The text to insert. */
  readonly written: string;
  /** Whether it is a field name, as opposed to a value. */
  readonly isName: boolean;
}

/** The options for the text between two positions, best first. */
interface YamlOptions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly YamlOption[];
}

type Named = readonly [label: string, words: string];

const wordIn = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? "") : "";

/** Whether YAML reads a text as itself; others, such as `on` or `1`, need quotes. */
const isPlain = (text: string): boolean =>
  /^[a-z_][\w./-]*$/i.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);

/** The elements of a list that have an id, with their names. */
const namedIn = (plan: PlanData, list: List): readonly Named[] =>
  entitiesOf(plan, list).flatMap(({ data }) => {
    const id = idOf(data);
    return id === undefined ? [] : [[id, textIn(data["name"]) ?? ""] as const];
  });

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
    case "yes":
      return [
        ["true", properties.yes],
        ["false", properties.no],
      ];
    case "act":
      return Object.entries({ ...texts.touch.actions, "perform-action": "", url: "" });
    case "purpose":
      return Object.entries(properties.roomKinds);
    case "flooring":
      return Object.entries(properties.floorMaterials);
    case "furniture":
      return Object.entries(texts.drawing.types.furniture ?? {});
    case "device":
      return Object.entries(texts.drawing.types.devices ?? {});
    case "level":
      return levelsOf(plan).map(({ id, name }) => [id, name]);
    case "layer":
      return layersOf(plan).map(({ id, name }) => [id, name]);
    case "room":
      return roomsOf(plan).map(({ entity: { key, data } }) => [key, textIn(data["name"]) ?? ""]);
    case "wall": {
      const walls = roomOf(plan, Object.fromEntries(fields))?.walls ?? [];
      return walls.map((_, edge) => [String(edge), properties.wallNumber(edge + 1)]);
    }
    case "standingWall":
      return namedIn(plan, "walls");
    case "trackers":
      return namedIn(plan, "trackers");
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
    case "height":
    case "elevation":
    case "degrees":
    case "colour":
    case "action":
    case "zoneSensor":
      return [];
  }
};

const nameWords = (name: string, texts: Texts): string =>
  isCollection(name)
    ? texts.drawing.things[name]
    : Object.hasOwn(texts.panels.properties.fields, name)
      ? fieldLabel(name, texts)
      : wordIn(texts.rules.fields, name);

/** The fields that the object does not have yet. */
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
 * How well an option matches the typed text: at its start, at the start of a word, or, for values, inside a word; 3 for
 * no match.
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
  const isRaw = ["boolean", "yes", "wall"].some((raw) => shape.input === raw);
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
  // Entities are also found by area and device, with their own ranking.
  return [
    ...(shape.input === "entity" ? values : fitting(values, typed)),
    ...fitting(names, typed),
  ];
};

/**
 * Completes a position of a text with field names and values; undefined for nothing. Unless requested explicitly, it
 * offers nothing before a name is begun, nor for a complete value.
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
