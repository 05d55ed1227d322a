import { left, right, type Either } from "fp-ts/lib/Either.js";

import { constructJson } from "./construct.ts";
import { YamlProblem } from "./problem.ts";
import { readDocument } from "./read-document.ts";
import type { Json, YamlError, YamlLimits } from "./types.ts";

/**
 * Reads one YAML document as PyYAML's SafeLoader does and gives it as JSON.
 *
 * In: a text of at most `limits.yamlBytes` bytes. Out: the data, or an `invalid` error that says
 * what is wrong and where; an error caused by a limit names it. Never both reads and changes:
 * what JSON cannot hold, and what PyYAML itself refuses, is an error.
 *
 * The node model is the `yaml` package's. Its lexer is not used: it is one for YAML 1.2, and
 * accepts, refuses and cuts texts in ways that PyYAML's scanner does not (tabs,
 * `?` in flow collections, line breaks, quoted lines without indentation, block scalars).
 *
 * Where PyYAML's data is not JSON:
 * - Keys become strings as Python's `json.dumps` makes them: `true`, `null`, `1`, `1.5`, `1.0`.
 *   Keys that Python takes for equal (`1`, `1.0`, `true`) are one key already, spelled like the
 *   first; keys that become equal only as strings (`1`, `"1"`) are one, too. The last value wins.
 * - Dates and timestamps, plain or tagged `!!timestamp`, are the text as written, possible or not.
 * - `!!set` is a mapping to null; `!!omap` and `!!pairs` are lists of lists of two.
 * - `!!binary`, NaN and infinities are errors, as are lists and mappings that contain themselves.
 * - Integers beyond 2^53 - 1 are errors unless they are keys: PyYAML has them exactly, a reader
 *   of JSON would get others.
 * - Any tag that SafeLoader does not construct, `!include` and its like among them, is an error.
 *
 * Texts that PyYAML reads and this refuses, all of them contrived:
 * - what is no JSON (see above) in a value that a later, equal key replaces;
 * - more than `yamlDepth` mappings, each of which merges the next;
 * - a plain `=` that is a mapping's key and, by an alias, also a value;
 * - `!!int` and `!!float` before digits or blanks that are not ASCII, or before a second radix
 *   prefix (`!!int 0b0b1`); base 60 numbers of more than 64 parts.
 */
export const parseYaml = (text: string, limits: YamlLimits): Either<YamlError, Json> => {
  try {
    if (Buffer.byteLength(text) > limits.yamlBytes)
      throw new YamlProblem(`a text longer than yaml-bytes, ${limits.yamlBytes} bytes`);
    checkCharacters(text);
    const root = readDocument(withLineFeeds(text), limits.yamlDepth);
    return right(root === undefined ? null : constructJson(root, limits));
  } catch (error) {
    if (error instanceof YamlProblem) return left(located(error, withLineFeeds(text)));
    throw error;
  }
};

/** A byte order mark, which takes no column, goes; so line and column stay what they are. */
const withLineFeeds = (text: string): string =>
  text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");

const refusedCharacter =
  /[^\t\n\r\u0020-\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const checkCharacters = (text: string): void => {
  const found = refusedCharacter.exec(text);
  if (found === null) return;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  throw new YamlProblem(`the character U+${code} is not allowed in a text`, found.index);
};

const located = ({ message, offset }: YamlProblem, text: string): YamlError => {
  if (offset === undefined) return { kind: "invalid", message };
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = Array.from(before.at(-1)?.replaceAll("\uFEFF", "") ?? "").length + 1;
  return {
    kind: "invalid",
    message: `${message} (line ${line}, column ${column})`,
    line,
    column,
  };
};
