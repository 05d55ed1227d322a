import assert from "node:assert/strict";
import { test } from "node:test";
import { RawJson } from "../../../src/plan/raw-json/raw-json.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";
import { isJson, open, openSteps, planOf, textOf } from "../../plan/raw-json/plan-readers.ts";

const opened = (text: string): readonly unknown[] => {
  const messages = open(Buffer.from(text));
  assert(messages !== undefined, `${text.slice(0, 200)} is JSON`);
  return messages;
};

const fieldsOf = (message: unknown): Readonly<Record<string, unknown>> => {
  assert(typeof message === "object" && message !== null);
  return { ...message };
};

test("CHAN-8, CHAN-15: a message is what JSON.parse makes of it, but for what is not parsed", () => {
  const messages = [
    "{}",
    '{"id":1,"type":"ping"}',
    '{"id":1.0,"type":"p\\u0069ng","i\\u0064":2e0}',
    '{"type":"a","type":"b","id":1,"id":null,"id":3}',
    '{"__proto__":{"id":1},"id":2,"constructor":[1,{"a":"\\ud800"}],"toString":null}',
    '{"\\u005f_proto__":1,"__proto__":[2]}',
    '{"2":1,"b":2,"1":3,"a":1e999,"":-0}',
    ' {\n"id" : 1 ,\t"x" : [ 1 , { } ]\r} ',
    `{"x":[${"1,".repeat(8000)}1],"y":"${"y".repeat(9000)}"}`,
  ];
  for (const text of messages) {
    const parsed: unknown = JSON.parse(text);
    assert.deepEqual(opened(text), [parsed]);
    const [message] = opened(`[${text}]`);
    assert.equal(JSON.stringify(message), JSON.stringify(parsed), "in the same order");
    assert.equal(Object.getPrototypeOf(message), Object.prototype);
    assert.deepEqual(opened(`[${text},${text} , ${text}]`), [parsed, parsed, parsed]);
  }
});

test("CHAN-8: what is no object is no command, whatever it is, and is not parsed", () => {
  for (const text of ["1", '"a"', "null", "true", "-0.5e9", "[]", "[[[]]]"])
    assert.deepEqual(opened(`[${text}]`), [null]);
  assert.deepEqual(opened("[]"), []);
  assert.deepEqual(opened("7"), [null]);
  assert.deepEqual(opened('[1,{"id":1},[{"id":2}],"a",{}]'), [null, { id: 1 }, null, null, {}]);
});

test("CHAN-8, SAVE-5: plans and other commands may be mixed, and of a field that stands twice the last one counts", () => {
  const [first, second, third, fourth, fifth] = opened(
    '[{"plan":{"a":1},"id":1},{"id":2},{"plan":[],"plan":{"b":[1e0]},"x":3},' +
      '{"pl\\u0061n":{"c":"\\u0063"},"type":"t"},{"plan":{"d":4},"\\u0070lan":null}]',
  );
  const taken = [first, third, fourth].map((message) => {
    const plan = planOf(message);
    assert("members" in plan);
    return textOf(plan);
  });
  assert.deepEqual(taken, ['{"a":1}', '{"b":[1e0]}', '{"c":"\\u0063"}']);
  assert.deepEqual(second, { id: 2 });
  assert.deepEqual(planOf(fifth), { path: [], what: "expected object" });
  assert.deepEqual(
    [first, third, fourth].map((message) => Object.keys(fieldsOf(message))),
    [
      ["plan", "id"],
      ["plan", "x"],
      ["plan", "type"],
    ],
  );
});

test("CHAN-15: a long list or object counts only where it is the last of its name", () => {
  const long = `[${"0,".repeat(20_000)}0]`;
  assert.deepEqual(opened(`{"id":${long},"type":{"a":${long}},"id":1,"type":"ping"}`), [
    { id: 1, type: "ping" },
  ]);
  const [message] = opened(`{"id":1,"type":"ping","id":${long}}`);
  const { id } = fieldsOf(message);
  assert(id instanceof RawJson);
  assert.deepEqual([id.kind, id.text], ["list", long]);
  const [other] = opened(`{"data":{"a": ${long} },"__proto__":${long}}`);
  const { data } = fieldsOf(other);
  assert(data instanceof RawJson);
  assert.equal(data.text, `{"a": ${long} }`);
  assert.deepEqual(Object.keys(fieldsOf(other)), ["data", "__proto__"]);
});

test("CHAN-15: of a message with more fields than any command has, some are kept, and its id and type wherever they stand", () => {
  const many = Array.from({ length: 5000 }, (_, number) => `"f${number}":${number}`).join(",");
  const [message] = opened(`{${many},"id":1,"type":"a","f0":"last","id":7}`);
  const fields = fieldsOf(message);
  assert.deepEqual([fields["id"], fields["type"], fields["f0"]], [7, "a", "last"]);
  assert(Object.keys(fields).length < 2000);
});

test("CHAN-8, SAVE-17: of an array with too many commands so many are kept that it shows, and all of it is checked", () => {
  const frame = (count: number, end: string): Buffer =>
    Buffer.from(`[${'{"plan":{}},'.repeat(count - 1)}{"plan":{}}${end}`);
  const kept = (bytes: Buffer): number | undefined =>
    runAtOnce(openSteps(bytes, undefined, 3))?.length;
  assert.deepEqual(
    [1, 3, 4, 5, 1000].map((count) => kept(frame(count, "]"))),
    [1, 3, 4, 4, 4],
  );
  for (const end of ["", ",]", "]]", '},"a":1]', ",{]"])
    assert.equal(kept(frame(1000, end)), undefined);
  assert.equal(kept(frame(1000, ',"a",[{"plan":[1}]]')), undefined);
});

test("SAVE-17, CHAN-9: a frame that is cut at any byte is no JSON, and neither is what is left of it, but where JSON.parse says so", () => {
  const text =
    ' [{"id":1,"type":"floorplan/plan/save","rev":0,"plan":{"rev":1,"rooms":[{"n":"Küche"}],"backgrounds":{"0":{"url":"/a"}}}} , {"id":2}] ';
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    for (const part of [bytes.subarray(0, at), bytes.subarray(at)]) {
      const expected = isJson(part.toString());
      assert.equal(open(part) !== undefined, expected, part.toString());
      // What follows in memory is no part of it.
      assert.equal(open(Buffer.from(part)) !== undefined, expected);
    }
  }
});

test("CHAN-40: a message may have so many levels and none more, alone or in an array, and of one that has more no list and no object is parsed", () => {
  const levels = 128;
  /** A field within a message, which is a level itself. */
  const nested = (depth: number): readonly string[] => [
    `${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}`,
    `${'{"a":'.repeat(depth - 2)}{}${"}".repeat(depth - 2)}`,
    `[[],${"[".repeat(depth - 2)}1${"]".repeat(depth - 2)}]`,
  ];
  for (const depth of [levels, levels + 1])
    for (const field of nested(depth)) {
      const text = `{"id":1,"type":"x","shallow":[1],"field":${field},"after":{"b":2}}`;
      for (const frame of [text, `[${text}]`, `[{"id":9},${text},[[]],${text}]`]) {
        const messages = runAtOnce(openSteps(Buffer.from(frame)));
        const those = messages?.filter(({ bytes }) => bytes.toString() === text) ?? [];
        assert(those.length > 0, "they are found");
        for (const message of those) {
          const { id, type, ...rest } = fieldsOf(message.parse());
          assert.deepEqual([id, type], [1, "x"]);
          assert.equal(message.isTooDeep, depth > levels, frame.slice(0, 60));
          if (depth <= levels) assert.deepEqual({ id, type, ...rest }, JSON.parse(text));
          else for (const value of Object.values(rest)) assert(value instanceof RawJson);
        }
        for (const other of messages ?? [])
          if (!those.includes(other))
            assert(!other.isTooDeep, "how deep one is says nothing of others");
      }
    }
});
