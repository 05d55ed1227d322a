import type { DeviceName } from "../../model/kinds/catalogue/devices.ts";
import type { FurnitureGroup, FurnitureName } from "../../model/kinds/catalogue/furniture.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { OpeningKind } from "../../model/kinds/opening.ts";
import type {
  Expectation,
  LossKind,
  Origin,
  RefusalDetail,
  RefusalKind,
} from "../../model/import/import-result.ts";

/** A single thing of each list. */
export type ThingWords = Readonly<Record<Collection, string>>;

/** Things by what they are more closely. */
export interface TypeWords {
  readonly openings: Readonly<Record<OpeningKind, string>>;
  readonly furniture: Readonly<Record<FurnitureName, string>>;
  readonly devices: Readonly<Record<DeviceName, string>>;
}

/** The titles of the groups of furniture. */
export type GroupWords = Readonly<Record<FurnitureGroup, string>>;

/** What to do; in words of its own for each where a mouse clicks and a finger taps. */
export type Instruction = string | { readonly mouse: string; readonly touch: string };

/** An instruction, and a sentence that is the same for all. */
export const followedBy = (instruction: Instruction, sentence: string): Instruction =>
  typeof instruction === "string"
    ? `${instruction} ${sentence}`
    : { mouse: `${instruction.mouse} ${sentence}`, touch: `${instruction.touch} ${sentence}` };

/** What a tool is called, and expects first. */
export interface ToolWords {
  readonly name: string;
  readonly hint: Instruction;
}

/** What the editor says of the things of a list. */
export interface KindWords {
  /** Several of them, as a title. */
  readonly many: string;
  /** What can be done with one that is selected. */
  readonly selected: Instruction;
  /** Asks what one is called, where it is not just its name. */
  readonly question?: string;
  /** Names that are often given. */
  readonly proposals?: readonly string[];
  /** What each of its tools is called, and expects first. */
  readonly tools: Readonly<Record<string, ToolWords>>;
}

/** What is said of files of other systems: by the editor, and in English by the command line. */
export interface ImportingWords {
  /** What made the files. */
  readonly origins: Readonly<Record<Origin, string>>;
  /** What a plan lacks, of so many; a sentence without the names that follow it. */
  readonly losses: Readonly<Record<LossKind, (count: number) => string>>;
  /** Why files are refused: the name of the file, which is empty where it is about all of them, and the rest. */
  readonly refusals: Readonly<Record<RefusalKind, (file: string, detail: RefusalDetail) => string>>;
}

/** Says what a file should have had: a kind of value in a language's own words, all else as the format calls it. */
export const expectedIn = (
  words: Readonly<Record<Expectation, string>>,
): ((expected: string) => string) => {
  const known = new Map(Object.entries(words));
  return (expected) => known.get(expected) ?? expected;
};

/** Says how many there are, in the form that the language has for that many; `#` stands for the number. */
type Plural = (count: number, one: string, other: string) => string;

/** The plurals of a language, by the rules of the CLDR and with its own figures: French has one of none, German has none of one. */
export const pluralIn = (language: string): Plural => {
  const rules = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language);
  return (count, one, other) =>
    (rules.select(count) === "one" ? one : other).replaceAll("#", figures.format(count));
};
