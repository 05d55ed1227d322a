import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer } from "../changes/changer.ts";

const plan = '{"rooms":[],"backgrounds":{"0":{"url":"a"},"1":null},"note":"x"}';

/** An editor of a stored plan, the first revision, and limits that are soon reached. */
const editorOf = async (t: TestContext, config = {}): Promise<Changer> => {
  const by = await Changer.login(t, await startTestService(t, { config }));
  assert.equal(await by.save(plan), 1);
  return by;
};

const replace = (path: string, value: string): string =>
  `{"op":"replace","path":"${path}","value":${value}}`;
const add = (path: string, value: string): string =>
  `{"op":"add","path":"${path}","value":${value}}`;
const move = (from: string, path: string): string =>
  `{"op":"move","from":"${from}","path":"${path}"}`;
const note = replace("/note", '"y"');

test(
  "CHANGE-5: what is wrong with the plan that results is told as of a save, after the last operation that changed the part",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const noList = "plan.rooms: expected array";
    const noUrl = "plan.backgrounds.0.url: expected string";
    for (const [operations, says] of [
      [[replace("/rooms", '"x"')], `changes.0: ${noList}`],
      [[note, replace("/rooms", "{}"), note], `changes.1: ${noList}`],
      [[replace("/rooms", "7"), note, replace("/rooms", "8"), note], `changes.2: ${noList}`],
      [[add("/x", "true"), move("/x", "/rooms"), note], `changes.1: ${noList}`],
      [[`{"op":"copy","from":"/note","path":"/rooms"}`, note], `changes.0: ${noList}`],
      [[replace("", '{"rooms":7}')], `changes.0: ${noList}`],
      [[replace("", '{"rooms":7}'), add("/note", "1")], `changes.0: ${noList}`],
      [[replace("", '{"rooms":7}'), add("/", "1")], `changes.0: ${noList}`],
      [[note, replace("", "[]"), add("/-", "1")], "changes.1: plan: expected object"],
      [[replace("", "null")], "changes.0: plan: expected object"],
      [[replace("", '"x"')], "changes.0: plan: expected object"],
      [[add("/levels", "{}")], "changes.0: plan.levels: expected array"],
      [[add("/furniture", "1")], "changes.0: plan.furniture: expected array"],
      [[add("/devices", '"x"')], "changes.0: plan.devices: expected array"],
      [[add("/sensors", "false")], "changes.0: plan.sensors: expected array"],
      [[add("/texts", "{}")], "changes.0: plan.texts: expected array"],
      [[replace("/backgrounds", "[]")], "changes.0: plan.backgrounds: expected object"],
      [[add("/backgrounds/0/url", "7"), note], `changes.0: ${noUrl}`],
      [[note, add("/backgrounds/0", '{"url":[]}'), note], `changes.1: ${noUrl}`],
      [[add("/backgrounds/1", "5")], "changes.0: plan.backgrounds.1: expected object"],
      [
        [replace("/rooms", "{}"), add("/levels", "{}")],
        /^changes\.(?:0: plan\.rooms|1: plan\.levels): expected array$/,
      ],
    ] as const) {
      const message = await by.refused(1, `[${operations.join()}]`);
      if (typeof says === "string") assert.equal(message, says);
      else assert.match(message, says);
      assert.match(await by.plan(), /^\{"rev":1,/);
    }
  },
);

test(
  "CHANGE-5, PLAN-6: what is wrong between two operations, or null, is no trouble",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    await by.changed(1, `[${replace("/rooms", '"x"')},${replace("/rooms", "[1]")}]`);
    await by.changed(2, `[${replace("", "[]")},${replace("", '{"rooms":[2]}')}]`);
    await by.changed(3, `[${replace("/rooms", "null")},${add("/backgrounds", "null")}]`);
    await by.changed(4, `[${add("/backgrounds", '{"a":null,"b":{"url":null},"c":{}}')}]`);
    assert.equal(
      await by.plan(),
      '{"rev":5,"rooms":null,"backgrounds":{"a":null,"b":{"url":null},"c":{}}}',
    );
  },
);

test(
  "CHANGE-5, SAVE-7: a plan of exactly plan-bytes may result, and one byte more is refused with both",
  bounded,
  async (t) => {
    const planBytes = 1000;
    const by = await editorOf(t, { planBytes });
    const room = planBytes - (await by.plan()).length + '"rev":1,'.length;
    const filled = (bytes: number): string => `"${"f".repeat(bytes - '"fill":"",'.length)}"`;
    const over = await by.refused(1, `[${note},${add("/fill", filled(room + 1))}]`);
    assert.equal(over, "changes.1: plan: 1001 bytes as JSON, more than plan-bytes, 1000");
    // What is removed makes room, and so does a name that is shorter.
    await by.changed(1, `[${note},${add("/fill", filled(room))}]`);
    assert.equal((await by.plan()).length - '"rev":2,'.length, planBytes);
    const copy = '{"op":"copy","from":"/note","path":"/copy"}';
    assert.match(await by.refused(2, `[${copy}]`), /^changes\.0: plan: 1011 bytes as JSON/);
    assert.match(await by.refused(2, `[${move("/note", "/notes")}]`), /: 1001 bytes/);
    await by.changed(2, `[${move("/note", "/n")},{"op":"remove","path":"/backgrounds/1"}]`);
    assert.equal(await by.save(JSON.stringify(JSON.parse(await by.plan()))), 4);
  },
);

test(
  "CHANGE-5, SAVE-7: a plan of plan-depth levels may result, by a value, a move or a copy, and one level more is refused",
  bounded,
  async (t) => {
    const by = await editorOf(t, { planDepth: 5 });
    const says = /^changes\.1\S*: (?:plan\S*: )?nested deeper than plan-depth, 5 levels$/;
    const refused = async (...operations: readonly string[]): Promise<void> => {
      assert.match(await by.refused(1, `[${[note, ...operations].join()}]`), says);
    };
    await refused(add("/a", "[[[[[]]]]]"));
    await refused(add("/a", '{"b":[{"c":[{}]}]}'));
    await refused(replace("", '{"a":[[[[{}]]]]}'));
    await refused(add("/rooms/-", "[[[[]]]]"));
    await refused(add("/a", `${"[".repeat(100)}${"]".repeat(100)}`));
    await by.changed(1, `[${add("/a", "[[[[7]]]]")},${add("/b", '{"c":{"d":{"e":{}}}}')}]`);
    const deeper = /^changes\.0: nested deeper than plan-depth, 5 levels$/;
    for (const operation of [
      move("/a", "/rooms/0"),
      `{"op":"copy","from":"/b","path":"/a/0"}`,
      `{"op":"copy","from":"/b/c","path":"/a/0/0/0"}`,
      move("/a/0/0/0", "/b/c/d/e/f"),
      add("/b/c/d/e/f", "[]"),
      `{"op":"copy","from":"","path":"/all"}`,
    ])
      assert.match(await by.refused(2, `[${operation}]`), deeper, operation);
    await by.changed(2, `[${move("/a/0", "/rooms/0")},${add("/b/c/d/e/f", "1")}]`);
    // What a removal made flatter may be moved further in.
    await by.changed(
      3,
      `[{"op":"remove","path":"/rooms/0/0/0"},{"op":"copy","from":"/rooms/0","path":"/b/c/d"}]`,
    );
    assert.match(await by.plan(), /"rooms":\[\[\[\]\]\].*"b":\{"c":\{"d":\[\[\]\]\}\}\}$/);
  },
);
