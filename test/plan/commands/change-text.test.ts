import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startTestService, type TestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer, Held, Watched } from "../changes/changer.ts";
import { patched } from "../changes/text-oracle.ts";

/** An editor of a stored plan, the first revision, and a follower. */
const editorOf = async (t: TestContext, plan: string) => {
  const service = await startTestService(t);
  const by = await Changer.login(t, service);
  assert.equal(await by.save(plan), 1);
  const follower = await Watched.start(t, service);
  const held = new Held();
  await follower.until(1, held);
  /** Makes a change that must succeed, and returns the plan's text behind the revision; it is what the follower has. */
  const changed = async (changes: string): Promise<string> => {
    const before = await by.plan();
    await by.changed(held.rev, changes);
    await follower.until(held.rev + 1, held);
    const after = await by.plan();
    assert.equal(held.text, after, "the follower has the same text");
    const expected = patched(before, changes);
    assert(typeof expected === "string");
    const own = (text: string): string => text.replace(/^\{"rev":\d+,?/, "{");
    const isOfRevision = changes.includes('"/rev') || changes.includes('"path":""');
    if (!isOfRevision) assert.equal(own(after), own(expected));
    return own(after);
  };
  return { service, by, changed };
};

/** The same text after the service was stopped and started again. */
const assertKept = async (t: TestContext, service: TestService, by: Changer): Promise<void> => {
  const stored = await by.plan();
  await service.stop();
  const again = await startTestService(t, { again: service });
  assert.equal(await (await Changer.login(t, again)).plan(), stored);
  await again.stop();
};

const odd = String.raw`{"n":1.0,"e":1e2,"z":-0,"big":9007199254740993,"s":"K\u00fcche\/\ud83c","n\u0075ll":null,"deep":[[],{},[{"":""}]]}`;

test(
  "CHANGE-4: a value is stored by its text: numbers, escapes and null as they came, without white space",
  bounded,
  async (t) => {
    const { service, by, changed } = await editorOf(t, "{}");
    assert.equal(await changed(`[{"op":"add","path":"/odd","value":${odd}}]`), `{"odd":${odd}}`);
    assert.equal(
      await changed(
        '[ {"op":"replace", "path":"/odd/e" , "value": [ 1.50 , {"a" :\t"b c" }\n] } ]',
      ),
      `{"odd":${odd.replace("1e2", '[1.50,{"a":"b c"}]')}}`,
    );
    for (const value of [
      "1.0",
      "1e2",
      "-0",
      "0.10",
      "null",
      "true",
      String.raw`"\u0061\n"`,
      '"é🏠"',
    ])
      assert.match(
        await changed(`[{"op":"add","path":"/v","value":${value}}]`),
        new RegExp(`,"v":${value.replaceAll("\\", "\\\\").replace(".", "\\.")}\\}$`),
      );
    await assertKept(t, service, by);
  },
);

test(
  "CHANGE-4: what no operation reaches into keeps its text, byte for byte, whatever is changed beside it",
  bounded,
  async (t) => {
    const plan = `{"odd":${odd},"rooms":[${odd},{"id":"b","x":1.0},${odd}],"\\u0063ard":${odd}}`;
    const { service, by, changed } = await editorOf(t, plan);
    assert.equal(
      await changed('[{"op":"replace","path":"/rooms/1/x","value":2.0}]'),
      plan.replace('"x":1.0', '"x":2.0'),
    );
    assert.equal(
      await changed('[{"op":"add","path":"/rooms/0","value":1e1}]'),
      plan.replace('"x":1.0', '"x":2.0').replace('"rooms":[', '"rooms":[1e1,'),
    );
    assert.equal(
      await changed(
        '[{"op":"remove","path":"/rooms/0"},{"op":"move","from":"/rooms/0","path":"/rooms/-"}]',
      ),
      plan.replace(`${odd},{"id":"b","x":1.0},${odd}`, `{"id":"b","x":2.0},${odd},${odd}`),
    );
    // Moved and copied values keep theirs, too.
    assert.equal(
      await changed(
        '[{"op":"copy","from":"/odd","path":"/rooms/0/copy"},{"op":"move","from":"/card","path":"/z"}]',
      ),
      `{"odd":${odd},"rooms":[{"id":"b","x":2.0,"copy":${odd}},${odd},${odd}],"z":${odd}}`,
    );
    // A test reaches into what it compares, and changes nothing.
    const before = await by.plan();
    await changed(
      `[{"op":"test","path":"/rooms/1","value":${odd}},{"op":"test","path":"/z/deep/0","value":[]}]`,
    );
    assert.equal(await by.plan(), before.replace(/^\{"rev":\d+/, '{"rev":6'));
    await assertKept(t, service, by);
  },
);

test(
  "CHANGE-4: an object that is changed has each key once from then on, where it stood first, with the value that counted; another keeps its duplicates",
  bounded,
  async (t) => {
    const twice = '{"a":1,"b":2,"a":3.0}';
    const plan = `{"x":1,"card":${twice},"rooms":[${twice},${twice}],"y":${twice}}`;
    const { service, by, changed } = await editorOf(t, plan);
    assert.equal(
      await changed('[{"op":"add","path":"/rooms/1/c","value":4}]'),
      `{"x":1,"card":${twice},"rooms":[${twice},{"a":3.0,"b":2,"c":4}],"y":${twice}}`,
    );
    assert.equal(
      await changed('[{"op":"replace","path":"/card/a","value":5},{"op":"remove","path":"/y/a"}]'),
      `{"x":1,"card":{"a":5,"b":2},"rooms":[${twice},{"a":3.0,"b":2,"c":4}],"y":{"b":2}}`,
    );
    assert.equal(
      await changed(
        '[{"op":"add","path":"/card/b","value":6},{"op":"add","path":"/card/a","value":7}]',
      ),
      `{"x":1,"card":{"a":7,"b":6},"rooms":[${twice},{"a":3.0,"b":2,"c":4}],"y":{"b":2}}`,
    );
    await assertKept(t, service, by);
  },
);

test(
  "CHANGE-4, CHANGE-6: a plan with a key twice is after a restart what it was before, also where a change was of its revision alone",
  bounded,
  async (t) => {
    // Long enough that changes are stored as such.
    const long = `"note":"${"long ".repeat(2000)}"`;
    const plan = `"a":1,${long},"rooms":[1],"a":3}`;
    const { service, by } = await editorOf(t, `{${plan}`);
    const texts: string[] = [];
    for (const [changes, makes] of [
      ['[{"op":"replace","path":"/rev","value":77}]', plan],
      ['[{"op":"remove","path":"/rev"}]', plan],
      ['[{"op":"test","path":"/a","value":3}]', plan],
      ["[]", plan],
      ['[{"op":"add","path":"/a","value":3}]', `"a":3,${long},"rooms":[1]}`],
      ['[{"op":"copy","from":"/a","path":"/rooms/0"}]', `"a":3,${long},"rooms":[3,1]}`],
    ] as const) {
      const rev = await by.save(`{${plan}`);
      assert(typeof rev === "number");
      await by.changed(rev, changes);
      texts.push(`{"rev":${rev + 1},${makes}`);
      assert.equal(await by.plan(), texts.at(-1), changes);
    }
    await service.stop();
    const again = await Changer.login(t, await startTestService(t, { again: service }));
    for (const [at, text] of texts.entries()) {
      const reply = await again.ask("history/get", `,"rev":${2 * at + 3}`);
      assert.equal(reply.get("result"), text);
    }
  },
);

test(
  "CHANGE-4: a new key comes last, written as JSON is, and a key that was removed comes last again",
  bounded,
  async (t) => {
    const { changed } = await editorOf(t, '{"a":1,"b":2}');
    assert.equal(await changed('[{"op":"add","path":"/c","value":3}]'), '{"a":1,"b":2,"c":3}');
    assert.equal(await changed('[{"op":"add","path":"/a","value":4}]'), '{"a":4,"b":2,"c":3}');
    assert.equal(
      await changed('[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":5}]'),
      '{"b":2,"c":3,"a":5}',
    );
    assert.equal(
      await changed('[{"op":"move","from":"/b","path":"/b"}]'),
      '{"c":3,"a":5,"b":2}',
      "a move onto itself is a removal and an addition",
    );
    assert.equal(await changed('[{"op":"copy","from":"/c","path":"/c"}]'), '{"c":3,"a":5,"b":2}');
    const names = [
      "__proto__",
      "",
      "constructor",
      "0",
      "01",
      "-",
      "a/b",
      "m~n",
      "~1",
      'q"',
      "\\u",
      "é",
    ];
    for (const [at, name] of names.entries()) {
      const path = JSON.stringify(`/o/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      if (at === 0) await changed('[{"op":"add","path":"/o","value":{}}]');
      await changed(
        `[{"op":"add","path":${path},"value":{"at":${at}}},{"op":"replace","path":${path},"value":[${at}]}]`,
      );
    }
    const members = names.map((name, at) => `${JSON.stringify(name)}:[${at}]`).join();
    const after = await changed('[{"op":"test","path":"/o/__proto__/0","value":0}]');
    assert.equal(after, `{"c":3,"a":5,"b":2,"o":{${members}}}`);
  },
);

test(
  "CHANGE-6: the revision in the plan is the service's, whatever the operations do with it",
  bounded,
  async (t) => {
    const { service, by, changed } = await editorOf(t, '{"a":1}');
    for (const [changes, plan] of [
      ['[{"op":"replace","path":"/rev","value":77}]', '{"a":1}'],
      [
        '[{"op":"add","path":"/rev","value":{"x":[]}},{"op":"add","path":"/rev/x/-","value":1}]',
        '{"a":1}',
      ],
      ['[{"op":"remove","path":"/rev"}]', '{"a":1}'],
      ['[{"op":"remove","path":"/rev"},{"op":"add","path":"/b","value":2}]', '{"a":1,"b":2}'],
      [
        '[{"op":"test","path":"/rev","value":5},{"op":"copy","from":"/rev","path":"/was"}]',
        '{"a":1,"b":2,"was":5}',
      ],
      ['[{"op":"move","from":"/rev","path":"/was"}]', '{"a":1,"b":2,"was":6}'],
      ['[{"op":"move","from":"/b","path":"/rev"}]', '{"a":1,"was":6}'],
      ['[{"op":"replace","path":"","value":{"rev":"x","z":1.0}}]', '{"z":1.0}'],
      ['[{"op":"add","path":"","value":{}}]', "{}"],
      ['[{"op":"copy","from":"","path":"/all"}]', '{"all":{"rev":10}}'],
    ] as const)
      assert.equal(await changed(changes), plan);
    await assertKept(t, service, by);
  },
);
