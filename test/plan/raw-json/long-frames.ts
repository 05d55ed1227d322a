/** Something long, and what becomes of it. */
export interface LongFrame {
  readonly of: string;
  readonly frame: () => string;
  /** `no JSON`, `taken`, or what is told of the plan in it. */
  readonly becomes: string;
  /** How often its bytes are gone through: a second time where they are copied. */
  readonly passes?: number;
}

/** Bytes of a long frame. */
export const large = 16 * 1024 * 1024;
/** The same of what takes longer, so that the test does not. */
export const less = 2 * 1024 * 1024;

/** A text so often that it has about so many bytes. */
export const filled = (unit: string, bytes: number): string =>
  unit.repeat(Math.ceil(bytes / unit.length));

/** Many texts, each with its number in it. */
const numbered = (text: string, bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / (text.length + 5)) }, (_, number) =>
    text.replace("#", `${number}`),
  ).join("");

/** A save of the plan with this text. */
export const saveOf = (text: string): string =>
  `{"id":1,"type":"floorplan/plan/save","plan":${text}}`;

const tooDeep = "nested deeper than plan-depth, 128 levels";

/** Frames of which each is full of one thing. */
export const longFrames: readonly LongFrame[] = [
  { of: "[", frame: () => filled("[", large), becomes: "no JSON" },
  { of: "[ in a plan", frame: () => saveOf(filled("[", less)), becomes: "no JSON" },
  { of: '{"a":', frame: () => filled('{"a":', less), becomes: "no JSON" },
  { of: "]", frame: () => `[1${filled("]", less)}`, becomes: "no JSON", passes: 0 },
  {
    of: "lists in lists",
    frame: () => filled("[", large / 2) + filled("]", large / 2),
    becomes: "taken",
  },
  {
    of: "lists in lists of a plan",
    frame: () => saveOf(`{"a":${filled("[", less)}${filled("]", less)}}`),
    becomes: tooDeep,
  },
  {
    of: "objects in objects of a plan",
    frame: () => saveOf(`{"a":${filled('{"b":', less)}1${"}".repeat(Math.ceil(less / 5))}}`),
    becomes: tooDeep,
  },
  {
    of: "{} in rooms",
    frame: () => saveOf(`{"rooms":[${filled("{},", large)}1]}`),
    becomes: "taken",
  },
  {
    of: "{} in rooms, with white space",
    frame: () => saveOf(`{"rooms":[${filled("{ }\n,", less)}1]}`),
    becomes: "taken",
    passes: 2,
  },
  {
    of: "numbers out of range",
    frame: () => saveOf(`{"rooms":[${filled("1e999,", less)}1]}`),
    becomes: "number out of range",
  },
  {
    of: "strings in a list",
    frame: () => saveOf(`{"a":[${filled('"\\u00e9",', less)}1]}`),
    becomes: "taken",
  },
  {
    of: "white space in runs",
    frame: () => saveOf(`{"a":[${filled(`1${" ".repeat(999)},`, less)}1]}`),
    becomes: "taken",
    passes: 2,
  },
  { of: "white space", frame: () => `${filled(" \n", large)}[]`, becomes: "taken", passes: 0 },
  {
    of: "one string",
    frame: () => saveOf(`{"a":"${filled("a", large - 100)}"}`),
    becomes: "taken",
    passes: 0,
  },
  {
    of: "one number",
    frame: () => saveOf(`{"a":0.${filled("1", large - 100)}}`),
    becomes: "taken",
    passes: 0,
  },
  {
    of: "one number out of range",
    frame: () => saveOf(`{"a":${filled("1", large)}}`),
    becomes: "number out of range",
    passes: 0,
  },
  { of: "rev", frame: () => saveOf(`{${filled('"rev":1,', less)}"a":1}`), becomes: "taken" },
  {
    of: "rev and others in turns",
    frame: () => saveOf(`{${filled('"rev":1,"a":1,', less)}"a":1}`),
    becomes: "taken",
    passes: 2,
  },
  { of: "members", frame: () => saveOf(`{${numbered('"#":1,', less)}"a":1}`), becomes: "taken" },
  {
    of: "members with white space",
    frame: () => saveOf(`{${numbered('"#":1 ,', less)}"a":1}`),
    becomes: "taken",
    passes: 2,
  },
  {
    of: "lists as members",
    frame: () => saveOf(`{${numbered('"#":[1],', less)}"a":1}`),
    becomes: "taken",
  },
  {
    of: "the same list",
    frame: () => saveOf(`{${filled('"rooms":[],', less)}"a":1}`),
    becomes: "taken",
  },
  {
    of: "good backgrounds",
    frame: () => saveOf(`{"backgrounds":{${numbered('"#":{"url":"u"},', less)}"a":null}}`),
    becomes: "taken",
  },
  {
    of: "bad backgrounds",
    frame: () => saveOf(`{"backgrounds":{${numbered('"#":{"url":1},', less)}"a":null}}`),
    becomes: "backgrounds.0.url: expected string",
  },
  {
    of: "backgrounds that are no objects",
    frame: () => saveOf(`{"backgrounds":{${numbered('"#":[],', less)}"a":null}}`),
    becomes: "backgrounds.0: expected object",
  },
  {
    of: "fields of one background",
    frame: () => saveOf(`{"backgrounds":{"0":{${filled('"url":1,', less)}"url":"u"}}}`),
    becomes: "taken",
  },
  {
    of: "fields of a command",
    frame: () => `{${numbered('"#":{},', less)}"id":1}`,
    becomes: "taken",
  },
  {
    of: "plans of a command",
    frame: () => `{${filled('"plan":{},', less)}"id":1}`,
    becomes: "taken",
  },
  {
    of: "data of a command",
    frame: () => `{${filled('"data":[],', less)}"id":1}`,
    becomes: "taken",
  },
  { of: "commands", frame: () => `[${filled('{"plan":{}},', less)}{}]`, becomes: "taken" },
  { of: "what is no command", frame: () => `[${filled("1,", less)}[]]`, becomes: "taken" },
  {
    of: "a cut plan",
    frame: () => saveOf(`{"rooms":[${filled("{},", less)}1]}`).slice(0, -2),
    becomes: "no JSON",
  },
];
