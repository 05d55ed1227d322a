import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, isJson, limits, openSteps, planOf, problemOf, textOf } from "./judge.ts";

/** Something long, and what becomes of it. */
interface Long {
  readonly of: string;
  readonly frame: () => string;
  /** `no JSON`, `taken`, or what is told of the plan in it. */
  readonly becomes: string;
  /** How often its bytes are gone through: a second time where they are copied. */
  readonly passes?: number;
}

const large = 16 * 1024 * 1024;
/** Of what takes longer, so that the test does not. */
const less = 2 * 1024 * 1024;

const filled = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length));

/** Many texts, each with its number in it. */
const numbered = (text: string, bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / (text.length + 5)) }, (_, number) =>
    text.replace("#", `${number}`),
  ).join("");

const plan = (text: string): string => `{"id":1,"type":"floorplan/plan/save","plan":${text}}`;

const tooDeep = "nested deeper than plan-depth, 128 levels";

const longOnes: readonly Long[] = [
  { of: "[", frame: () => filled("[", large), becomes: "no JSON" },
  { of: "[ in a plan", frame: () => plan(filled("[", less)), becomes: "no JSON" },
  { of: '{"a":', frame: () => filled('{"a":', less), becomes: "no JSON" },
  { of: "]", frame: () => `[1${filled("]", less)}`, becomes: "no JSON", passes: 0 },
  {
    of: "lists in lists",
    frame: () => filled("[", large / 2) + filled("]", large / 2),
    becomes: "taken",
  },
  {
    of: "lists in lists of a plan",
    frame: () => plan(`{"a":${filled("[", less)}${filled("]", less)}}`),
    becomes: tooDeep,
  },
  {
    of: "objects in objects of a plan",
    frame: () => plan(`{"a":${filled('{"b":', less)}1${"}".repeat(Math.ceil(less / 5))}}`),
    becomes: tooDeep,
  },
  {
    of: "{} in rooms",
    frame: () => plan(`{"rooms":[${filled("{},", large)}1]}`),
    becomes: "taken",
  },
  {
    of: "{} in rooms, with white space",
    frame: () => plan(`{"rooms":[${filled("{ }\n,", less)}1]}`),
    becomes: "taken",
    passes: 2,
  },
  {
    of: "numbers out of range",
    frame: () => plan(`{"rooms":[${filled("1e999,", less)}1]}`),
    becomes: "number out of range",
  },
  {
    of: "strings in a list",
    frame: () => plan(`{"a":[${filled('"\\u00e9",', less)}1]}`),
    becomes: "taken",
  },
  {
    of: "white space in runs",
    frame: () => plan(`{"a":[${filled(`1${" ".repeat(999)},`, less)}1]}`),
    becomes: "taken",
    passes: 2,
  },
  { of: "white space", frame: () => `${filled(" \n", large)}[]`, becomes: "taken", passes: 0 },
  {
    of: "one string",
    frame: () => plan(`{"a":"${filled("a", large - 100)}"}`),
    becomes: "taken",
    passes: 0,
  },
  {
    of: "one number",
    frame: () => plan(`{"a":0.${filled("1", large - 100)}}`),
    becomes: "taken",
    passes: 0,
  },
  {
    of: "one number out of range",
    frame: () => plan(`{"a":${filled("1", large)}}`),
    becomes: "number out of range",
    passes: 0,
  },
  { of: "rev", frame: () => plan(`{${filled('"rev":1,', less)}"a":1}`), becomes: "taken" },
  {
    of: "rev and others in turns",
    frame: () => plan(`{${filled('"rev":1,"a":1,', less)}"a":1}`),
    becomes: "taken",
    passes: 2,
  },
  { of: "members", frame: () => plan(`{${numbered('"#":1,', less)}"a":1}`), becomes: "taken" },
  {
    of: "members with white space",
    frame: () => plan(`{${numbered('"#":1 ,', less)}"a":1}`),
    becomes: "taken",
    passes: 2,
  },
  {
    of: "lists as members",
    frame: () => plan(`{${numbered('"#":[1],', less)}"a":1}`),
    becomes: "taken",
  },
  {
    of: "the same list",
    frame: () => plan(`{${filled('"rooms":[],', less)}"a":1}`),
    becomes: "taken",
  },
  {
    of: "good backgrounds",
    frame: () => plan(`{"backgrounds":{${numbered('"#":{"url":"u"},', less)}"a":null}}`),
    becomes: "taken",
  },
  {
    of: "bad backgrounds",
    frame: () => plan(`{"backgrounds":{${numbered('"#":{"url":1},', less)}"a":null}}`),
    becomes: "backgrounds.0.url: expected string",
  },
  {
    of: "backgrounds that are no objects",
    frame: () => plan(`{"backgrounds":{${numbered('"#":[],', less)}"a":null}}`),
    becomes: "backgrounds.0: expected object",
  },
  {
    of: "fields of one background",
    frame: () => plan(`{"backgrounds":{"0":{${filled('"url":1,', less)}"url":"u"}}}`),
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
    frame: () => plan(`{"rooms":[${filled("{},", less)}1]}`).slice(0, -2),
    becomes: "no JSON",
  },
];

/** So many bytes at the most are gone through in one step; it is less, but how much is nobody's concern. */
const mostPerStep = 96 * 1024;

for (const { of, frame, becomes, passes = 1 } of longOnes)
  test(`SAVE-17, CHAN-9: a frame full of ${of} is gone through in steps`, () => {
    const bytes = Buffer.from(frame());
    const steps = openSteps(bytes, { ...limits, planBytes: 2 * large });
    let count = 1;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    const least = Math.floor((passes * bytes.length) / mostPerStep);
    assert(count >= least, `${count} steps of at least ${least}`);
    if (becomes === "no JSON" || step.value === undefined) {
      assert.deepEqual([becomes, step.value], ["no JSON", undefined]);
      return;
    }
    const parsed = step.value[0]?.parse();
    const isPlan = typeof parsed === "object" && parsed !== null && "plan" in parsed;
    const read = isPlan ? planOf(parsed) : { rest: [] };
    const told = "what" in read ? `${read.path.join(".")}: ${read.what}` : "taken";
    assert(told.endsWith(becomes), told);
  });

/** What may stand at the end of a step: every kind of token, and white space. */
const dense =
  '[ {"k\\u00e9":-1.5e+3,"é":[true , false,null]} ,"🏠\\"\\\\",[[ ]],{ },[1,2,[3,{"a":"b"}]]\n,0]';

/** Behind so much a step ends. */
const stepBytes = 64 * 1024;

/** In each of these `#` stands for a long string, and what follows it is at the end of a step. */
const places: readonly (readonly [string, string])[] = [
  ["in a list", `{"rooms":["#",${dense}],"texts":[1,[2,3]]}`],
  ["among the members", `{"pad":"#","a":1,"rooms":${dense},"rev":${dense},"b":2}`],
  ["in backgrounds", `{"backgrounds":{"p":{"x":"#"},"a":{"url":"u","y":${dense}},"b":null},"c":1}`],
  ["in an object", `{"o":{"pad":"#","p\\u0061d":${dense},"q":1},"r":[]}`],
];

for (const [where, text] of places)
  test(`SAVE-17, SAVE-5: what is read does not depend on where a step ends, ${where}`, () => {
    const short = draftOf(text);
    const expected = textOf(short);
    const misses = [text.replace("2", "2,,"), text.slice(0, -1), text.replace("true ,", "true ;")];
    const range = text.length - text.indexOf("#") + 40;
    for (let ahead = 0; ahead < range; ahead += 1) {
      const pad = "#".repeat(stepBytes - ahead);
      const draft = draftOf(text.replace("#", pad));
      assert.equal(textOf(draft), expected.replace("#", pad));
      assert.deepEqual(
        [draft.rooms, draft.items, draft.bytes],
        [short.rooms, short.items, short.bytes + pad.length - 1],
      );
      if (ahead % 7 > 0) continue;
      for (const miss of misses) {
        assert(!isJson(miss));
        const frame = Buffer.from(plan(miss.replace("#", pad)));
        const steps = openSteps(frame);
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        assert.equal(step.value, undefined);
      }
    }
  });

test("SAVE-17, SAVE-8: a path is told the same wherever a step ends", () => {
  for (let ahead = 0; ahead < 60; ahead += 1) {
    const pad = "#".repeat(stepBytes - ahead);
    assert.equal(
      problemOf(`{"rooms":["${pad}",[],{"a":1},{"b":{"c\\u0064":[0,[1,2],1e999]}}]}`),
      "rooms.3.b.cd.2: number out of range",
    );
  }
});

test("SAVE-5: a small plan does not keep the rest of its message in memory, and a large one is not copied", () => {
  const small = draftOf('{"a":1,"rooms":[]}');
  const message = Buffer.from(`{"x":"${filled("x", less)}","plan":{"a":1,"rev":2,"b":[]}}`);
  const steps = openSteps(message);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const read = planOf(step.value?.[0]?.parse());
  assert("rest" in read);
  assert.equal(textOf(read), '{"a":1,"b":[]}');
  for (const piece of [...read.rest, ...small.rest])
    assert(piece.buffer.byteLength < 64 * 1024, `${piece.buffer.byteLength} bytes are kept`);
  for (const members of [
    '"rev":1,"a":"#","b":2',
    '"a":"#","rev":1,"b":2',
    '"a":"#","b":2,"rev":1',
  ]) {
    const frame = Buffer.from(plan(`{${members.replace("#", filled("x", less))}}`));
    const opened = openSteps(frame);
    let last = opened.next();
    while (last.done !== true) last = opened.next();
    const shared = planOf(last.value?.[0]?.parse());
    assert("rest" in shared);
    assert(shared.rest.some((piece) => piece.buffer === frame.buffer));
    assert.equal(textOf(shared), `{"a":"${filled("x", less)}","b":2}`);
  }
});
