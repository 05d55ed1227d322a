import type { GivenFile } from "../../../src/model/import/import-result.ts";
import type { Random } from "../../support/random.ts";

/** Values that no program writes there. */
const strange = [
  null,
  true,
  -1,
  0,
  1e308,
  1e5,
  "",
  "a\u0000b",
  "__proto__",
  "🏠".repeat(50),
  [],
  {},
  [[0, 0]],
  { __proto__: null, id: "x" },
] as const;

/** A copy of a value of JSON in which one thing, by lot, is another, is missing or is there twice. */
export const changedJson = (random: Random, value: unknown): unknown => {
  const change = (): unknown => {
    const other = random.pick(strange);
    return typeof other === "object" && other !== null ? structuredClone(other) : other;
  };
  if (typeof value !== "object" || value === null || random.below(12) === 0) return change();
  if (Array.isArray(value)) {
    if (value.length === 0) return [change()];
    const at = random.below(value.length);
    const copy: unknown[] = [...value];
    const way = random.below(10);
    if (way === 0) copy.splice(at, 1);
    else if (way === 1) copy.splice(at, 0, copy[random.below(copy.length)]);
    else copy[at] = changedJson(random, copy[at]);
    return copy;
  }
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0) return change();
  const at = random.below(entries.length);
  const [key, inner] = entries[at] ?? ["", null];
  if (random.below(10) === 0) entries.splice(at, 1);
  else if (random.below(20) === 0) entries[at] = [random.pick(["id", "x", "", "ä", "s"]), inner];
  else entries[at] = [key, changedJson(random, inner)];
  return Object.fromEntries(entries);
};

/** Parts of XML that do not belong where they come. */
const strangeXml = [
  '"',
  "<",
  ">",
  "&#0;",
  "&amp;",
  "-",
  "e9",
  "NaN",
  "1e308",
  "</home>",
  "<room>",
  "<!--",
  "]]>",
  "\u0000",
  "\ud800",
] as const;

/** XML in which one piece of text, by lot, is another, or is gone. */
export const changedXml = (random: Random, xml: string): string => {
  const at = random.below(xml.length);
  const many = random.pick([0, 1, 1, 5, 40]);
  if (random.below(3) > 0) return xml.slice(0, at) + random.pick(strangeXml) + xml.slice(at + many);
  // One attribute's value: what is wrong there is no matter of XML any more.
  const values = [...xml.matchAll(/="([^"]*)"/g)];
  const value = values[random.below(values.length)];
  const start = (value?.index ?? 0) + 2;
  const instead = random.pick([
    "",
    "-1",
    "0",
    "1e9",
    "abc",
    "Infinity",
    "false",
    "upper",
    "9".repeat(400),
  ]);
  return xml.slice(0, start) + instead + xml.slice(start + (value?.[1]?.length ?? 0));
};

/** A file of which some bytes, by lot, are others, or its end is gone. */
export const changedBytes = (random: Random, { name, bytes }: GivenFile): GivenFile => {
  const copy = bytes.slice(0, random.below(6) === 0 ? random.below(bytes.length) : bytes.length);
  for (let many = 1 + random.below(4); many > 0 && copy.length > 0; many -= 1)
    copy[random.below(copy.length)] = random.below(256);
  return { name, bytes: copy };
};
