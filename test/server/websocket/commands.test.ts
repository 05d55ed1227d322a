import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { refusal } from "./refusal.ts";

const admin = async (t: TestContext, config = {}): Promise<Peer> => {
  const service = await startTestService(t, { config });
  return Peer.login(t, service.port, service.admin);
};

const ping = (id: number): Message => ({ id, type: "ping" });
const pong = (id: number): Message => ({ id, type: "pong" });

test("CHAN-8: each command of an array is answered by itself, in order", bounded, async (t) => {
  const peer = await admin(t);
  const save = { id: 3, type: "floorplan/plan/save", plan: numberedPlan(1) };
  peer.send([
    ping(1),
    { id: 2, type: "nothing" },
    [],
    save,
    null,
    { id: 4, type: "floorplan/plan/get" },
    ping(5),
  ]);
  assert.deepEqual(await peer.next(), pong(1));
  const answers: Message[] = [];
  for (let count = 0; count < 5; count += 1) answers.push(await peer.next());
  assert.deepEqual(
    answers.map((answer) => [answer["id"], answer["success"]]),
    [
      [2, false],
      [0, false],
      [3, true],
      [0, false],
      [4, true],
    ],
  );
  assert.deepEqual(answers.at(-1)?.["result"], { rev: 1, ...numberedPlan(1) });
  assert.deepEqual(await peer.next(), pong(5));
});

test(
  "CHAN-8: an array of message-commands commands is done, a longer one is not",
  bounded,
  async (t) => {
    const peer = await admin(t, { messageCommands: 3 });
    peer.send([ping(1), ping(2), ping(3)]);
    for (const id of [1, 2, 3]) assert.deepEqual(await peer.next(), pong(id));
    const type = "floorplan/plan/save";
    peer.send([4, 5, 6, 7].map((id) => ({ id, type, plan: {} })));
    const answer = await peer.next();
    assert.equal(answer["id"], 0);
    assert.match(JSON.stringify(answer["error"]), /invalid_format.*message-commands, 3/);
    // Answered once, nothing of it was done, and its ids are not taken.
    peer.send({ id: 4, type: "floorplan/plan/get" });
    assert.deepEqual(await peer.next(), { id: 4, type: "result", success: true, result: {} });
  },
);

test("CHAN-8: an empty array has no answer", bounded, async (t) => {
  const peer = await admin(t);
  peer.send([]);
  peer.send(ping(1));
  assert.deepEqual(await peer.next(), pong(1));
});

test(
  "CHAN-14: id, type, schema, administrator, the command's own errors, in this order",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.viewer);
    const type = "floorplan/plan/save";
    peer.send(ping(1));
    await peer.next();
    // From message to message one thing less is wrong.
    assert.deepEqual(await refusal(peer, { id: "x", type: "no" }), [0, "invalid_format"]);
    assert.deepEqual(await refusal(peer, { id: 1, type: "no" }), [1, "id_reuse"]);
    assert.deepEqual(await refusal(peer, { id: 1, type, plan: 1 }), [1, "id_reuse"]);
    assert.deepEqual(await refusal(peer, { id: 2, type: "no", plan: 1 }), [2, "unknown_command"]);
    assert.deepEqual(await refusal(peer, { id: 2, type, plan: 1, rev: 9 }), [2, "invalid_format"]);
    assert.deepEqual(await refusal(peer, { id: 3, type, plan: {}, rev: 9 }), [3, "unauthorized"]);
    const editor = await Peer.login(t, service.port, service.admin);
    assert.deepEqual(await refusal(editor, { id: 3, type, plan: {}, rev: 9 }), [3, "conflict"]);
  },
);

test(
  "CHAN-15: a field that is missing, wrong or unknown is named with what was expected",
  bounded,
  async (t) => {
    const peer = await admin(t);
    const cases: readonly (readonly [string, Message, RegExp])[] = [
      ["unsubscribe_events", {}, /^subscription: missing, expected integer$/],
      ["unsubscribe_events", { subscription: "1" }, /^subscription: expected integer$/],
      ["unsubscribe_events", { subscription: 1.5 }, /^subscription: expected integer$/],
      ["unsubscribe_events", { subscription: 1, sub: 1 }, /^sub: unknown field.*subscription$/],
      ["supported_features", { features: [] }, /^features: expected object$/],
      ["supported_features", { features: null }, /^features: expected object$/],
      ["ping", { plan: {} }, /^plan: unknown field/],
      ["auth/current_user", { user: 1 }, /^user: unknown field/],
      ["floorplan/plan/get", { rev: 1 }, /^rev: unknown field/],
      ["floorplan/plan/subscribe", { rev: 1 }, /^rev: unknown field/],
      ["floorplan/plan/save", {}, /^plan: missing, expected object$/],
      ["floorplan/plan/save", { plan: 1 }, /^plan: expected object$/],
      ["floorplan/plan/save", { plan: {}, revision: 1 }, /^revision: unknown field.*plan, rev$/],
      ["floorplan/history/list", { limit: 1 }, /^limit: unknown field/],
      ["floorplan/history/get", {}, /^rev: missing, expected integer$/],
      ["floorplan/history/get", { rev: null }, /^rev: expected integer$/],
      ["floorplan/yaml/parse", { text: 1 }, /^text: expected string$/],
      ["floorplan/yaml/dump", { data: "a" }, /^data: expected list or object$/],
    ];
    for (const [type, fields, expected] of cases) {
      const error = await peer.error(type, fields);
      assert.equal(error.code, "invalid_format", type);
      assert.match(error.message, expected, type);
    }
    const proto = await refusal(peer, '{"id":100,"type":"ping","__proto__":{}}');
    assert.deepEqual(
      proto,
      [100, "invalid_format"],
      "a field that objects have anyway is one, too",
    );
  },
);

test(
  "CHAN-16: commands for administrators are unauthorized for anybody else",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const reader = await Peer.login(t, service.port, service.viewer);
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save(numberedPlan(1));
    const commands: readonly (readonly [string, Message])[] = [
      ["plan/save", { plan: {} }],
      ["history/list", {}],
      ["history/get", { rev: 1 }],
      ["yaml/parse", { text: "a: 1" }],
      ["yaml/dump", { data: {} }],
    ];
    for (const [name, fields] of commands) {
      assert.equal((await reader.error(`floorplan/${name}`, fields)).code, "unauthorized", name);
    }
    // Nothing was done, and an administrator may do each of them.
    assert.deepEqual(await reader.result("floorplan/plan/get"), { rev: 1, ...numberedPlan(1) });
    for (const [name, fields] of commands) await editor.result(`floorplan/${name}`, fields);
  },
);

test(
  "PLAN-3: the domain is a setting that prefixes the types of the commands",
  bounded,
  async (t) => {
    const peer = await admin(t, { domain: "my_house2" });
    assert.deepEqual(await peer.result("my_house2/plan/get"), {});
    assert.deepEqual(await peer.result("my_house2/plan/save", { plan: {} }), { ok: true, rev: 1 });
    assert.deepEqual(await peer.result("my_house2/history/list"), []);
    assert.deepEqual(await peer.result("my_house2/yaml/parse", { text: "a" }), { data: "a" });
    for (const type of ["floorplan/plan/get", "plan/get", "my_house2/ping"])
      assert.equal((await peer.error(type)).code, "unknown_command", type);
    assert.equal((await peer.command("ping"))["type"], "pong", "the host's own have no prefix");
  },
);
