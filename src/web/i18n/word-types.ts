import type { DeviceName } from "../../model/kinds/catalogue/device-names.ts";
import type { FurnitureGroup, FurnitureName } from "../../model/kinds/catalogue/furniture.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { OpeningName } from "../../model/kinds/opening.ts";
import type {
  Expectation,
  ImportNames,
  LossKind,
  RefusalDetail,
  RefusalKind,
} from "../../model/import/import-result.ts";

/** The word for one element of each collection. */
export type ThingWords = Readonly<Record<Collection, string>>;

/** Words for the types of elements. */
export interface TypeWords {
  readonly openings: Readonly<Record<OpeningName, string>>;
  readonly furniture: Readonly<Record<FurnitureName, string>>;
  readonly devices: Readonly<Record<DeviceName, string>>;
}

/** Titles of the groups of furniture. */
export type GroupWords = Readonly<Record<FurnitureGroup, string>>;

/** An instruction, with separate words if clicking and tapping differ. */
export type Instruction = string | { readonly mouse: string; readonly touch: string };

const bothOf = (instruction: Instruction): Exclude<Instruction, string> =>
  typeof instruction === "string" ? { mouse: instruction, touch: instruction } : instruction;

/** Appends an instruction to another one. */
export const followedBy = (instruction: Instruction, next: Instruction): Instruction => {
  const [one, other] = [bothOf(instruction), bothOf(next)];
  return { mouse: `${one.mouse} ${other.mouse}`, touch: `${one.touch} ${other.touch}` };
};

/** Appends a sentence about keys, which touch users do not have. */
export const withKeys = (instruction: Instruction, sentence: string): Instruction => {
  const { mouse, touch } = bothOf(instruction);
  return { mouse: `${mouse} ${sentence}`, touch };
};

/** Name and first hint of a tool. */
export interface ToolWords {
  readonly name: string;
  readonly hint: Instruction;
}

/** The editor's words for a collection. */
export interface KindWords {
  /** The plural, as a title. */
  readonly many: string;
  /** Hint about a selected element. */
  readonly selected: Instruction;
  /** The question for the name, if it is not just `Name`. */
  readonly question?: string;
  /** Common names. */
  readonly proposals?: readonly string[];
  /** The words of each of its tools. */
  readonly tools: Readonly<Record<string, ToolWords>>;
}

/** Words about imported files: in the editor, and in English on the command line. */
export interface ImportingWords {
  /** What is called so if the files have no name for it. */
  readonly names: ImportNames;
  /** What an import loses, with a count; the names may follow. */
  readonly losses: Readonly<Record<LossKind, (count: number) => string>>;
  /** Why files are refused; the file name is empty if it concerns all files. */
  readonly refusals: Readonly<Record<RefusalKind, (file: string, detail: RefusalDetail) => string>>;
}

/** Translates the expected kind of value; names of the format stay as they are. */
export const expectedIn = (
  words: Readonly<Record<Expectation, string>>,
): ((expected: string) => string) => {
  const known = new Map(Object.entries(words));
  return (expected) => known.get(expected) ?? expected;
};

/** An identifier as words, such as `Pool table` for `pool_table`. */
export const humanizeIdentifier = (identifier: string): string => {
  const words = identifier.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** Chooses the plural form for a count; `#` stands for the number. */
type Plural = (count: number, one: string, other: string) => string;

/**
 * The plural forms of a language by CLDR's rules, with its number format: in French 0 is singular, in German it is not.
 */
export const pluralIn = (language: string): Plural => {
  const rules = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language);
  return (count, one, other) =>
    (rules.select(count) === "one" ? one : other).replaceAll("#", figures.format(count));
};
