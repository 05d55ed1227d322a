import assert from "node:assert/strict";
import { test } from "node:test";
import { findMembers, withNumber } from "../../../src/plan/raw-json/raw-json.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";

/** What stands under a name, and the message with another number there; undefined where there is no object. */
const found = (text: string): { value: unknown; other: unknown } | undefined => {
  const bytes = Buffer.from(text);
  const members = runAtOnce(findMembers(bytes, new Set(["id"])));
  const place = members?.get("id");
  if (members === undefined || place === undefined) return undefined;
  return {
    value: JSON.parse(bytes.toString("utf8", place.start, place.end)),
    other: JSON.parse(Buffer.concat(withNumber(bytes, place, 77)).toString("utf8")),
  };
};

test("UPSTREAM-5: the id of a message is found where every reader of JSON finds it, and nothing else is touched", () => {
  const texts = [
    '{"id":1}',
    ' { "a" : { "id" : 3 } , "id" : 2 } ',
    '{"id":1,"type":"x","id":2}',
    '{"\\u0069d":4,"b":"\\"id\\":5"}',
    '{"list":[{"id":1},"id"],"id":-1.5e3,"ü":null}',
  ];
  for (const text of texts) {
    const parsed: { id: unknown } = JSON.parse(text);
    assert.deepEqual(found(text), { value: parsed.id, other: { ...parsed, id: 77 } }, text);
  }
});

test("UPSTREAM-5: what is no JSON, or no object, has no id", () => {
  for (const text of [
    "",
    "1",
    "[]",
    '[{"id":1}]',
    '{"id":1',
    '{"id":1,}',
    '{"id":01}',
    '{"id":1}{}',
    '{"id":1,"a":}',
    '{"id":1,"a":"\u0001"}',
    "{'id':1}",
  ])
    assert.equal(found(text), undefined, text);
});
