/**
 * Counts what reading and making a patch executes, for a number of operations and twice: arguments are the smaller and
 * the larger number. It prints a line of JSON for each shape of patch, with the blocks of code that V8 has counted:
 * calls, branches and rounds of loops. They are the same in every run, however busy the machine is. V8 counts only in
 * code that it compiled after it was asked to, so this is a process of its own.
 */
import { Session } from "node:inspector";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { applyPatch } from "../../../src/plan/changes/apply-patch.ts";
import { changeLimits, readPatch, SubmittedPatch } from "../../../src/plan/changes/read-patch.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";
import { planLimits } from "../../../src/plan/read-plan.ts";
import { textOfJson } from "../../../src/plan/text/draft-text.ts";

const coverageCodec = t.type({
  result: t.array(
    t.type({ functions: t.array(t.type({ ranges: t.array(t.type({ count: t.number })) })) }),
  ),
});

const session = new Session();
session.connect();

/** The session is with this very thread, so that it answers before `post` returns. */
const ask = (method: string, params: object = {}): unknown => {
  let answer: unknown;
  session.post(method, params, (error, result) => {
    if (error !== null) throw error;
    answer = result;
  });
  return answer;
};

/** How many blocks were executed since the last call. */
const executed = (): number => {
  const taken = coverageCodec.decode(ask("Profiler.takePreciseCoverage"));
  if (isLeft(taken)) throw new Error("V8 does not count what is executed");
  return taken.right.result
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
};

const limits = { ...planLimits, ...changeLimits, planBytes: 2 ** 24 };

/** The work for a patch as a message has it, which must succeed. */
const workOf = (plan: string, operations: readonly string[]): number => {
  const text = textOfJson([Buffer.from(plan)]);
  const message = Buffer.from(`[${operations.join()}]`);
  executed();
  const read = runAtOnce(readPatch(limits)(message, 0));
  if (!(read?.value instanceof SubmittedPatch)) throw new Error("it is no patch");
  const { patch } = read.value;
  if (isLeft(patch)) throw new Error(JSON.stringify(patch.left));
  const made = applyPatch(text, 1, patch.right);
  if (isLeft(made)) throw new Error(JSON.stringify(made.left));
  made.right.json(2);
  return executed();
};

const all = (count: number, make: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => make(at));

const elements = (count: number): string =>
  all(count, (at) => `{"id":"e${at}","x":${at}.5}`).join();

/** Patches of so many operations, each with a plan. */
const shapes: Readonly<Record<string, (count: number) => readonly [string, readonly string[]]>> = {
  "additions to the front of a list": (count) => [
    '{"rooms":[]}',
    all(count, (at) => `{"op":"add","path":"/rooms/0","value":${at}}`),
  ],
  "additions to the end of a list": (count) => [
    '{"o":{"l":[]}}',
    all(count, (at) => `{"op":"add","path":"/o/l/-","value":[${at}]}`),
  ],
  "new keys": (count) => [
    '{"o":{}}',
    all(count, (at) => `{"op":"add","path":"/o/k${at}","value":${at}}`),
  ],
  "edits all over a list": (count) => [
    `{"rooms":[${elements(count)}]}`,
    all(count, (at) => `{"op":"replace","path":"/rooms/${(at * 7919) % count}/x","value":1}`),
  ],
  "removals from the front": (count) => [
    `{"rooms":[${elements(count)}]}`,
    all(count, () => '{"op":"remove","path":"/rooms/0"}'),
  ],
  "moves from the end to the front": (count) => [
    `{"rooms":[${elements(count)}]}`,
    all(count, () => `{"op":"move","from":"/rooms/${count - 1}","path":"/rooms/0"}`),
  ],
  "moves of all that grows": (count) => [
    `{"a":[${elements(count)}]}`,
    all(count / 2, (at) => {
      const [from, to] = at % 2 === 0 ? ["a", "b"] : ["b", "a"];
      return `{"op":"move","from":"/${from}","path":"/${to}"},{"op":"add","path":"/${to}/-","value":1}`;
    }),
  ],
  "copies of one element": (count) => [
    '{"rooms":[{"id":"a"}]}',
    all(count, () => '{"op":"copy","from":"/rooms/0","path":"/rooms/-"}'),
  ],
  "tests of each element": (count) => [
    `{"rooms":[${elements(count)}]}`,
    all(count, (at) => `{"op":"test","path":"/rooms/${at}","value":{"x":${at}.50,"id":"e${at}"}}`),
  ],
  "one test of a whole list": (count) => [
    `{"rooms":[${elements(count)}]}`,
    [`{"op":"test","path":"/rooms","value":[${elements(count).replaceAll(".5", ".50")}]}`],
  ],
  "additions behind a long list": (count) => [
    `{"rooms":[${elements(count)}],"o":{"a":[]}}`,
    all(count, (at) => `{"op":"add","path":"/o/a/${at}","value":"x"}`),
  ],
};

ask("Profiler.enable");
ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const [few = 0, many = 0] = process.argv.slice(2).map(Number);
for (const [name, shape] of Object.entries(shapes))
  console.log(JSON.stringify({ name, few: workOf(...shape(few)), many: workOf(...shape(many)) }));
