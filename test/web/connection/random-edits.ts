import type { Random } from "../../support/random.ts";
import { isList, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";

const names = ["name", "x", "a/b", "m~n", "", "~1", "7", "12", "Küche", "toString"] as const;
const numbers = [0, -0, 1, 1.5, -12, 1e21, 0.1] as const;
const texts = ["", "Küche", "a/b~c", "🏠", "#1.0"] as const;
const lists = ["rooms", "furniture", "devices", "openings", "levels"] as const;

/** A random value of at most so many levels. */
const randomValue = (random: Random, levels: number): Json => {
  switch (random.below(levels > 0 ? 6 : 4)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
      return random.pick(numbers);
    case 2:
    case 3:
      return random.pick(texts);
    case 4:
      return Array.from({ length: random.below(4) }, () => randomValue(random, levels - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          random.pick(names),
          randomValue(random, levels - 1),
        ]),
      );
  }
};

/** An element; some have no id, and some that of another one. */
const randomElement = (random: Random): JsonObject => {
  const id = random.pick([
    undefined,
    random.below(9),
    `e${random.below(40)}`,
    `e${random.below(9)}`,
  ]);
  return {
    ...(id === undefined ? {} : { id }),
    x: random.pick(numbers),
    points: [
      [random.below(3), 0],
      [4, random.below(3)],
    ],
    ...(random.below(3) === 0 ? { more: randomValue(random, 3) } : {}),
    ...(random.below(4) === 0 ? { rules: [{ when: random.pick(texts) }, { when: "on" }] } : {}),
  };
};

/** A random plan with a revision. */
export const randomPlan = (random: Random): JsonObject => {
  const entries: (readonly [string, Json])[] = [];
  for (const list of lists)
    if (random.below(4) > 0)
      entries.push([list, Array.from({ length: random.below(12) }, () => randomElement(random))]);
  for (const name of ["outdoor", "a/b", "", "labels", "0"])
    if (random.below(3) === 0) entries.push([name, randomValue(random, 3)]);
  return { rev: 1 + random.below(9), ...Object.fromEntries(entries) };
};

const shuffled = <Value>(random: Random, values: readonly Value[]): readonly Value[] =>
  values
    .map((value) => ({ value, by: random.below(1e6) }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ value }) => value);

const editedList = (random: Random, list: readonly Json[], isTop: boolean): readonly Json[] => {
  const at = random.below(list.length + 1);
  switch (random.below(6)) {
    case 0:
      return list.filter((_, index) => index !== at);
    case 1:
      return list.toSpliced(at, 0, isTop ? randomElement(random) : randomValue(random, 2));
    case 2:
      return shuffled(random, list);
    case 3: {
      // As one that is brought to the front.
      const [first, ...rest] = list;
      return first === undefined ? list : [...rest, first];
    }
    default:
      return list.map((each, index) => (index === at ? edited(random, each, false) : each));
  }
};

const editedObject = (random: Random, object: JsonObject, isPlan: boolean): JsonObject => {
  const entries = Object.entries(object);
  const [name = "x"] = entries[random.below(entries.length)] ?? [];
  switch (random.below(isPlan ? 8 : 5)) {
    case 0:
      return Object.fromEntries(entries.filter(([each]) => each !== name || each === "rev"));
    case 1:
      return { ...object, [random.pick(names)]: randomValue(random, 2) };
    case 2:
      // Some are missing all the same.
      return { ...object, [name === "rev" ? "x" : name]: undefined };
    case 3:
      return random.below(3) > 0 ? object : Object.fromEntries(shuffled(random, entries));
    default:
      return Object.fromEntries(
        entries.map(([each, value]) => [
          each,
          each === name && each !== "rev" && value !== undefined
            ? edited(random, value, isPlan)
            : value,
        ]),
      );
  }
};

const edited = (random: Random, value: Json, isTop: boolean): Json => {
  if (isList(value)) return editedList(random, value, isTop);
  return isObject(value) ? editedObject(random, value, false) : randomValue(random, 1);
};

/** The plan after some random edits, which share with it what they do not change. */
export const randomEdits = (random: Random, plan: JsonObject): JsonObject => {
  let after = plan;
  for (let count = random.below(6); count >= 0; count -= 1)
    after = editedObject(random, after, true);
  return after;
};
