import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import { Peer } from "../../support/peer.ts";
import { newUser, startTestService } from "../../support/service.ts";

const parse = "floorplan/yaml/parse";
const dump = "floorplan/yaml/dump";

const editorOf = async (t: TestContext, config: Partial<ServiceConfig> = {}): Promise<Peer> => {
  const { port, admin } = await startTestService(t, { config });
  return Peer.login(t, port, admin);
};

test("YAML-18: yaml/parse is answered with the data, whatever that is", async (t) => {
  const peer = await editorOf(t);
  const texts = [
    ["a: 1\nb: [on, 'on', 012, 12:30]\n", { a: 1, b: [true, "on", 10, 750] }],
    [
      "- alias: Küche\n  trigger:\n  - platform: sun\n",
      [{ alias: "Küche", trigger: [{ platform: "sun" }] }],
    ],
    ["", null],
    ["just words", "just words"],
    ["12", 12],
    ["false", false],
  ] as const;
  for (const [text, data] of texts) assert.deepEqual(await peer.result(parse, { text }), { data });
});

test("YAML-18: yaml/dump of a list or an object is answered with its text", async (t) => {
  const peer = await editorOf(t);
  const dumps = [
    [{ b: [1, "on", null], a: "Küche" }, "b:\n- 1\n- 'on'\n-\na: Küche\n"],
    [[{ a: true }], "- a: true\n"],
    [{}, "{}\n"],
    [[], "[]\n"],
  ] as const;
  for (const [data, text] of dumps) {
    assert.deepEqual(await peer.result(dump, { data }), { text });
    assert.deepEqual(await peer.result(parse, { text }), { data });
  }
});

test("YAML-18: what cannot be parsed is invalid_yaml and says where", async (t) => {
  const peer = await editorOf(t);
  const texts = [
    ["a: 1\nb: [1, 2\n", /\(line 3, column 1\)$/],
    ["a: 1\n\tb: 2\n", /\(line 2, column \d+\)$/],
    ["a: !secret password\n", /\(line 1, column 4\)$/],
    ["a: .nan\n", /\(line 1, column 4\)$/],
  ] as const;
  for (const [text, where] of texts) {
    const { code, message } = await peer.error(parse, { text });
    assert.equal(code, "invalid_yaml", text);
    assert.match(message, where);
  }
  assert.deepEqual(await peer.result(parse, { text: "a: 1" }), { data: { a: 1 } });
});

test("YAML-18: what exceeds a limit is invalid_yaml and names the limit", async (t) => {
  const peer = await editorOf(t, { yamlDepth: 5, yamlBytes: 1024, yamlNodes: 100 });
  const tooLong = { text: `a: ${"x".repeat(1024)}` };
  const errors = [
    [parse, tooLong, /yaml-bytes, 1024/],
    [parse, { text: "[[[[[[1]]]]]]" }, /yaml-depth, 5/],
    [parse, { text: `[${"1,".repeat(101)}]` }, /yaml-nodes, 100/],
    [dump, { data: [[[[[[1]]]]]] }, /yaml-depth, 5/],
    [dump, { data: [tooLong] }, /yaml-bytes, 1024/],
  ] as const;
  for (const [type, fields, limit] of errors) {
    const { code, message } = await peer.error(type, fields);
    assert.equal(code, "invalid_yaml");
    assert.match(message, limit);
  }
});

test("YAML-18: another field, a missing one and one of another type are invalid_format", async (t) => {
  const peer = await editorOf(t);
  const errors = [
    [parse, {}, "text: missing, expected string"],
    [parse, { text: null }, "text: expected string"],
    [parse, { text: ["a"] }, "text: expected string"],
    [parse, { text: "a", path: "/etc/passwd" }, "path: unknown field; known here: text"],
    [dump, {}, "data: missing, expected list or object"],
    [dump, { data: "a" }, "data: expected list or object"],
    [dump, { data: null }, "data: expected list or object"],
    [dump, { data: 1 }, "data: expected list or object"],
    [dump, { data: [], indent: 2 }, "indent: unknown field; known here: data"],
  ] as const;
  for (const [type, fields, message] of errors)
    assert.deepEqual(await peer.error(type, fields), { code: "invalid_format", message });
});

test("YAML-18: both are for administrators only", async (t) => {
  const { port, viewer } = await startTestService(t);
  const wall = await Peer.login(t, port, viewer);
  assert.equal((await wall.error(parse, { text: "a: 1" })).code, "unauthorized");
  assert.equal((await wall.error(dump, { data: {} })).code, "unauthorized");
});

test("YAML-18, YAML-19: beyond yaml-waiting jobs of other connections one is overloaded", async (t) => {
  const { port, admin } = await startTestService(t, { config: { yamlWaiting: 1 } });
  const peers = await Promise.all([1, 2, 3].map(() => Peer.login(t, port, admin)));
  // All three come before the worker has even started, which the first one waits for.
  const replies = peers.map((peer) => peer.command(parse, { text: "a: 1" }));
  const outcomes = (await Promise.all(replies)).map(({ success, error }) => ({ success, error }));
  const refused = outcomes.filter(({ success }) => success !== true);
  assert.equal(refused.length, 1);
  assert.match(JSON.stringify(refused), /"overloaded".*\(yaml-waiting, 1\)/);
});

test("YAML-16: a small text waits for one of the many that another user has sent, and not for all", async (t) => {
  const { port, admin, data } = await startTestService(t);
  const second = await newUser(data, "second", true);
  const many = await Promise.all(Array.from({ length: 12 }, () => Peer.login(t, port, admin)));
  const other = await Peer.login(t, port, second);
  const done: string[] = [];
  const ask = async (peer: Peer, text: string, what: string): Promise<void> => {
    await peer.result(parse, { text });
    done.push(what);
  };
  // All of them come before the worker has even started, which the first one waits for.
  await Promise.all([
    ...many.map((peer) => ask(peer, "- a long text\n".repeat(2000), "large")),
    ask(other, "a: 1", "small"),
  ]);
  assert(done.indexOf("small") <= 1, done.join(", "));
});
