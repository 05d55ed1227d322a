import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer, Held, Watched } from "../changes/changer.ts";

/** Elements that are long enough that a change of one is shorter than the plan. */
const element = (id: string, more = ""): string =>
  `{"id":"${id}","x":1.0,"name":"the element ${id}, which has a long name"${more}}`;
const letters = ["a", "b", "c", "d", "e", "f"] as const;
const elements = letters.map((id) => element(id));
const planOf = (furniture: readonly string[], more = ""): string =>
  `{"card":{"n":1e2,"deep":{"k":null}},"furniture":[${furniture.join()}]${more}}`;

/** An editor and a follower of a plan. */
const followed = async (t: TestContext, plan: string) => {
  const service = await startTestService(t);
  const by = await Changer.login(t, service);
  await by.save(plan);
  const follower = await Watched.start(t, service);
  const held = new Held();
  await follower.until(1, held);
  /** The operations with which a next revision comes, without that of the revision; the plan's text where it comes whole. */
  const told = async (make: Promise<unknown>): Promise<string> => {
    assert.equal(await make, held.rev + 1);
    const event = await follower.next();
    held.take(event);
    const { rev } = held;
    assert.equal(held.text, await by.plan(), "what the follower has is the plan, in the same text");
    const whole = `{"rev":${rev},"plan":${held.text}}`;
    if (event === whole) return "whole";
    const head = `{"rev":${rev},"from":${rev - 1},"changes":[{"op":"replace","path":"/rev","value":${rev}}`;
    assert(event.startsWith(head), event);
    return event.slice(head.length).replace(/^,/, "").replace(/\]\}$/, "");
  };
  return {
    saved: (next: string): Promise<string> => told(by.save(next)),
    changed: (changes: string): Promise<string> => told(by.change(held.rev, changes)),
  };
};

const replaced = (path: string, value: string): string =>
  `{"op":"replace","path":"${path}","value":${value}}`;
const added = (path: string, value: string): string =>
  `{"op":"add","path":"${path}","value":${value}}`;
const removed = (path: string): string => `{"op":"remove","path":"${path}"}`;

test(
  "FOLLOW-3: the event of a change has its operations, in the text in which they came, without its tests",
  bounded,
  async (t) => {
    const { changed } = await followed(t, planOf(elements));
    for (const operations of [
      replaced("/furniture/0/x", "2.50"),
      added("/furniture/-", '{"id":"z","v":1e1}'),
      `${removed("/furniture/0")},${added("/card/n~1", String.raw`"\u00e9"`)}`,
      '{"op":"move","path":"/furniture/0","from":"/furniture/2"}',
      '{"op":"copy","path":"/twin","from":"/card"}',
    ])
      assert.equal(await changed(`[${operations}]`), operations);
    const spaced = '[ {"value" : [ 1.0 ], "x":7, "path":"/note", "op" : "add" } ]';
    assert.equal(await changed(spaced), added("/note", "[1.0]"));
    const tested = `[{"op":"test","path":"/note","value":[1]},${removed("/note")},{"op":"test","path":"/card/n","value":100}]`;
    assert.equal(await changed(tested), removed("/note"));
    assert.equal(await changed("[]"), "");
    assert.equal(await changed(`[${replaced("/rev", "9")},${removed("/twin")}]`), removed("/twin"));
  },
);

test(
  "FOLLOW-3: a change that moves or copies the revision, is of the whole plan or longer than it, comes in other words",
  bounded,
  async (t) => {
    const { changed } = await followed(t, planOf(elements));
    for (const operations of [
      '{"op":"copy","from":"/rev","path":"/was"}',
      '{"op":"move","from":"/rev","path":"/was"}',
      '{"op":"move","from":"/was","path":"/rev"}',
      '{"op":"copy","from":"","path":"/all"}',
      replaced("", planOf(elements.slice(1))),
      Array.from({ length: 50 }, (_, at) => replaced("/furniture/0/x", String(at))).join(),
      `${added("/furniture", "[]")},${added("/note", `"${"long".repeat(100)}"`)},${removed("/note")}`,
    ])
      assert.notEqual(await changed(`[${operations}]`), operations);
    assert.equal(await changed(`[${added("/x", "1")}]`), added("/x", "1"));
  },
);

test(
  "FOLLOW-4: a save is followed by what it changes: members and elements that were edited, added and removed",
  bounded,
  async (t) => {
    const plan = planOf(elements);
    const { saved } = await followed(t, plan);
    const back = async (): Promise<void> => void (await saved(plan));
    assert.equal(await saved(plan), "", "nothing but the revision");
    assert.equal(
      await saved(planOf(elements.with(2, element("c").replace("1.0", "2.0")))),
      replaced("/furniture/2/x", "2.0"),
    );
    await back();
    assert.equal(
      await saved(planOf(elements.with(5, element("f", ',"w":{"v":[1]}')))),
      added("/furniture/5/w", '{"v":[1]}'),
    );
    await back();
    const bare = elements.with(0, element("a").replace('"x":1.0,', ""));
    assert.equal(await saved(planOf(bare)), removed("/furniture/0/x"));
    await back();
    const more = element("g");
    assert.equal(await saved(planOf([...elements, more])), added("/furniture/6", more));
    await back();
    assert.equal(await saved(planOf([more, ...elements])), added("/furniture/0", more));
    assert.equal(await saved(plan), removed("/furniture/0"));
    assert.equal(
      await saved(planOf(elements.toSpliced(2, 2))),
      `${removed("/furniture/3")},${removed("/furniture/2")}`,
    );
    await back();
    assert.equal(await saved(plan.replace('"n":1e2', '"n":100')), replaced("/card/n", "100"));
    assert.equal(
      await saved(planOf(elements, ',"note":"x"')),
      `${replaced("/card/n", "1e2")},${added("/note", '"x"')}`,
    );
    assert.equal(
      await saved(planOf(elements, ',"other":[]')),
      `${removed("/note")},${added("/other", "[]")}`,
    );
  },
);

test(
  "FOLLOW-4: elements that a save moved are moved, told apart by their ids, and those without are told by their text",
  bounded,
  async (t) => {
    const { saved } = await followed(t, planOf(elements));
    const [a, b, c, d, e, f] = letters.map((id) => element(id));
    assert.equal(
      await saved(planOf([f, a, b, c, d, e].map(String))),
      '{"op":"move","path":"/furniture/0","from":"/furniture/5"}',
    );
    const edited = element("d").replace("1.0", "9");
    assert.equal(
      await saved(planOf([a, b, c, edited, e, f].map(String))),
      [
        '{"op":"move","path":"/furniture/5","from":"/furniture/0"}',
        replaced("/furniture/3/x", "9"),
      ].join(),
    );
    const bare = ["the first", "the second", "the third"].map(
      (name) => `{"name":"${name}","y":[0.50]}`,
    );
    await saved(planOf(elements, `,"walls":[${bare.join()}]`));
    const walls = (...now: readonly (string | undefined)[]): string =>
      planOf(elements, `,"walls":[${now.join()}]`);
    const [one = "", two = "", three = ""] = bare;
    assert.equal(
      await saved(walls(one, two.replace("0.50", "0.5"), three)),
      replaced("/walls/1/y", "[0.5]"),
    );
    assert.equal(await saved(walls(one, three)), removed("/walls/1"));
    assert.equal(await saved(walls(two, one, three)), added("/walls/0", two));
    assert.equal(await saved(walls(three, two, one)).then((told) => told.length > 0), true);
  },
);

test(
  "FOLLOW-4: a save that changes the order of keys, or what no patch can write, comes as the plan, one that changes much of a list as that list",
  bounded,
  async (t) => {
    const plan = planOf(elements);
    const { saved } = await followed(t, plan);
    const turned = plan.replace(/^\{(.*),("furniture".*)\}$/, "{$2,$1}");
    assert.notEqual(turned, plan);
    for (const next of [
      turned,
      `{"first":1,${plan.slice(1)}`,
      plan.replace('"furniture"', String.raw`"f\u0075rniture"`),
      plan.replace(/\}$/, ',"card":2}'),
      planOf(letters.map((id) => element(`${id}${id}`))),
    ]) {
      assert.equal(await saved(next), "whole", next);
      await saved(plan);
    }
    const twice = elements.toSpliced(0, 2, element("b"), element("a"), element("a"));
    assert.equal(await saved(planOf(twice)), replaced("/furniture", `[${twice.join()}]`));
    await saved(plan);
    // An element with other keys is replaced alone.
    const other = '{"name":"c","id":"c"}';
    assert.equal(await saved(planOf(elements.with(2, other))), replaced("/furniture/2", other));
  },
);
