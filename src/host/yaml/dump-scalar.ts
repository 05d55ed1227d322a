import { YamlProblem } from "./problem.ts";
import { resolvePlain, tags } from "../../server/yaml/scalars.ts";

/** A JSON scalar as YAML text that PyYAML reads back as the same value, on one line. */
export const dumpScalar = (value: null | boolean | number | string): string => {
  if (value === null) return "";
  if (typeof value === "string") return dumpString(value);
  return typeof value === "boolean" ? String(value) : dumpNumber(value);
};

/**
 * PyYAML reads a float only with a point and a signed exponent. Whole numbers beyond 2^53 - 1 are
 * written as floats, since as integers they would come back with digits they never had.
 */
const dumpNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new YamlProblem(`${value} is no number in JSON`);
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

/** What PyYAML's reader refuses or takes for a line break or a byte order mark, and the tab. */
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

/** Whether a text without line breaks can stand without quotes and still be that string. */
const isPlain = (text: string): boolean =>
  resolvePlain(text) === tags.str &&
  !text.startsWith(" ") &&
  !text.endsWith(" ") &&
  !text.endsWith(":") &&
  !text.includes(": ") &&
  !text.includes(" #") &&
  !indicatorFirst.test(text);
