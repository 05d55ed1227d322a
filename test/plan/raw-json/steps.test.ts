import assert from "node:assert/strict";
import { test } from "node:test";
import { sampled } from "../../campaign/scale.ts";
import { seededRandom } from "../../support/random.ts";
import { comparePlans } from "../../../src/plan/changes/compare-plans.ts";
import type { Draft } from "../../../src/plan/draft.ts";
import { textOfDraft } from "../../../src/plan/text/draft-text.ts";
import type { Chunk } from "../../../src/plan/text/chunk.ts";
import type { PlanText } from "../../../src/plan/text/plan-text.ts";
import { draftOf, isJson, limits, openSteps, planOf, problemOf, textOf } from "./plan-readers.ts";
import { filled, large, less, longFrames, saveOf } from "./long-frames.ts";

/** So many bytes at the most are gone through in one step; it is less, but how much is nobody's concern. */
const maxPerStep = 96 * 1024;

for (const { of, frame, becomes, passes = 1 } of longFrames)
  test(`SAVE-17, CHAN-9: a frame full of ${of} is judged${passes > 0 ? " in steps" : ""} as a short one`, () => {
    const bytes = Buffer.from(frame());
    const steps = openSteps(bytes, { ...limits, planBytes: 2 * large });
    let count = 1;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    const least = Math.floor((passes * bytes.length) / maxPerStep);
    assert(count >= least, `${count} steps of at least ${least}`);
    if (becomes === "no JSON" || step.value === undefined) {
      assert.deepEqual([becomes, step.value], ["no JSON", undefined]);
      return;
    }
    const parsed = step.value[0]?.parse();
    const isPlan = typeof parsed === "object" && parsed !== null && "plan" in parsed;
    const read = isPlan ? planOf(parsed) : { members: [] };
    const told = "what" in read ? `${read.path.join(".")}: ${read.what}` : "taken";
    assert(told.endsWith(becomes), told);
  });

/** What may stand at the end of a step: every kind of token, and white space. */
const dense =
  '[ {"k\\u00e9":-1.5e+3,"é":[true , false,null]} ,"🏠\\"\\\\",[[ ]],{ },[1,2,[3,{"a":"b"}]]\n,0]';

/** Behind so much a step ends. */
const stepBytes = 64 * 1024;

/** The chunks of all lists of a plan. */
const chunksOf = ({ members }: PlanText): readonly Chunk[] =>
  members.flatMap(({ list }) => list?.chunks ?? []);

/** The elements of a chunk, which stand behind commas. */
const elementsIn = (text: Buffer): readonly unknown[] => {
  const list: unknown = JSON.parse(`[${text.toString("utf8", 1)}]`);
  assert(Array.isArray(list));
  return list;
};

/** In each of these `#` stands for a long string, and what follows it is at the end of a step. */
const places: readonly (readonly [string, string])[] = [
  ["in a list", `{"rooms":["#",${dense}],"texts":[1,[2,3]]}`],
  ["among the members", `{"pad":"#","a":1,"rooms":${dense},"rev":${dense},"b":2}`],
  ["in backgrounds", `{"backgrounds":{"p":{"x":"#"},"a":{"url":"u","y":${dense}},"b":null},"c":1}`],
  ["in an object", `{"o":{"pad":"#","p\\u0061d":${dense},"q":1},"r":[]}`],
];

for (const [where, text] of places)
  test(`SAVE-17, SAVE-5: what is read does not depend on where a step ends, ${where}`, (t) => {
    const short = draftOf(text);
    const expected = textOf(short);
    const { counts } = textOfDraft(short);
    const misses = [text.replace("2", "2,,"), text.slice(0, -1), text.replace("true ,", "true ;")];
    const range = text.length - text.indexOf("#") + 40;
    const random = seededRandom(t);
    const ends = [...Array(range).keys()];
    for (const ahead of sampled(random, ends, 12)) {
      const pad = "#".repeat(stepBytes - ahead);
      const draft = draftOf(text.replace("#", pad));
      assert.equal(textOf(draft), expected.replace("#", pad));
      assert.equal(draft.bytes, short.bytes + pad.length - 1);
      const pieces = textOfDraft(draft);
      assert.equal(`{"rev":7,${textOf(draft).slice(1)}`, Buffer.concat(pieces.json(7)).toString());
      assert.deepEqual(pieces.counts, counts);
      for (const { text: elements, count } of chunksOf(pieces))
        assert.equal(elementsIn(elements).length, count);
    }
    for (const ahead of sampled(
      random,
      ends.filter((at) => at % 7 === 0),
      12,
    )) {
      const pad = "#".repeat(stepBytes - ahead);
      for (const miss of misses) {
        assert(!isJson(miss));
        const frame = Buffer.from(saveOf(miss.replace("#", pad)));
        const steps = openSteps(frame);
        let step = steps.next();
        while (step.done !== true) step = steps.next();
        assert.equal(step.value, undefined);
      }
    }
  });

test("SAVE-17, SAVE-8: a path is told the same wherever a step ends", (t) => {
  for (const ahead of sampled(seededRandom(t), [...Array(60).keys()], 4)) {
    const pad = "#".repeat(stepBytes - ahead);
    assert.equal(
      problemOf(`{"rooms":["${pad}",[],{"a":1},{"b":{"c\\u0064":[0,[1,2],1e999]}}]}`),
      "rooms.3.b.cd.2: number out of range",
    );
  }
});

/** A plan in the middle of a frame, read in steps. */
const readFrom = (frame: Buffer): Draft => {
  const steps = openSteps(frame);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const read = planOf(step.value?.[0]?.parse());
  assert("members" in read);
  return read;
};

test("SAVE-5: a small plan does not keep the rest of its message in memory, and a large one is not copied before it is stored", () => {
  const small = draftOf('{"a":1,"rooms":[]}');
  const message = Buffer.from(`{"x":"${filled("x", less)}","plan":{"a":1,"rev":2,"b":[]}}`);
  // What small ones are taken from: a little longer than Buffer.poolSize with some Node.js.
  const pool = Buffer.allocUnsafe(1).buffer.byteLength;
  assert(message.length > pool);
  const read = readFrom(message);
  assert.equal(textOf(read), '{"a":1,"b":[]}');
  for (const { source } of [read, small])
    assert(source.buffer.byteLength <= pool, `${source.buffer.byteLength} bytes are kept`);
  for (const members of [
    '"rev":1,"a":"#","b":[2]',
    '"a":"#","rev":1,"b":[2]',
    '"a":"#","b":[2],"rev":1',
  ]) {
    const frame = Buffer.from(saveOf(`{${members.replace("#", filled("x", less))}}`));
    const shared = readFrom(frame);
    assert.equal(shared.source, frame);
    assert.equal(textOf(shared), `{"a":"${filled("x", less)}","b":[2]}`);
  }
});

test("SAVE-5: a plan that shares pieces with the one before has memory of its own for the others, and keeps no message", () => {
  const list = `[${filled('{"id":7},', less)}0]`;
  const edited = list.replace("7", "8").replace(/7(?=.{90}$)/, "9");
  const before = textOfDraft(draftOf(`{"a":"x","rooms":${list}}`));
  for (const text of [
    `{"a":"${filled("x", less)}","rooms":[]}`,
    `{"rooms":${list},"a":[1]}`,
    `{"a":"x","rooms":${list}}`,
    `{"a":"y","rooms":${edited}}`,
    `{"a":"y","rooms":[1,${list.slice(1)},"b":{"c":[]}}`,
  ]) {
    const frame = Buffer.from(saveOf(text));
    const draft = readFrom(frame);
    assert.equal(draft.source, frame);
    const known = new Set(before.pieces());
    for (const made of [textOfDraft(draft), comparePlans(before, draft).text]) {
      assert(Buffer.concat(made.json(7)).equals(Buffer.from(`{"rev":7,${text.slice(1)}`)));
      const isShared = [...made.pieces()].some((piece) => known.has(piece));
      const isInMessage = [...made.pieces()].some((piece) => piece.buffer === frame.buffer);
      assert(!(isShared && isInMessage), "only a plan that shares nothing lies in its message");
    }
  }
});
