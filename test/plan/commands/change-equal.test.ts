import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer } from "../changes/changer.ts";

const editorOf = async (t: TestContext): Promise<Changer> =>
  Changer.login(t, await startTestService(t));

/** Whether a stored value passes a test against another one; asked in one change that saves the value and tests it. */
const isEqual = async (by: Changer, rev: number, stored: string, tested: string) => {
  const operations = `[{"op":"add","path":"/v","value":${stored}},{"op":"test","path":"/v","value":${tested}}]`;
  const answered = await by.change(rev, operations);
  if (typeof answered === "number") return true;
  assert.equal(answered.message, "changes.1: the value there is another one (/v)", operations);
  return false;
};

test(
  "CHANGE-9: a value equals another one by what it is, and not by its text",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const equal = [
      ["1", "1.0"],
      ["100", "1e2"],
      ["0", "-0"],
      ["-1.50", "-15E-1"],
      ["null", "null"],
      ["true", "true"],
      ['""', '""'],
      ['"a"', String.raw`"\u0061"`],
      ['"/"', String.raw`"\/"`],
      [String.raw`"\ud83c\udfe0"`, '"🏠"'],
      ["[]", "[ ]"],
      ["{}", "{ }"],
      ["[1,[2,{}]]", "[1.0,[2e0,{}]]"],
      ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1e0}'],
      ['{"a":{"x":1,"y":2}}', String.raw`{"\u0061":{"y":2,"x":1}}`],
      ['{"a":1,"a":2}', '{"a":2}'],
      ['{"a":2}', '{"a":1,"b":3,"a":2,"b":4}'.replace(/"b":3,|,"b":4/g, "")],
      ['{"__proto__":1,"":2}', '{"":2,"__proto__":1}'],
    ] as const;
    let rev = 0;
    for (const [stored, tested] of equal)
      for (const [one, other] of [
        [stored, tested],
        [tested, stored],
        [`[0,${stored}]`, `[0,${tested}]`],
        [`{"k":${stored}}`, `{"k":${tested}}`],
      ] as const)
        assert(await isEqual(by, rev++, one, other), `${one} equals ${other}`);
  },
);

test("CHANGE-9: only values of one kind are equal", bounded, async (t) => {
  const by = await editorOf(t);
  const different = [
    ["1", "2"],
    ["1", '"1"'],
    ["0", "false"],
    ["1", "true"],
    ["0", "null"],
    ["null", "false"],
    ['""', "null"],
    ['"null"', "null"],
    ["[]", "{}"],
    ["[]", "null"],
    ["{}", "null"],
    ["[]", '""'],
    ["[1]", "1"],
    ["[1]", '{"0":1}'],
    ["[1,2]", "[2,1]"],
    ["[1]", "[1,1]"],
    ["[[]]", "[{}]"],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":null}', "{}"],
    ['{"__proto__":{}}', "{}"],
    ['{"toString":1}', "{}"],
    ['"a"', '"A"'],
    ['"é"', String.raw`"e\u0301"`],
    ["0.1", "0.2"],
    ['{"a":1,"a":2}', '{"a":1}'],
  ] as const;
  for (const [stored, tested] of different)
    for (const [one, other] of [
      [stored, tested],
      [tested, stored],
      [`[0,${stored}]`, `[0,${tested}]`],
      [`{"k":${stored}}`, `{"k":${tested}}`],
    ] as const)
      assert(!(await isEqual(by, 0, one, other)), `${one} is not ${other}`);
});

test(
  "CHANGE-9: large values are compared like small ones, whatever the order of the members and whatever was changed in them",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    const elements = Array.from({ length: 3000 }, (_, at) => [
      `{"id":"e${at}","x":${at}.0,"tags":["a","b"]}`,
      `{"tags":["\\u0061","b"],"x":${at},"id":"e${at}"}`,
    ]);
    const stored = elements.map(([one]) => one);
    const other = elements.map(([, two]) => two);
    assert.equal(await by.save(`{"rooms":[${stored.join()}]}`), 1);
    const tests = (...values: readonly (readonly [string, string])[]): string =>
      `[${values.map(([path, value]) => `{"op":"test","path":"${path}","value":${value}}`).join()}]`;
    await by.changed(1, tests(["/rooms", `[${other.join()}]`], ["/rooms/2999", other[2999] ?? ""]));
    const moved = `[{"op":"move","from":"/rooms/0","path":"/rooms/2999"},${tests(["/rooms", `[${[...other.slice(1), other[0]].join()}]`]).slice(1)}`;
    await by.changed(2, moved);
    for (const wrong of [
      other,
      other.toSpliced(1500, 2, other[1501], other[1500]),
      other.slice(1),
      [...other, "null"],
    ])
      assert.match(await by.refused(3, tests(["/rooms", `[${wrong.join()}]`])), /another one$/);
    await by.changed(3, tests(["/rev", "3"]));
    assert.match(await by.refused(4, tests(["/rev", "3"])), /^changes\.0: .*another one$/);
  },
);

test(
  "CHANGE-9: members that an operation does not have are ignored, and of a member that it has twice the last one counts",
  bounded,
  async (t) => {
    const by = await editorOf(t);
    await by.changed(0, '[{"op":"add","path":"/a","value":1,"from":7,"x":[{}],"Op":"remove"}]');
    await by.changed(1, '[{"op":"remove","path":"/a","value":{"b":[]},"from":"nowhere"}]');
    await by.changed(2, '[{"path":"/b","value":{"op":"remove"},"op":"add"}]');
    await by.changed(3, '[{"op":"move","from":"/b","path":"/c","value":1,"comment":"moved"}]');
    await by.changed(
      4,
      '[{"op":"remove","op":"add","path":"/c","path":"/d","value":1,"value":2.0}]',
    );
    await by.changed(5, String.raw`[{"\u006fp":"add","p\u0061th":"\/e","value":3}]`);
    assert.equal(await by.plan(), '{"rev":6,"c":{"op":"remove"},"d":2.0,"e":3}');
  },
);
