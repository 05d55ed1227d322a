import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";

const dump = "floorplan/yaml/dump";

const editorOf = async (t: TestContext, config: Partial<ServiceConfig> = {}): Promise<Peer> => {
  const { port, admin } = await startTestService(t, { config });
  return Peer.login(t, port, admin);
};

/** Dumps data that is sent as this text; the text of the dump, or the error. */
const dumpText = async (peer: Peer, data: string): Promise<unknown> => {
  const id = peer.newId();
  peer.send(`{"id":${id},"type":"${dump}","data":${data}}`);
  const { result, error } = await peer.replyTo(id);
  return result ?? error;
};

test("YAML-18, YAML-13: data is dumped as JSON.parse reads it, however it is written", async (t) => {
  const peer = await editorOf(t);
  const dumps = [
    ['{"b":1.0,"a":[1E2,-0,0.10]}', "b: 1\na:\n- 100\n- -0.0\n- 0.1\n"],
    ['{"a":1,"b":2,"a":3}', "a: 3\nb: 2\n"],
    ['{ "\\u0061" :\n[ "K\\u00fcche\\/" ] }', "a:\n- Küche/\n"],
    ['{"z":1,"2":2,"1":3}', "'1': 3\n'2': 2\nz: 1\n"],
    ['{"__proto__":{"a":null}}', "__proto__:\n  a:\n"],
    ["[ ]", "[]\n"],
    [' {\t"a" : { } } ', "a: {}\n"],
  ] as const;
  for (const [data, text] of dumps) assert.deepEqual(await dumpText(peer, data), { text }, data);
});

test("YAML-18, YAML-10: what exceeds a limit is invalid_yaml and names it, whatever is dumped", async (t) => {
  const peer = await editorOf(t, { yamlDepth: 4, yamlBytes: 2048, yamlNodes: 50 });
  const errors = [
    ["[[[[[]]]]]", "nested deeper than yaml-depth, 4 levels"],
    ['{"a":{"b":{"c":{"d":{}}}}}', "nested deeper than yaml-depth, 4 levels"],
    [`${"[".repeat(40)}${"]".repeat(40)}`, "nested deeper than yaml-depth, 4 levels"],
    [`[${"1,".repeat(50)}1]`, "more values than yaml-nodes, 50"],
    [`["${"x".repeat(2049)}"]`, "longer than yaml-bytes, 2048 bytes"],
    [`{"${"x".repeat(2049)}":1}`, "longer than yaml-bytes, 2048 bytes"],
    [`["${"é".repeat(1500)}"]`, "the text would be longer than yaml-bytes, 2048 bytes"],
  ] as const;
  for (const [data, message] of errors)
    assert.deepEqual(await dumpText(peer, data), { code: "invalid_yaml", message });
  // What is long only as JSON is within the limits.
  assert.deepEqual(await dumpText(peer, `[${" ".repeat(9000)}"\\u0041"]`), { text: "- A\n" });
  assert.deepEqual(await dumpText(peer, `[1.${"0".repeat(9000)}]`), { text: "- 1\n" });
});

test(
  "YAML-14, YAML-10: data with millions of values is refused by its limit, and commands of others are answered meanwhile",
  bounded,
  async (t) => {
    const { port, admin, viewer } = await startTestService(t);
    const editor = await Peer.login(t, port, admin);
    const other = await Peer.login(t, port, viewer);
    const data = `[${"{},".repeat(1_000_000)}{}]`;
    const dumped = dumpText(editor, data);
    for (let count = 0; count < 3; count += 1) await other.result("floorplan/plan/get");
    assert.deepEqual(await dumped, {
      code: "invalid_yaml",
      message: "more values than yaml-nodes, 500000",
    });
    assert.deepEqual(await dumpText(editor, "[1]"), { text: "- 1\n" });
  },
);

test("YAML-18: data of another kind, and a second one, are told as by any other field", async (t) => {
  const peer = await editorOf(t);
  const wrong = { code: "invalid_format", message: "data: expected list or object" };
  for (const data of ['"a"', "null", "1e999", "true", '[],"data":1'])
    assert.deepEqual(await dumpText(peer, data), wrong, data);
  assert.deepEqual(await dumpText(peer, '1,"d\\u0061ta":[2]'), { text: "- 2\n" });
});

test(
  "YAML-10, YAML-14: a long list of any values is refused by a limit before it is parsed, and the worker goes on",
  bounded,
  async (t) => {
    const peer = await editorOf(t);
    for (const [element, limit] of [
      ["1,", "more values than yaml-nodes, 500000"],
      ["[],", "more values than yaml-nodes, 500000"],
      ['"a,b:[{\\"",', "more values than yaml-nodes, 500000"],
    ] as const) {
      const many = Math.floor((7 * 1024 * 1024) / element.length);
      const error = await dumpText(peer, `[${element.repeat(many)}0]`);
      assert.deepEqual(error, { code: "invalid_yaml", message: limit });
    }
    const long = await dumpText(peer, `[${"1,".repeat(5 * 1024 * 1024)}0]`);
    assert.match(
      JSON.stringify(long),
      /invalid_yaml.*JSON longer than 8 times yaml-bytes, 8388608 bytes/,
    );
    assert.deepEqual(await dumpText(peer, '{"a": [ ], "b" : [{}, "]"]}'), {
      text: "a: []\nb:\n- {}\n- ']'\n",
    });
  },
);
