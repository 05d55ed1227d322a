import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { firstProblem, strictObject } from "../../src/model/codec.ts";

const problemOf = (codec: t.Mixed, value: unknown): string => {
  const decoded = codec.decode(value);
  return isLeft(decoded) ? firstProblem(decoded.left) : assert.fail("it is refused");
};

test("CHAN-15: a problem names the fields that lead to it, and no member of a union or an intersection", () => {
  const end = t.union([t.string, t.undefined]);
  const both = t.intersection([t.type({ name: t.string }), t.partial({ end })]);
  const kept = t.type({ users: t.readonlyArray(t.readonly(both)) });
  for (const [codec, value, problem] of [
    [kept, { users: [{ name: "a" }, { name: "b", end: 7 }] }, "users.1.end: expected string"],
    [kept, { users: [{ end: "soon" }] }, "users.0.name: expected string"],
    [kept, { users: [null] }, "users.0: expected { name: string }"],
    [t.type({ list: t.union([t.array(end), t.null]) }), { list: [7] }, "list.0: expected string"],
    [t.record(t.string, end), { 0: { 0: 7 } }, "0: expected string"],
    [t.array(t.array(t.string)), [["a"], ["b", 7]], "1.1: expected string"],
    [strictObject({ end }, {}), { end: 7 }, "end: expected string"],
    [end, 7, "expected string"],
    [t.union([t.type({ a: t.type({ b: t.string }) }), t.null]), { a: {} }, "a.b: expected string"],
  ] as const)
    assert.equal(problemOf(codec, value), problem);
});
