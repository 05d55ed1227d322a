import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Json } from "../../../src/model/json.ts";
import { FakeChannel, settle } from "./fake-channel.ts";

const hall = { id: "hall", name: "Hall" };
const lamp = { id: "lamp", x: 1 };
const sofa = { id: "sofa", x: 2 };
const plan = { rev: 4, rooms: [hall], furniture: [lamp, sofa] };

const rev = (value: number): Json => ({ op: "replace", path: "/rev", value });

/** The event of a revision in which the lamp stands somewhere else. */
const moved = (from: number, x: number): Json => ({
  rev: from + 1,
  from,
  changes: [rev(from + 1), { op: "replace", path: "/furniture/0/x", value: x }],
});

/** A client that follows a plan, and what it tells. */
const following = async (t: TestContext, first: Json = { rev: 4, plan }) => {
  const channel = new FakeChannel();
  const plans: PlanData[] = [];
  const states: unknown[] = [];
  const end = channel.client.subscribe(
    (each) => plans.push(each),
    (state) => states.push(typeof state === "string" ? state : state.refused.code),
  );
  t.after(end);
  await settle();
  channel.tell(first);
  await settle();
  return { channel, plans, states, end };
};

test("PAGE-33: changes are made to the plan that is known, and what they do not touch stays the same object", async (t) => {
  const { channel, plans, states, end } = await following(t);
  channel.tell(moved(4, 9));
  channel.tell({
    rev: 6,
    from: 5,
    changes: [rev(6), { op: "add", path: "/rooms/-", value: { id: "attic" } }],
  });
  const [first, second, third] = plans;
  assert.deepEqual(first, plan);
  assert.deepEqual(second, { ...plan, rev: 5, furniture: [{ ...lamp, x: 9 }, sofa] });
  assert.deepEqual(third, { ...second, rev: 6, rooms: [hall, { id: "attic" }] });
  assert.equal(second?.["rooms"], first?.["rooms"]);
  assert.equal(third?.["furniture"], second?.["furniture"]);
  const at = (of: PlanData | undefined) => Object.values(of?.["furniture"] ?? []);
  assert.equal(at(second)[1], at(first)[1]);
  assert.notEqual(at(second)[0], at(first)[0]);
  assert.equal(plans.length, 3);
  assert.deepEqual(states, ["live"], "a state is told once");
  assert.deepEqual(channel.sent, [{ type: "plan/follow" }]);
  end();
  assert.equal(channel.open.length, 0);
});

test("PAGE-33: before the first save the plan is empty, and changes make the first one", async (t) => {
  const { channel, plans } = await following(t, { rev: 0, plan: {} });
  const changes = [
    { op: "add", path: "/rev", value: 1 },
    { op: "add", path: "/rooms", value: [] },
  ];
  channel.tell({ rev: 1, from: 0, changes });
  assert.deepEqual(plans, [{}, { rev: 1, rooms: [] }]);
});

const unusable: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["of another revision", moved(5, 9)],
  ["of an earlier revision", moved(3, 9)],
  ["that end at another revision", { rev: 5, from: 4, changes: [rev(6)] }],
  ["of no revision", { rev: 5, changes: [rev(5)] }],
  ["that are no list", { rev: 5, from: 4, changes: {} }],
  [
    "of a place that is not there",
    { rev: 5, from: 4, changes: [rev(5), { op: "remove", path: "/texts/0" }] },
  ],
  ["that are nothing", null],
]);

for (const [what, event] of unusable)
  test(`PAGE-33: changes ${what} are not shown, and the plan is followed from the beginning`, async (t) => {
    const { channel, plans, states } = await following(t);
    channel.tell(event);
    await settle();
    assert.equal(plans.length, 1);
    assert.deepEqual(channel.sent, [{ type: "plan/follow" }, { type: "plan/follow" }]);
    assert.equal(channel.open.length, 1, "the subscription before is ended");
    channel.tell({ rev: 8, plan: { ...plan, rev: 8 } });
    channel.tell(moved(8, 3));
    assert.deepEqual(
      plans.map((each) => each["rev"]),
      [4, 8, 9],
    );
    assert.deepEqual(states, ["live"], "nobody notices");
  });

test("PAGE-33: if the beginning cannot be understood, it is asked for again after a pause, not at once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const channel = new FakeChannel();
  const plans: PlanData[] = [];
  t.after(
    channel.client.subscribe(
      (each) => plans.push(each),
      () => undefined,
    ),
  );
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  await turns();
  channel.tell(moved(4, 9));
  t.mock.timers.tick(9000);
  await turns();
  assert.equal(channel.sent.length, 1);
  t.mock.timers.tick(2000);
  await turns();
  assert.equal(channel.sent.length, 2);
  assert.equal(channel.open.length, 1);
  channel.tell({ rev: 4, plan });
  assert.deepEqual(plans, [plan]);
});

test("PAGE-33: after a lost connection the plan is followed from the beginning: it may be another one of the same revision", async (t) => {
  const { channel, plans, states } = await following(t);
  channel.tell(moved(4, 9));
  channel.lose();
  channel.comeBack();
  await settle();
  assert.deepEqual(channel.sent, [{ type: "plan/follow" }, { type: "plan/follow" }]);
  const restored = { rev: 5, rooms: [], furniture: [sofa] };
  channel.tell({ rev: 5, plan: restored });
  assert.deepEqual(plans.slice(2), [restored]);
  assert.deepEqual(states, ["live", "away", "live"]);
});

test("PAGE-34: with a service that does not know how to follow, whole plans are subscribed to, once for each connection", async (t) => {
  const channel = new FakeChannel();
  channel.answer = ({ type }) =>
    type === "plan/follow" ? { code: "unknown_command" } : { result: null };
  const [plans, states]: [PlanData[], unknown[]] = [[], []];
  t.after(
    channel.client.subscribe(
      (each) => plans.push(each),
      (state) => states.push(state),
    ),
  );
  await settle();
  channel.tell({});
  channel.tell(plan);
  channel.tell({ ...plan, rev: 5, plan: "a field of its own", from: 4, changes: [] });
  assert.deepEqual(
    plans.map((each) => each["rev"]),
    [undefined, 4, 5],
  );
  assert.deepEqual(channel.types, ["plan/follow", "plan/subscribe"]);
  channel.lose();
  channel.answer = () => ({ result: null });
  channel.comeBack();
  await settle();
  channel.tell({ rev: 6, plan: { ...plan, rev: 6 } });
  assert.equal(plans.at(-1)?.["rev"], 6);
  assert.deepEqual(channel.types.slice(2), ["plan/follow"], "another service may answer now");
  assert.deepEqual(states, ["live", "away", "live"]);
});

test("PAGE-34: a service that knows neither command is reported", async (t) => {
  const channel = new FakeChannel();
  channel.answer = () => ({ code: "unknown_command" });
  const states: unknown[] = [];
  t.after(
    channel.client.subscribe(
      () => undefined,
      (state) => states.push(typeof state === "string" ? state : state.refused.code),
    ),
  );
  await settle();
  assert.deepEqual(channel.types, ["plan/follow", "plan/subscribe"]);
  assert.deepEqual(states, ["unknown_command"]);
});
