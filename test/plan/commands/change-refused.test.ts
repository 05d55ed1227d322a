import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer } from "../changes/changer.ts";

const plan =
  '{"rooms":[{"id":"a","points":[[0,0],[4,0]]},{"id":"b"}],"levels":[],"card":{"a":1},"note":"x"}';

/** An editor of a stored plan, the first revision. */
const editorOf = async (t: TestContext, config = {}): Promise<Changer> => {
  const by = await Changer.login(t, await startTestService(t, { config }));
  assert.equal(await by.save(plan), 1);
  return by;
};

/** Asserts that changes are refused with a message, alone and behind one that can be made, and change nothing. */
const assertRefused = async (by: Changer, changes: string, at: number, says: string) => {
  const before = await by.plan();
  assert.equal(await by.refused(1, changes), `changes.${at}${says}`, changes);
  const led = changes.replace("[", '[{"op":"replace","path":"/note","value":"y"},');
  assert.equal(await by.refused(1, led), `changes.${at + 1}${says}`, led);
  assert.equal(await by.plan(), before, "nothing is written");
};

test(
  "CHANGE-3: an operation that is none is refused with its index and field, and nothing is written",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const names = "expected one of add, remove, replace, move, copy, test";
    for (const [operation, says] of [
      ["7", ": expected object"],
      ["null", ": expected object"],
      ["[]", ": expected object"],
      ["{}", ".op: missing, expected string"],
      ['{"path":"/a"}', ".op: missing, expected string"],
      ['{"op":null,"path":"/a"}', ".op: expected string"],
      ['{"op":"Add","path":"/a","value":1}', `.op: ${names}`],
      ['{"op":"spam","path":"/a","value":1}', `.op: ${names}`],
      ['{"op":"add","value":1}', ".path: missing, expected string"],
      ['{"op":"add","path":null,"value":1}', ".path: expected string"],
      ['{"op":"add","path":["a"],"value":1}', ".path: expected string"],
      ['{"op":"add","path":"a","value":1}', ".path: a path begins with /"],
      ['{"op":"add","path":"#/a","value":1}', ".path: a path begins with /"],
      ['{"op":"add","path":"/a~2","value":1}', ".path: in a path, 0 or 1 follows ~"],
      ['{"op":"add","path":"/a~","value":1}', ".path: in a path, 0 or 1 follows ~"],
      ['{"op":"add","path":"/a"}', ".value: missing, expected a value"],
      ['{"op":"replace","path":"/note"}', ".value: missing, expected a value"],
      ['{"op":"test","path":"/note"}', ".value: missing, expected a value"],
      ['{"op":"move","path":"/a"}', ".from: missing, expected string"],
      ['{"op":"copy","path":"/a","from":7}', ".from: expected string"],
      ['{"op":"move","path":"/a","from":"note"}', ".from: a path begins with /"],
    ] as const)
      await assertRefused(by, `[${operation}]`, 0, says);
  },
);

test(
  "CHANGE-3: a path that leads nowhere is refused with the operation's index, and nothing is written",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const here = ": there is no such place";
    for (const path of [
      "/none",
      "/none/x",
      "/note/x",
      "/note/0",
      "/card/b",
      "/card/a/b",
      "/card/-",
      "/rooms/2",
      "/rooms/-",
      "/rooms/-1",
      "/rooms/00",
      "/rooms/01",
      "/rooms/+1",
      "/rooms/1.0",
      "/rooms/1e0",
      "/rooms/0x1",
      "/rooms/ 1",
      "/rooms/",
      "/rooms/id",
      "/rooms/length",
      "/rooms/99999999999999999999",
      "/rooms/0/points/0/2",
      "/levels/0",
      "/levels/-",
      "/__proto__",
      "/constructor",
      "/card/toString",
      "/rooms/__proto__",
      "/",
      "//",
      "/card/",
    ])
      for (const changes of [
        `[{"op":"remove","path":"${path}"}]`,
        `[{"op":"replace","path":"${path}","value":1}]`,
        `[{"op":"test","path":"${path}","value":null}]`,
      ])
        await assertRefused(by, changes, 0, here);
    for (const path of [
      "/none/x",
      "/note/x",
      "/note/-",
      "/rooms/3",
      "/rooms/01",
      "/rooms/-/id",
      "/rooms/-1",
      "/rooms/1e0",
      "/rooms/id",
      "/levels/1",
      "/card/a/-",
      "/levels/-/-",
      "//a",
    ])
      await assertRefused(by, `[{"op":"add","path":"${path}","value":1}]`, 0, here);
    for (const op of ["move", "copy"])
      for (const from of ["/none", "/rooms/2", "/rooms/-", "/note/0", "/rooms/00", "/constructor"])
        await assertRefused(
          by,
          `[{"op":"${op}","from":"${from}","path":"/to"}]`,
          0,
          `: from "${from}": there is no such place`,
        );
    await assertRefused(by, '[{"op":"move","from":"/rooms/0","path":"/rooms/2"}]', 0, here);
    await assertRefused(by, '[{"op":"copy","from":"/rooms/0","path":"/rooms/3"}]', 0, here);
  },
);

test(
  "CHANGE-3: a value that is moved into itself, a test that fails and the removal of all are refused",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const inside = ": a value cannot move into itself";
    for (const [from, path] of [
      ["/card", "/card/a"],
      ["/card", "/card/new"],
      ["/rooms", "/rooms/-"],
      ["/rooms/0", "/rooms/0/points/0"],
      ["", "/card"],
    ])
      await assertRefused(by, `[{"op":"move","from":"${from}","path":"${path}"}]`, 0, inside);
    await assertRefused(
      by,
      '[{"op":"test","path":"/card","value":{"a":2}}]',
      0,
      ": the value there is another one",
    );
    await assertRefused(by, '[{"op":"remove","path":""}]', 0, ": the whole plan cannot be removed");
    // A place beside it that only begins like it is another one.
    await by.changed(1, '[{"op":"move","from":"/card","path":"/cards"}]');
  },
);

test(
  "CHANGE-3: whichever operation fails, the first and the last included, nothing of the change is made",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const before = await by.plan();
    const good = [
      '{"op":"remove","path":"/rooms/0"}',
      '{"op":"add","path":"/rooms/-","value":{"id":"c"}}',
      '{"op":"move","from":"/card","path":"/moved"}',
      '{"op":"copy","from":"/moved","path":"/copied"}',
      '{"op":"replace","path":"/note","value":[1,2]}',
      '{"op":"add","path":"/note/0","value":0}',
    ];
    for (let at = 0; at <= good.length; at += 1) {
      const changes = good.toSpliced(at, 0, '{"op":"test","path":"/levels","value":[1]}');
      assert.match(await by.refused(1, `[${changes.join()}]`), new RegExp(`^changes\\.${at}: `));
      assert.equal(await by.plan(), before);
    }
    await by.changed(1, `[${good.join()}]`);
  },
);

test(
  "CHANGE-3, SAVE-8: a number out of range is refused with its place, wherever it is in a change",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    for (const value of ["1e999", "-1e999", "[1e400]", '{"a":{"b":[0,9e999]},"a":1}'])
      for (const op of ["add", "replace", "test"]) {
        const message = await by.refused(1, `[{"op":"${op}","path":"/note","value":${value}}]`);
        assert.match(message, /^changes\.0\.value\S*: number out of range$/);
      }
    assert.match(
      await by.refused(
        1,
        '[{"op":"test","path":"/note","value":"x"},{"op":"add","path":"/a","value":[0,{"b":1e999}]}]',
      ),
      /^changes\.1\.value\.1\.b: number out of range$/,
    );
    await by.changed(1, '[{"op":"add","path":"/a","value":[1e308,1e-999]}]');
    assert.match(await by.plan(), /"a":\[1e308,1e-999\]\}$/);
  },
);

test(
  "CHANGE-3: a refusal names the operation's path, of a long one the beginning",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const long = `/${"x".repeat(500)}`;
    for (const [path, shown] of [
      ["/rooms/7", "/rooms/7"],
      [long, `${long.slice(0, 100)}…`],
    ] as const) {
      const answered = await by.change(1, `[{"op":"remove","path":"${path}"}]`);
      assert(typeof answered === "object");
      assert.equal(answered.message, `changes.0: there is no such place (${shown})`);
    }
  },
);
