import type {
  Expectation,
  LossKind,
  Origin,
  RefusalDetail,
  RefusalKind,
} from "../../model/import/import-result.ts";

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
