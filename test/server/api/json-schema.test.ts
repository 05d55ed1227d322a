import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  anyObject,
  anything,
  describe,
  guardCodec,
  integer,
  strictObject,
} from "../../../src/model/codec.ts";
import { schemaOf } from "../../../src/server/api/document-parts.ts";

/** Each kind of codec that documents have. */
const codecs: Readonly<Record<string, t.Mixed>> = {
  string: t.string,
  number: t.number,
  boolean: t.boolean,
  null: t.null,
  integer,
  object: anyObject,
  literal: t.literal("a"),
  keyof: t.keyof({ a: null, b: null }),
  array: t.array(t.number),
  "readonly array": t.readonlyArray(integer),
  record: t.record(t.string, integer),
  type: t.type({ a: t.string, b: t.union([t.string, t.undefined]) }),
  partial: t.partial({ a: t.string }),
  readonly: t.readonly(t.type({ a: integer })),
  union: t.union([t.string, t.null]),
  intersection: t.intersection([t.type({ a: t.string }), t.partial({ b: integer })]),
  "intersection with any object": t.intersection([t.type({ a: t.string }), anyObject]),
  closed: strictObject({ a: integer }, { b: t.string }),
  told: describe("in words", t.string),
  anything: anything("whatever there is"),
};

const values: readonly unknown[] = [
  null,
  true,
  0,
  1.5,
  "a",
  "c",
  [],
  [1],
  ["a"],
  {},
  { a: 1 },
  { a: "a" },
  { a: 1, b: "b" },
  { a: "a", b: 2 },
  { a: "a", b: "b" },
  { a: 1, c: 1 },
];

for (const [name, codec] of Object.entries(codecs))
  test(`API-1: the schema of a codec of the kind "${name}" takes the JSON that the codec takes`, () => {
    const schema = schemaOf(codec);
    const fits = new Ajv2020({ strict: true }).compile({ ...schema });
    for (const value of values)
      assert.equal(
        fits(value),
        isRight(codec.decode(value)),
        `${JSON.stringify(value)} ${JSON.stringify(schema)}`,
      );
  });

test("API-1: a codec of which nothing tells what it takes is refused, wherever it stands", () => {
  const odd: readonly t.Mixed[] = [
    t.refinement(t.string, (text) => text !== ""),
    guardCodec("secret", (value): value is string => value === "s"),
    new t.Type("own", t.string.is, t.string.validate, t.identity),
    t.unknown,
    t.tuple([t.string, t.number]),
  ];
  for (const each of odd)
    for (const codec of [each, t.type({ a: each }), strictObject({}, { a: each }), t.array(each)])
      assert.throws(() => schemaOf(codec), /the codec .* does not reveal/);
});
