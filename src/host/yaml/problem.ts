/**
 * What stops a parse or a dump: thrown by the code that reads or writes, caught at one place
 * (`parseYaml`, `dumpYaml`) and turned into a value there. An exception, because a reader that is
 * many calls deep would otherwise carry an Either through every character.
 */
export class YamlProblem extends Error {
  /** Where in the text, in UTF-16 units from its start; absent where no place is to blame. */
  readonly offset: number | undefined;

  /** `message` is one clause without a full stop; a position is appended by whoever catches. */
  constructor(message: string, offset?: number) {
    super(message);
    this.name = "YamlProblem";
    this.offset = offset;
  }
}
