import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Json, YamlError } from "../../../src/server/yaml/types.ts";
import type { Answer } from "./oracle.ts";

/** A kind of text that is refused here and read by PyYAML, or the other way round. */
export type Difference = {
  /** Its heading in docs/yaml.md. */
  readonly name: string;
  /** `refused`: of what is said here. `read`: of what PyYAML says. */
  readonly kind: "refused" | "read";
  readonly says: RegExp;
  /** What the text itself must have, where the sentence does not say enough. */
  readonly has?: RegExp;
  /** Texts that differ in this way, and texts close by that do not. */
  readonly different: readonly string[];
  readonly alike: readonly string[];
};

/** All that there are; docs/yaml.md has the same, with the reason of each. */
export const differences: readonly Difference[] = [
  {
    name: "Continued lines without more indentation",
    kind: "refused",
    says: /that continues on another line must be indented/,
    different: ["a: 'x\ny'", 'a: "x\ny"', "a: [\n1]", "- a: {\n}"],
    alike: ["a: 'x\n y'", '"x\ny"', "a: [\n 1]", "a: [\n  1\n]", "[\n1\n]"],
  },
  {
    name: "Line breaks that other programs do not see",
    kind: "refused",
    says: /^the character U\+(?:0085|2028|2029) /,
    different: ['a: "b\u2028c"', "a: b\u0085", "# a\u2029"],
    alike: ['a: "b\\Lc\\Nd\\Pe"', "a: b\rc: d", "a: b\r\nc: d"],
  },
  {
    name: "Byte order marks inside of a text",
    kind: "refused",
    says: /^a byte order mark/,
    different: ["# c\n\uFEFFa: 1"],
    alike: ["\uFEFFa: 1", "a: \uFEFFb"],
  },
  {
    name: "Directives",
    kind: "refused",
    says: /^the only directive allowed/,
    different: ["%TAG !e! tag:yaml.org,2002:\n---\n!e!str 1", "%FOO\n---\na"],
    alike: ["%YAML 1.1\n---\na", "%YAML 2.0\n---\na", "%YAML 1.1\n%YAML 1.1\n---\na"],
  },
  {
    name: "Redundant tags",
    kind: "refused",
    says: /^unknown tag /,
    different: ["!!s%74r 1", "{<<: !x {a: 1}}"],
    alike: ["!!str 1", "!<tag:yaml.org,2002:str> 1", "!x 1", "[!!str,a]"],
  },
  {
    name: "Anchors without a space after them",
    kind: "refused",
    says: /is not a valid anchor name/,
    different: ["- &a x\n- *a: 1", "- &a:b"],
    alike: ["- &a x\n- *a : 1", "- &é x"],
  },
  {
    name: "Block indicators inside brackets",
    kind: "refused",
    says: /^in brackets |^a list or mapping in brackets |^expected ":" or ","|one line \(/,
    has: /[[{][^]*[-?:]/,
    different: ["[-]", "[?b]", "[-, a]", "{!!str :b}"],
    alike: ["['-']", "[? b]", "[- a]", "[:a]"],
  },
  {
    name: "An anchor or tag at the end of a line, before a comma",
    kind: "refused",
    says: /^"," is not expected here/,
    different: ["[&a\n, 1]", "[!!str\n, 1]"],
    alike: ["[&a x\n, 1]", "[&a , 1]", "[,]"],
  },
  {
    name: "A text after | or > in the column of its key",
    kind: "refused",
    says: /^"." is not expected here|one line \(/,
    has: /^[|>]/m,
    different: ["- \n|\n  x", "k:\n|\n  x"],
    alike: ["- |\n  x", "k:\n |\n  x"],
  },
  {
    name: "Blank lines around block scalars",
    kind: "refused",
    says: /^a line of spaces/,
    different: ["a: |1\n  x\n   \n", "a: |1+\n   ", "a: >\n    \n # c\nb: 1"],
    alike: ["a: |1\n  x\n\n", "a: |\n  x\n     \n", "a: |\n  x\n     ", "a: |+\n  x\n\n "],
  },
  {
    name: "Values that JSON cannot hold, even if a later key replaces them",
    kind: "refused",
    says: /contains itself|beyond 2\^53|is not a number in JSON|cannot be (?:represented in JSON|a key)/,
    different: ["a: .nan\na: 1", "a: 9007199254740993\na: 1", "a: !!binary eA==\na: 1"],
    alike: ["a: 1\na: .nan", "a: 1\na: 2"],
  },
  {
    name: "The end of a document, twice or without one",
    kind: "refused",
    says: /^more than one document/,
    has: /^\.\.\.\n\.\.\.$/m,
    different: ["a\n...\n...\n"],
    alike: ["a\n...\n", "a\n...\nb"],
  },
  {
    name: "Numbers only by their tag",
    kind: "refused",
    says: /is not an integer|is not a number/,
    different: ["!!int 0b0b1", "!!int \u0661"],
    alike: ["!!int 0b1", "!!int x"],
  },
  {
    name: "An = that is a key and a value",
    kind: "refused",
    says: /^"<<" and "=" are allowed only as keys/,
    different: ["- {&a = : 1, b: *a}"],
    alike: ["{= : 1}", "a: ="],
  },
  {
    name: "Tabs between values",
    kind: "read",
    says: /found (?:character )?'\\t'/,
    different: ["a: 1\t# c", "a:\t1", "a: b\tc", '{\n\t"a": 1\n}', "a: |\t\n  x"],
    alike: ["a:\n\tb: 1", "\ta: 1", "a: 'b\tc'"],
  },
  {
    name: "Question marks in brackets",
    kind: "read",
    says: /but (?:got|found) '\?'|while scanning an (?:alias|anchor)/,
    has: /[[{][^]*\?/,
    different: ["[a?b]", "{url: http://house/?a=1}"],
    alike: ["a?b", "['a?b']"],
  },
  {
    name: "The end of a document, twice or without one",
    kind: "read",
    says: /but found '<document end>'/,
    different: ["...\n"],
    alike: ["---\n...\n"],
  },
  {
    name: "A colon indented differently from its question mark",
    kind: "read",
    says: /expected <block end>, but found '(?:[:?]|<block)/,
    has: /^ *\?[^]*^ +:/m,
    different: ["? a\n : b"],
    alike: ["? a\n: b", "a\n : b"],
  },
];

/** What is read here. */
export type Parsed = Either<YamlError, Json>;

/** The differences that explain why one side has read a text and the other has not. */
export const explaining = (text: string, answer: Answer, ours: Parsed): readonly Difference[] => {
  const kind = isLeft(ours) ? "refused" : "read";
  const said = isLeft(ours) ? ours.left.message : "error" in answer ? answer.error : "";
  return differences.filter(
    ({ kind: expected, says, has }) =>
      expected === kind && says.test(said) && (has === undefined || has.test(text)),
  );
};

/** Whether both have read a text, or neither has. */
export const agree = (answer: Answer, ours: Parsed): boolean => "error" in answer === isLeft(ours);

/** Data as JSON has it: with one zero, where Python's writer keeps the sign of the other. */
export const sameJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
