import type { Random } from "../../support/random.ts";

/** Keys as they are written: some are one key in two spellings, and some are more to objects of JavaScript than to JSON. */
const keys = [
  '"a"',
  String.raw`"\u0061"`,
  '"id"',
  '"0"',
  '"01"',
  '"-"',
  '""',
  '"__proto__"',
  '"constructor"',
  '"a/b"',
  '"m~n"',
  '"~1"',
  String.raw`"\ud83c"`,
  '"Küche"',
] as const;

const scalars = [
  "0",
  "-0",
  "1",
  "12",
  "1.0",
  "1e2",
  "9007199254740993",
  "null",
  "true",
  '""',
  '"a"',
  String.raw`"\u0061\/"`,
  '"]},{["',
] as const;

const members = [
  '"rooms"',
  String.raw`"r\u006foms"`,
  '"texts"',
  '"walls"',
  '"backgrounds"',
  '"card"',
  ...keys,
] as const;

const many = <A>(random: Random, most: number, make: () => A): readonly A[] =>
  Array.from({ length: random.below(most) }, make);

/** A value's text of at most so many levels; a key may occur twice. */
export const oddValue = (random: Random, levels: number): string => {
  const kind = random.below(levels > 0 ? 5 : 3);
  if (kind < 3) return random.pick(scalars);
  if (kind === 3) return `[${many(random, 4, () => oddValue(random, levels - 1)).join()}]`;
  return `{${many(random, 5, () => `${random.pick(keys)}:${oddValue(random, levels - 1)}`).join()}}`;
};

const oddMember = (random: Random): string => {
  const key = random.pick(members);
  if (/texts|oms|walls/.test(key))
    return `${key}:[${many(random, random.below(9) === 0 ? 90 : 6, () => oddValue(random, 3)).join()}]`;
  return key === '"backgrounds"' ? `${key}:{"0":{"url":"x"}}` : `${key}:${oddValue(random, 3)}`;
};

/** A plan's text without a revision. */
export const oddPlan = (random: Random): string =>
  `{${many(random, 9, () => oddMember(random)).join()}}`;

const escaped = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");

interface Place {
  readonly path: string;
  /** What is there, as JSON. */
  readonly value: string;
}

/** A place in a plan, or, now and then, one that may not be there. */
const oddPlace = (random: Random, plan: unknown): Place => {
  let [path, value] = ["", plan];
  do {
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const entry: readonly [string, unknown] | undefined =
      random.below(15) > 0 ? entries[random.below(entries.length)] : undefined;
    const odd = random.pick([...keys, '"1"', '"2"', '"-1"', '"1e0"', '"99"']);
    const [token, inner] = entry ?? [String(JSON.parse(odd)), undefined];
    path += `/${escaped(token)}`;
    value = inner;
  } while (
    random.below(3) > 0 &&
    ((typeof value === "object" && value !== null) || random.below(20) === 0)
  );
  return { path, value: JSON.stringify(value) ?? "null" };
};

/** Operations on a plan, most of which can be done; none is on the whole plan or its revision. */
export const oddPatch = (random: Random, text: string): string => {
  const plan: unknown = JSON.parse(text);
  const operations = Array.from({ length: 1 + random.below(3) }, () => {
    const op = random.pick(["add", "add", "replace", "remove", "test", "move", "copy"]);
    const place = oddPlace(random, plan);
    const path = JSON.stringify(place.path);
    if (op === "move" || op === "copy")
      return `{"op":"${op}","path":${path},"from":${JSON.stringify(oddPlace(random, plan).path)}}`;
    const value = op === "test" && random.below(6) > 0 ? place.value : oddValue(random, 2);
    return `{"op":"${op}","path":${path},"value":${value}}`;
  });
  return `[${operations.join()}]`;
};
