import type { Random } from "../support/random.ts";

/** Numbers of which JSON's readers make different things, and what only looks like one. */
const numbers: readonly [string, ...string[]] = [
  "1e999",
  "-1e999",
  "-0",
  "1.0",
  "1E+2",
  "0.1e-400",
  "5e-324",
  "9007199254740993",
  "12345678901234567890",
  "9".repeat(400),
  `0.${"3".repeat(400)}`,
  "NaN",
  "01",
  "+1",
  ".5",
  "1.",
  "-",
  "0x10",
];

const depths: readonly [number, ...number[]] = [
  3, 126, 127, 128, 129, 999, 1001, 7000, 8000, 30_000,
];

/** Values that are nested, of lists, objects or both; now and then one level is not closed. */
const nested = (random: Random): string => {
  const depth = random.pick(depths);
  const kind = random.below(3);
  const opened: string[] = [];
  const closed: string[] = [];
  for (let level = 0; level < depth; level += 1) {
    const isList = kind === 0 || (kind === 2 && random.below(2) === 0);
    opened.push(isList ? "[" : '{"a":');
    closed.push(isList ? "]" : "}");
  }
  const missing = random.below(20) === 0 ? 1 : 0;
  return [...opened, random.pick(numbers), ...closed.toReversed().slice(missing)].join("");
};

const longText = (random: Random): string => {
  const piece = random.pick([
    "k",
    "é",
    "🏠",
    String.raw`\u0000`,
    String.raw`\"`,
    String.raw`\ud800`,
  ]);
  return `"${piece.repeat(random.pick([1, 300, 5000, 20_000]))}"`;
};

const manyMembers = (random: Random): string =>
  `{${Array.from({ length: random.pick([1, 999, 1001, 4000]) }, (_, at) => `"${at % 1500}":${at}`).join()}}`;

/** A value of JSON, or nearly one. */
const value = (random: Random): string => {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return nested(random);
    case 3:
      return random.pick(numbers);
    case 4:
      return longText(random);
    case 5:
      return manyMembers(random);
    case 6:
      return `{${longText(random)}:${nested(random)}}`;
    default:
      return random.pick(["null", "true", '""', "[]", "{}", '"__proto__"', '{"__proto__":1}']);
  }
};

/** Some bytes of a text are cut off, or changed. */
const cut = (random: Random, text: string): string => {
  const at = random.below(text.length + 1);
  return random.below(2) === 0 ? text.slice(0, at) : `${text.slice(0, at)}${text.slice(at + 1)}`;
};

/** An object of JSON, or nearly one: some members as they should be, and one that is odd. */
export const oddObject = (
  random: Random,
  members: Readonly<Record<string, unknown>>,
  names: readonly [string, ...string[]],
): string => {
  const usual = Object.entries(members).map(([name, each]) => `"${name}":${JSON.stringify(each)}`);
  const odd = `"${random.pick(names)}":${value(random)}`;
  const all = random.below(2) === 0 ? [...usual, odd] : [odd, ...usual];
  const text = `{${all.join()}}`;
  return random.below(25) === 0 ? cut(random, text) : text;
};
