import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { roomOf, roomsOf } from "../../../model/elements/rooms.ts";
import { textIn } from "../../../model/json.ts";
import { isCollection } from "../../../model/kinds/kinds.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { findEntities } from "../search.ts";
import { foldForSearch } from "../../model/plain.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import { placeIn, type YamlPlace } from "./yaml-place.ts";
import { partShape, planShape, type Shape, shapeAt } from "../../editor/panels/yaml-shape.ts";

/** What is known where a text is written. */
export interface YamlKnown {
  readonly plan: PlanData;
  readonly house: RegistrySnapshot | undefined;
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
export interface YamlOptions {
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
  const { plan, house, texts } = known;
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
      return house?.areas.map(({ id, name }) => [id, name]) ?? [];
    case "entity":
      if (house === undefined) return [];
      return findEntities(house, typed, wants).entities.map(({ id, name }) => [id, name]);
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

const nameWords = (name: string, { panels, rules, drawing }: Texts): string =>
  isCollection(name)
    ? drawing.things[name]
    : wordIn(panels.properties.fields, name) || wordIn(rules.fields, name);

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
