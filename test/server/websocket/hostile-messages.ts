import type { Random } from "../../support/random.ts";

type Json =
  | Readonly<Record<string, unknown>>
  | readonly unknown[]
  | string
  | number
  | boolean
  | null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values that a field may turn into. */
const oddValues: readonly [Json, ...Json[]] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  1e21,
  2 ** 53,
  -(2 ** 63),
  5e-324,
  "",
  "1",
  "null",
  "\u0000",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u200f\ufeff",
  "𝔘𝔫𝔦𝔠𝔬𝔡𝔢🏠",
  "a".repeat(400),
  "%s%n${x}",
  "../../etc/passwd",
  [],
  {},
  [[]],
  [[[[]]]],
  [null],
  { "": null },
  { toString: 1, valueOf: 2, toJSON: 3 },
  { constructor: { prototype: {} } },
  { length: 1e9 },
  [[1, [2, [3, {}]]]],
];

/** Names that fields may take. */
const oddKeys: readonly [string, ...string[]] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "then",
  "length",
  "",
  " ",
  "id",
  "type",
  "rev",
  "plan",
  "\u0000",
  "🏠",
  "k".repeat(300),
  "\ud800",
  "0",
  "-1",
];

const smallPlan = (random: Random): Json => ({
  rooms: [
    {
      id: "a",
      points: [
        [0, 0],
        [random.below(9), 0.5],
      ],
    },
  ],
  backgrounds: { 0: { url: "x" } },
  note: "n".repeat(random.below(50)),
});

/** A command as it should be. */
const validCommand = (random: Random, id: number): Record<string, unknown> => {
  const dice = random.below(100);
  if (dice < 4) return { id, type: "floorplan/plan/save", plan: smallPlan(random) };
  if (dice < 5)
    return { id, type: "floorplan/plan/save", plan: smallPlan(random), rev: random.below(9) };
  if (dice < 7) return { id, type: "floorplan/yaml/parse", text: "a: [1, 2]\nb: &x {c: on}\n" };
  if (dice < 9) return { id, type: "floorplan/yaml/dump", data: { a: [1, "on", null] } };
  return random.pick([
    { id, type: "ping" },
    { id, type: "supported_features", features: { a: 1 } },
    { id, type: "unsubscribe_events", subscription: random.below(id + 1) },
    { id, type: "auth/current_user" },
    { id, type: "floorplan/plan/get" },
    { id, type: "floorplan/plan/subscribe" },
    { id, type: "floorplan/history/list" },
    { id, type: "floorplan/history/get", rev: random.below(40) },
  ]);
};

const nested = (random: Random): unknown => {
  const depth = random.pick([3, 10, 50, 127, 128, 129, 500]);
  let value: unknown = random.pick(oddValues);
  for (let level = 0; level < depth; level += 1)
    value = random.below(2) === 0 ? [value] : { a: value };
  return value;
};

/** Changes one place of a value, at any depth. */
const mutateValue = (random: Random, value: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0 && random.below(3) > 0) {
    const at = random.below(value.length);
    return value.with(at, mutateValue(random, value[at]));
  }
  if (!isRecord(value) || Object.keys(value).length === 0)
    return random.below(40) === 0 ? nested(random) : random.pick(oddValues);
  const keys = Object.keys(value);
  const key = keys[random.below(keys.length)] ?? "";
  const { [key]: inner, ...rest } = value;
  switch (random.below(6)) {
    case 0:
      return rest;
    case 1:
      return { ...rest, [random.pick(oddKeys)]: inner };
    case 2:
      // A computed key makes an own field, also of `__proto__`.
      return { ...value, [random.pick(oddKeys)]: random.pick(oddValues) };
    default:
      // The id is mostly left, else hardly a message would get further than it.
      return key === "id" && random.below(8) > 0
        ? { ...value, type: mutateValue(random, value["type"]) }
        : { ...value, [key]: mutateValue(random, inner) };
  }
};

const yamlPieces: readonly [string, ...string[]] = [
  "a: ",
  "- ",
  "\n",
  "\n  ",
  "&a ",
  "*a",
  "<<: ",
  "[",
  "]",
  "{",
  "}",
  "? ",
  "!!set ",
  "!!python/name:os.system ",
  "|\n",
  "'",
  '"',
  "\t",
  "#",
  "---\n",
  "%TAG ! x\n",
  "\ud800",
  "1e400",
];

/** A command that is one by all but what it carries. */
const oddPayload = (random: Random, id: number): Record<string, unknown> => {
  switch (random.below(20)) {
    case 0:
      return { id, type: "floorplan/plan/save", plan: mutateValue(random, smallPlan(random)) };
    case 1: {
      const text = Array.from({ length: random.below(12) }, () => random.pick(yamlPieces)).join("");
      return { id, type: "floorplan/yaml/parse", text };
    }
    case 2:
      return { id, type: "floorplan/yaml/dump", data: [mutateValue(random, smallPlan(random))] };
    default:
      return validCommand(random, id);
  }
};

const oddNumbers: readonly [string, ...string[]] = [
  "1e999",
  "-1e999",
  "1e308",
  "0.1e-400",
  "9007199254740993",
  "-0",
  "1.0",
  "1E+2",
  "2.5e0",
];

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Changes the text so that JSON's own rules come into play; mostly it stays JSON. */
const mutateText = (random: Random, text: string): string => {
  switch (random.below(6)) {
    case 0:
      return text.replace("{", '{"id":7,"id":"x","type":"ping",');
    case 1:
      return text.replace(/\d+(?=[,\]}])/, () => random.pick(oddNumbers));
    case 2:
      return text.replaceAll('"type"', String.raw`"\u0074ype"`);
    case 3:
      return `${" \t\n\r".repeat(random.below(20))}${text}\n`;
    case 4: {
      const depth = random.below(30) === 0 ? 20_000 : random.pick([10, 300]);
      return text.replace(/\}$/, `,"x":${"[".repeat(depth)}${"]".repeat(depth)}}`);
    }
    default:
      return text.replace("{", '{"__proto__":{"admin":true,"id":1,"type":"ping"},');
  }
};

/** A text that is JSON: a command or several, with up to four things wrong with it. */
export const hostileJson = (random: Random, id: number): string => {
  if (random.below(1500) === 0) return JSON.stringify(Array.from({ length: 1001 }, () => ({ id })));
  if (random.below(60) === 0) {
    const count = random.below(20);
    const commands = Array.from({ length: count }, (_, at) =>
      mutateValue(random, validCommand(random, id + at)),
    );
    return JSON.stringify(commands);
  }
  if (random.below(3) === 0) return JSON.stringify(oddPayload(random, id));
  let message: unknown = validCommand(random, id);
  for (let changes = random.below(4); changes > 0; changes -= 1)
    message = mutateValue(random, message);
  const text = JSON.stringify(message);
  if (random.below(4) > 0) return text;
  const mutated = mutateText(random, text);
  return isJson(mutated) ? mutated : text;
};
