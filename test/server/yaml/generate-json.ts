import type { Json } from "../../../src/server/yaml/types.ts";
import { makeRandom, type Random } from "./random.ts";

const stringPieces = [
  "a", "é", "😀", " ", "  ", "\n", "\t", "\r", "\u0085", "\u2028", "\u2029", "\ufeff", "\u00a0", "\0",
  "\u001b", "\u007f", "\u0080", "\ud800", "\udfff", "\uffff", "\u{10ffff}", ":", ": ", "#", " #", "-", "- ",
  "---", "...", "?", "%", "@", "`", "!", "&", "*", "|", ">", "'", '"', "\\", ",", "[", "]", "{", "}",
  "<<", "=", "~", "null", "yes", "on", "off", "true", "y", "n", "012", "08", "1e3", "1.5e+3", "12:30",
  "0x1", "0o7", "1_000", ".5", "1.", ".inf", ".nan", "2024-01-01", "2024-01-01 10:00:00", "__proto__",
]; // prettier-ignore

const numbers = [
  0, -0, 1, -1, 1.5, 1e21, -1e21, 1e-7, 1.5e-300, 5e-324, 1.7976931348623157e308, 2 ** 53, -(2 ** 60),
  9007199254740991, 0.1, 123456789.125, 1e16, 1e20,
]; // prettier-ignore

const string = (random: Random): string =>
  random.below(20) === 0
    ? "x ".repeat(500 + random.below(30)) + random.text(stringPieces, 0, 3)
    : random.text(stringPieces, 0, 4);

const value = (random: Random, depth: number): Json => {
  switch (random.below(depth <= 0 ? 4 : 8)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
      return random.below(2) === 0
        ? random.pick(numbers)
        : (random.below(2 ** 31) - 2 ** 30) * 10 ** (random.below(40) - 20);
    case 2:
    case 3:
      return string(random);
    case 4:
    case 5:
      return Array.from({ length: random.below(4) }, () => value(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [string(random), value(random, depth - 1)]),
      );
  }
};

/** `count` JSON values, most of them lists and objects, full of what YAML is particular about. */
export const generateJson = (seed: number, count: number): readonly Json[] => {
  const random = makeRandom(seed);
  return Array.from({ length: count }, () => value(random, 4));
};

const negativeZero = "-0, which JSON.stringify writes as 0";

/** A value as JSON, -0 included. */
export const jsonOf = (data: Json): string =>
  JSON.stringify(data, (_key, inner: unknown) =>
    Object.is(inner, -0) ? negativeZero : inner,
  ).replaceAll(JSON.stringify(negativeZero), "-0");
