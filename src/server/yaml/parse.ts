import { type Either, left, right } from "fp-ts/lib/Either.js";
import { constructJson } from "./construct.ts";
import { YamlProblem } from "../../host/yaml/problem.ts";
import { readDocument } from "../../host/yaml/read-document.ts";
import type { Json, YamlError, YamlLimits } from "./types.ts";

/**
 * Reads one YAML document as PyYAML's SafeLoader does and gives it as JSON.
 *
 * In: a text of at most `limits.yamlBytes` bytes. Out: the data, or an `invalid` error that says
 * what is wrong and where; an error caused by a limit names it. Never both reads and changes:
 * what JSON cannot hold is an error.
 *
 * Where PyYAML's data is not JSON, and which texts only one of the two reads, is in docs/yaml.md.
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
