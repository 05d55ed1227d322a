import { makeRandom, type Random } from "./random.ts";

const pieces = [
  "a", "b", "é", "😀", ": ", ":", "- ", "-", "? ", "?", "\n", "\n", "\n  ", "\n ", "\n    ", "\n\n",
  "{", "}", "[", "]", ", ", ",", " ", '"x"', "'y'", '"x\ny"', '"x\\\n  y"', '"\\u00e9\\x41"',
  "'it''s'", "&a ", "*a", "&b ", "*b", "!!str ", "! ", "!!int ", "!!set ", "!<tag:yaml.org,2002:str> ",
  "!x ", "| ", "|\n  t\n", "|2-\n   t\n\n", ">-\n  f\n  g\n", ">+\n f\n\n  g\n\n", "# c\n", " # c\n",
  "\n- ", "\nk: ", "\n  k: ", "\n  - ", "1", "a b", "a:b", "a#b", "\t", "---\n", "--- ", "...\n", "<<: ",
  "<<", "=", "~", "null", "a?", "a,b", "%", "@", '"a": ', "a: ", "b: ", "\r\n", "\r", "\u0085",
  "\u2028", "\u00a0", "\ufeff", "%YAML 1.1\n---\n", "%TAG !e! tag:yaml.org,2002:\n---\n", "!e!str ",
]; // prettier-ignore

const scalarPieces = [
  "0", "1", "7", "8", "9", "12", "59", "60", "_", ".", ":", "-", "+", "e", "E", "0x", "0b", "0o", "f",
  "inf", ".nan", "2024-01-01", "T", " ", "10:00:00", "Z", "yes", "no", "on", "off", "y", "n", "true",
  "False", "NULL", "~", "null", "<<", "=", "a",
]; // prettier-ignore

const tagsOfScalars = ["", "", "", "", "! ", "!!str ", "!!int ", "!!float ", "!!bool ", "!!null "];

const scalar = (random: Random): string => {
  const text = random.text(scalarPieces, 0, 4);
  switch (random.below(6)) {
    case 0:
      return `"${text}"`;
    case 1:
      return `'${text}'`;
    case 2:
      return random.pick(tagsOfScalars) + text;
    default:
      return text;
  }
};

const flow = (random: Random, depth: number): string => {
  if (depth <= 0 || random.below(3) === 0) return scalar(random);
  const space = random.pick([" ", "", "\n", " # note\n "]);
  const parts = Array.from({ length: random.below(4) }, () => {
    const value = flow(random, depth - 1);
    return random.below(2) === 0 ? value : `${scalar(random)}: ${value}`;
  });
  const inner = parts.join(`,${space}`) + random.pick(["", "", ",", space]);
  return random.below(2) === 0 ? `[${inner}]` : `{${inner}}`;
};

const block = (random: Random, depth: number, indent: string): string => {
  if (depth <= 0) return ` ${flow(random, 2)}\n`;
  const deeper = `${indent}${random.pick([" ", "  ", "    "])}`;
  const head = random.pick(["", "", "", ` &a${random.below(3)}`, " # note", " !!map", " !!omap"]);
  const entries = Array.from({ length: 1 + random.below(3) }, () => {
    const inner = block(random, depth - 1 - random.below(2), deeper);
    switch (random.below(8)) {
      case 0:
        return `${deeper}-${inner}`;
      case 1:
        return `${deeper}? ${scalar(random)}\n${deeper}:${inner}`;
      case 2:
        return `${deeper}<<: *a${random.below(3)}\n`;
      case 3:
        return `${deeper}k: *a${random.below(3)}\n`;
      default:
        return `${deeper}${random.pick(["a", "b", "c d", scalar(random)])}:${inner}`;
    }
  });
  const list = random.below(3) === 0;
  const items = list ? entries.map(() => `${deeper}-${block(random, depth - 1, deeper)}`) : entries;
  return `${head}\n${items.join("")}`;
};

const mutated = (random: Random, text: string): string => {
  const at = random.below(text.length + 1);
  const drop = random.below(3);
  return text.slice(0, at) + random.pick([...pieces, ""]) + text.slice(at + drop);
};

const words = ["a", "light.kitchen", "on", "12:30", "it's", "{{ x }}", "- b", "# c", "a: b", "a #b", "é", "x:y", "50%", "\\n", '"q"', "http://h/?a=1&b=[2]", "&a", "*a", "!x", "?", "-", "|"]; // prettier-ignore

/** Lines of a text below a key, of which any may be blank, end in blanks or be indented further. */
const lines = (random: Random, indent: string): string =>
  Array.from({ length: random.below(5) }, () => {
    const text = random.below(4) === 0 ? "" : random.text(words, 1, 3);
    return `${random.below(6) === 0 ? "" : indent}${random.pick(["", "", "", " ", "  ", "\t"])}${text}${random.pick(["", "", "", " ", "\t"])}\n`;
  }).join("");

const written = (random: Random, indent: string): string => {
  const deeper = `${indent}${random.pick(["  ", "    ", " ", ""])}`;
  const folded = random.text([...words, " ", " ", `\n${deeper}`, `\n\n${deeper}`, " \n"], 1, 6);
  switch (random.below(9)) {
    case 0:
      return `${random.pick(["|", ">"])}${random.pick(["", "", "-", "+", "2", "1+", "-1"])}${random.pick(["", " ", " # c"])}\n${lines(random, deeper)}`;
    case 1:
      return `"${folded.replaceAll('"', '\\"')}"\n`;
    case 2:
      return `'${folded.replaceAll("'", "''")}'\n`;
    case 3:
      return `${folded}\n`;
    case 4:
      return `[${random.pick(["", " ", `\n${deeper}`])}${folded}${random.pick(["", ", ", `,\n${deeper}`])}${random.pick(words)}${random.pick(["", `\n${indent}`])}]\n`;
    case 5:
      return `{ ${random.pick(words)}: ${random.pick(words)},${random.pick([" ", `\n${deeper}`])}${random.pick(words)}: ${folded} }\n`;
    default:
      return `${random.pick(words)}${random.pick(["", "", " ", " # c", "\t# c"])}\n`;
  }
};

/** What people write and cut off: keys and list items, each with a value in any of the styles. */
const house = (random: Random, indent = "", depth = 2): string =>
  Array.from({ length: 1 + random.below(3) }, () => {
    const head = `${random.pick(["", "", "", "", "\n", "# c\n", `${indent}# c\n`, `${indent} # c\n`])}${indent}${random.pick(["a:", "b:", "'c d':", "-", "-", "- a:", "? a\n:"])}`;
    if (depth > 0 && random.below(3) === 0) {
      const deeper = `${indent}${random.pick(["  ", "  ", " ", "    ", ""])}`;
      return `${head}${random.pick(["", " # c", " &a", " "])}\n${house(random, deeper, depth - 1)}`;
    }
    return `${head} ${written(random, indent)}`;
  }).join("");

/** A text as it is saved: with the other line break, without the last one, or cut off anywhere. */
const saved = (random: Random, text: string): string => {
  switch (random.below(6)) {
    case 0:
      return text.replaceAll("\n", "\r\n");
    case 1:
      return text.slice(0, random.below(text.length + 1));
    case 2:
      return text.replace(/\n$/, random.pick(["", " ", "  ", "    ", "\n  "]));
    case 3:
      return text.replace(/\n$/, "");
    default:
      return text;
  }
};

/** `count` YAML texts, valid ones and others, of all the ways in which YAML is written. */
export const generateTexts = (seed: number, count: number): readonly string[] => {
  const random = makeRandom(seed);
  return Array.from({ length: count }, () => {
    switch (random.below(8)) {
      case 0:
        return random.text(pieces, 1, 10);
      case 1:
        return `${random.pick(["", "- ", "a: ", "? "])}${scalar(random)}`;
      case 2:
        return flow(random, 3);
      case 3:
        return block(random, 3, "").replace(/^ ?\n/, "");
      case 4:
      case 5:
      case 6:
        return saved(random, house(random));
      default:
        return mutated(random, block(random, 3, "").replace(/^ ?\n/, ""));
    }
  });
};
