import library, { type Operation } from "fast-json-patch";
import type { Random } from "../../support/random.ts";

/**
 * Documents in which a number is the text of a number behind `#`: a library keeps it as it is, where it would lose that
 * of `1.0`. `jsonOf` writes it as the number.
 */
export type Marked =
  | null
  | boolean
  | string
  | readonly Marked[]
  | { readonly [key: string]: Marked };

/** A document's text, with the numbers as they are written in it. */
export const jsonOf = (marked: unknown): string =>
  JSON.stringify(marked).replaceAll(/"#([^"]*)"/g, "$1");

const numbers = [
  "#0",
  "#-0",
  "#1.0",
  "#1.50",
  "#1e2",
  "#-12",
  "#9007199254740993",
  "#0.1",
] as const;
const texts = ["", "Küche", "a/b~c", '"\\', "🏠", "line\nbreak", "]},{["] as const;
const keys = [
  "name",
  "x",
  "a/b",
  "m~n",
  "",
  "~1",
  "__proto__",
  "Küche",
  "id",
  "constructor",
] as const;
const lists = ["rooms", "levels", "furniture", "devices", "sensors", "texts", "openings"] as const;

/** A random value of at most so many levels. */
export const randomValue = (random: Random, levels: number): Marked => {
  switch (random.below(levels > 0 ? 7 : 4)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
    case 2:
      return random.pick(numbers);
    case 3:
      return random.pick(texts);
    case 4:
      return Array.from({ length: random.below(4) }, () => randomValue(random, levels - 1));
    default:
      return objectOf(
        Array.from({ length: random.below(4) }, () => [
          random.pick(keys),
          randomValue(random, levels - 1),
        ]),
      );
  }
};

/** An object with these members; `__proto__` is one like any other. */
const objectOf = (entries: readonly (readonly [string, Marked])[]): Marked =>
  Object.fromEntries(entries.filter(([key]) => key !== "__proto__" || Object.hasOwn({}, key)));

const randomElement = (random: Random, number: number): Marked => {
  if (random.below(6) === 0) return randomValue(random, 2);
  const element: Record<string, Marked> = {};
  if (random.below(4) > 0) element["id"] = `e${number}`;
  element["x"] = random.pick(numbers);
  element["z"] = random.pick(numbers);
  if (random.below(3) === 0) element["more"] = randomValue(random, 3);
  if (random.below(9) === 0) element["note"] = "long ".repeat(random.below(300));
  return element;
};

/** A random plan: lists of elements, some longer than a chunk, and other members. */
export const randomPlan = (random: Random): { readonly [key: string]: Marked } => {
  const plan: Record<string, Marked> = {};
  for (const list of lists) {
    if (random.below(3) === 0) continue;
    const many = random.below(8) === 0 ? random.below(120) : random.below(6);
    plan[list] = Array.from({ length: many }, () => randomElement(random, random.below(1e6)));
  }
  for (const key of ["outdoor", "note", "a/b", "", "card"] as const)
    if (random.below(4) === 0) plan[key] = randomValue(random, 4);
  return plan;
};

const escaped = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");

interface Place {
  readonly path: string;
  readonly value: unknown;
}

/** A random place of a document, not the whole. */
const randomPlace = (random: Random, document: unknown): Place => {
  let place: Place = { path: "", value: document };
  for (;;) {
    const { path, value } = place;
    if (typeof value !== "object" || value === null) return place;
    const entries = Object.entries(value);
    const [key, inner] = entries[random.below(entries.length)] ?? [];
    if (key === undefined) return place;
    place = { path: `${path}/${escaped(key)}`, value: inner };
    if (random.below(3) === 0) return place;
  }
};

/** A random place to add something to. */
const randomTarget = (random: Random, document: unknown): string => {
  for (;;) {
    const { path, value } =
      random.below(4) === 0 ? { path: "", value: document } : randomPlace(random, document);
    if (Array.isArray(value))
      return `${path}/${random.pick(["-", String(random.below(value.length + 1))])}`;
    if (typeof value === "object" && value !== null && path !== "")
      return `${path}/${escaped(random.pick(["name", "x", "a/b", "m~n", "", "~1", "Küche", "id", "new"]))}`;
    if (path === "") return `/${escaped(random.pick(["note", "card", "a/b", "", "new", "~1"]))}`;
  }
};

const isList = (path: string): boolean =>
  /^\/(?:rooms|levels|furniture|devices|sensors|texts)$/.test(path);

/** A random operation that can be done on a document, or undefined if none was found. */
export const randomOperation = (random: Random, document: unknown): Operation | undefined => {
  const { path, value } = randomPlace(random, document);
  if (path === "") return { op: "add", path: "/note", value: randomValue(random, 2) };
  switch (random.below(6)) {
    case 0:
      return { op: "remove", path };
    case 1:
      return { op: "test", path, value };
    case 2:
      return { op: "move", from: path, path: randomTarget(random, document) };
    case 3:
      return { op: "copy", from: path, path: randomTarget(random, document) };
    case 4:
      return { op: "add", path: randomTarget(random, document), value: randomValue(random, 3) };
    default:
      return { op: "replace", path, value: isList(path) ? [] : randomValue(random, 3) };
  }
};

/** Does an operation by the library; false if it finds that it cannot be done. */
export const doByLibrary = (document: object, operation: Operation): boolean => {
  try {
    library.applyOperation(document, operation, true, true, false);
    return true;
  } catch {
    // An error of its own, or a TypeError where a removal took the way to the place.
    return false;
  }
};
