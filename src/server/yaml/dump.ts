import { type Either, left, right } from "fp-ts/lib/Either.js";
import { Document, type Node, Pair, Scalar, type ScalarTag, YAMLMap, YAMLSeq } from "yaml";
import { type Json, type YamlError, type YamlLimits, YamlProblem } from "./types.ts";
import { resolvePlain, tags } from "./scalars.ts";

/** A JSON scalar as YAML text that PyYAML reads back as the same value, on one line. */
const dumpScalar = (value: null | boolean | number | string): string => {
  if (value === null) return "";
  if (typeof value === "string") return dumpString(value);
  return typeof value === "boolean" ? String(value) : dumpNumber(value);
};

/**
 * PyYAML reads a float only with a point and a signed exponent. Whole numbers beyond 2^53 - 1 are written as floats: as
 * integers they would come back with digits they never had.
 */
const dumpNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new YamlProblem(`${value} is not a number in JSON`);
  if (Object.is(value, -0)) return "-0.0";
  if (Number.isSafeInteger(value)) return String(value);
  const text = Number.isInteger(value) ? value.toExponential() : String(value);
  const [mantissa = "", exponent] = text.split("e");
  const pointed = mantissa.includes(".") ? mantissa : `${mantissa}.0`;
  return exponent === undefined ? pointed : `${pointed}e${exponent}`;
};

const dumpString = (text: string): string => {
  if (needsEscape.test(text)) return `"${text.replaceAll(escapable, escaped)}"`;
  return isPlain(text) ? text : `'${text.replaceAll("'", "''")}'`;
};

/** What PyYAML's reader rejects or takes for a line break or a byte order mark, and the tab. */
const unsafe =
  "[^\\u0020-\\u007E\\u00A0-\\u2027\\u202A-\\uD7FF\\uE000-\\uFEFE\\uFF00-\\uFFFD\\u{10000}-\\u{10FFFF}]";
const needsEscape = new RegExp(unsafe, "u");
const escapable = new RegExp(`${unsafe}|["\\\\]`, "gu");

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\0", "\\0"],
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\v", "\\v"],
  ["\f", "\\f"],
  ["\r", "\\r"],
  ["\u001B", "\\e"],
  ["\u0085", "\\N"],
  ["\u2028", "\\L"],
  ["\u2029", "\\P"],
]);

const escaped = (char: string): string => {
  const code = char.charCodeAt(0).toString(16).toUpperCase();
  const long = code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
  return shortEscapes.get(char) ?? long;
};

const indicatorFirst = /^(?:[#,[\]{}&*!|>'"%@`]|[-?:](?: |$)|---|\.\.\.)/;

/** Whether a text without line breaks stays the same string without quotes. */
const isPlain = (text: string): boolean =>
  resolvePlain(text) === tags.str &&
  !text.startsWith(" ") &&
  !text.endsWith(" ") &&
  !text.endsWith(":") &&
  !text.includes(": ") &&
  !text.includes(" #") &&
  !indicatorFirst.test(text);

/**
 * How many values and keys a valid JSON text holds. Counted in the text, because millions of them, once parsed, would
 * exhaust a worker's memory.
 */
const valuesIn = (json: string): number => {
  let values = 1;
  let isOpened = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? "";
    if (sign <= " ") continue;
    if (isOpened && sign !== "]" && sign !== "}") values += 1;
    isOpened = sign === "[" || sign === "{";
    if (sign === "," || sign === ":") values += 1;
    if (sign !== '"') continue;
    for (at += 1; json[at] !== '"'; at += 1) if (json[at] === "\\") at += 1;
  }
  return values;
};

/** Checks length and nesting. Throws a `YamlProblem` that names the limit, before walking any further. */
const checkSize = (data: Json, limits: YamlLimits): void => {
  let units = 0;
  const count = (text: string): void => {
    units += text.length;
    if (units > limits.yamlBytes)
      throw new YamlProblem(`longer than yaml-bytes, ${limits.yamlBytes} bytes`);
  };
  const visit = (value: Json, depth: number): void => {
    if (typeof value === "string") count(value);
    if (typeof value !== "object" || value === null) return;
    if (depth >= limits.yamlDepth)
      throw new YamlProblem(`nested deeper than yaml-depth, ${limits.yamlDepth} levels`);
    if (Array.isArray(value)) {
      for (const inner of value) visit(inner, depth + 1);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      count(key);
      visit(inner, depth + 1);
    }
  };
  visit(data, 0);
};

/** Parses JSON. Throws a `YamlProblem` that names the limit if it holds or nests more than may be written. */
const parseWithin = (json: string, limits: YamlLimits): Json => {
  if (valuesIn(json) > limits.yamlNodes)
    throw new YamlProblem(`more values than yaml-nodes, ${limits.yamlNodes}`);
  const data: Json = JSON.parse(json);
  checkSize(data, limits);
  return data;
};

/**
 * Writes JSON as YAML that PyYAML's SafeLoader reads back as the same data.
 *
 * In: any JSON text within `limits.yamlDepth` and `limits.yamlNodes`. Out: at most `limits.yamlBytes` bytes, or an
 * `invalid` error that names the limit. Keys keep their order, printable characters stay, null is empty, and lists in a
 * mapping are not indented, as PyYAML and Home Assistant write them. No line is folded.
 */
export const dumpYaml = (json: string, limits: YamlLimits): Either<YamlError, string> => {
  try {
    const data = parseWithin(json, limits);
    const document = new Document(null, { customTags: [scalarTag] });
    document.contents = nodeOf(data);
    const written = document.toString({ indentSeq: false, lineWidth: 0 });
    // The package leaves a space after the dash of an empty item; no scalar ends with one.
    const text = written.replaceAll(/- $/gm, "-");
    if (Buffer.byteLength(text) > limits.yamlBytes)
      throw new YamlProblem(`the text would be longer than yaml-bytes, ${limits.yamlBytes} bytes`);
    return right(text);
  } catch (error) {
    if (error instanceof YamlProblem) return left({ kind: "invalid", message: error.message });
    throw error;
  }
};

/** The finished text of a scalar, which the package writes as is. */
class FinishedScalar {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

// The package quotes for YAML 1.2 and its own reader, so it never sees a bare value.
const scalarTag: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value: unknown) => value instanceof FinishedScalar,
  resolve: (text) => text,
  stringify: ({ value }) => (value instanceof FinishedScalar ? value.text : ""),
};

const nodeOf = (data: Json): Node => {
  if (data === null || typeof data !== "object") return scalar(data);
  if (isList(data)) {
    const list = new YAMLSeq<Node>();
    for (const item of data) list.items.push(nodeOf(item));
    return list;
  }
  const map = new YAMLMap<Node, Node>();
  for (const [key, value] of Object.entries(data))
    map.items.push(new Pair(scalar(key), nodeOf(value)));
  return map;
};

const scalar = (value: null | boolean | number | string): Node =>
  new Scalar(new FinishedScalar(dumpScalar(value)));

const isList = (data: Json): data is readonly Json[] => Array.isArray(data);
