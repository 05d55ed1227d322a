import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { demoPlan } from "../../samples/index.ts";
import { FakeChannel, type Message, type Reply, settle } from "./fake-channel.ts";

const plan: PlanData = { ...demoPlan("flat"), rev: 4 };
const edited: PlanData = { ...demoPlan("flat"), note: "by hand" };
const changes = [{ op: "add", path: "/note", value: "by hand" }];

/** A client that follows a plan. */
const following = async (t: TestContext, answer: (message: Message) => Reply) => {
  const channel = new FakeChannel();
  channel.answer = answer;
  const quiet = (): void => undefined;
  const { client } = channel;
  t.after(client.subscribe(quiet, quiet));
  await settle();
  return { channel, client };
};

/** A client of a service that knows changes, which answers them and whole plans like this. */
const changing = async (t: TestContext, toChange: Reply, toSave: Reply = toChange) => {
  const found = await following(t, ({ type }) =>
    type === "plan/change" ? toChange : type === "plan/save" ? toSave : { result: null },
  );
  found.channel.tell({ rev: 4, plan });
  await settle();
  return found;
};

const stored = (rev: number): Reply => ({ result: { ok: true, rev } });
const saved = (rev: number) => ({ _tag: "Right", right: rev });

test("SESS-17: what changed since the base is sent, over its revision", async (t) => {
  const { channel, client } = await changing(t, stored(5));
  assert.deepEqual(await client.save(edited, 4), saved(5));
  assert.deepEqual(channel.sent.slice(1), [{ type: "plan/change", rev: 4, changes }]);
  // The base is the plan of the service, with what others have changed.
  channel.tell({
    rev: 5,
    from: 4,
    changes: [
      { op: "replace", path: "/rev", value: 5 },
      { op: "add", path: "/note", value: "by others" },
    ],
  });
  await client.save(edited, 5);
  const replaced = [{ op: "replace", path: "/note", value: "by hand" }];
  assert.deepEqual(channel.sent.slice(2), [{ type: "plan/change", rev: 5, changes: replaced }]);
});

test("SESS-17: a base of another revision, an overwriting save and a plan that is shorter are sent as whole plans", async (t) => {
  const { channel, client } = await changing(t, stored(5));
  await client.save(edited, 3);
  await client.save(edited);
  await client.save({ rooms: [] }, 4);
  assert.deepEqual(channel.sent.slice(1), [
    { type: "plan/save", plan: edited, rev: 3 },
    { type: "plan/save", plan: edited },
    { type: "plan/save", plan: { rooms: [] }, rev: 4 },
  ]);
});

test("SESS-17: without a connection, and until its first event, no plan is known to base changes on", async (t) => {
  const { channel, client } = await changing(t, stored(5));
  channel.lose();
  await client.save(edited, 4);
  channel.comeBack();
  await client.save(edited, 4);
  assert.deepEqual(channel.types.slice(1), ["plan/save", "plan/follow", "plan/save"]);
  // Restored from a backup: another plan of the same number.
  channel.tell({ rev: 4, plan: { ...edited, rev: 4, note: "of the backup" } });
  await client.save(edited, 4);
  const replaced = [{ op: "replace", path: "/note", value: "by hand" }];
  assert.deepEqual(channel.sent.at(-1), { type: "plan/change", rev: 4, changes: replaced });
});

test("SESS-17: after an event that was not understood, and for somebody who no longer follows, none is known either", async () => {
  const channel = new FakeChannel();
  channel.answer = ({ type }) => (type === "plan/save" ? stored(5) : { result: null });
  const quiet = (): void => undefined;
  const end = channel.client.subscribe(quiet, quiet);
  await settle();
  channel.tell({ rev: 4, plan });
  channel.tell({ rev: 9, from: 8, changes: [] });
  await channel.client.save(edited, 4);
  await settle();
  channel.tell({ rev: 4, plan });
  end();
  await channel.client.save(edited, 4);
  assert.deepEqual(channel.types, ["plan/follow", "plan/save", "plan/follow", "plan/save"]);
});

test("SESS-17: changes that the service does not understand are saved as a whole plan over the same revision, once", async (t) => {
  const { channel, client } = await changing(t, { code: "invalid_format" }, stored(5));
  assert.deepEqual(await client.save(edited, 4), saved(5));
  assert.deepEqual(channel.sent.slice(1), [
    { type: "plan/change", rev: 4, changes },
    { type: "plan/save", plan: edited, rev: 4 },
  ]);
  channel.answer = () => ({ code: "invalid_format" });
  const answer = await client.save(edited, 4);
  assert(isLeft(answer) && answer.left.code === "invalid_format");
  assert.deepEqual(channel.types.slice(3), ["plan/change", "plan/save"]);
});

test("PAGE-34: a service that does not know changes is asked once for each connection, and gets whole plans", async (t) => {
  const { channel, client } = await changing(t, { code: "unknown_command" }, stored(5));
  for (let count = 0; count < 2; count += 1)
    assert.deepEqual(await client.save(edited, 4), saved(5));
  assert.deepEqual(channel.types.slice(1), ["plan/change", "plan/save", "plan/save"]);
  channel.lose();
  channel.comeBack();
  await settle();
  channel.tell({ rev: 4, plan });
  channel.answer = () => stored(5);
  await client.save(edited, 4);
  assert.deepEqual(channel.types.slice(4), ["plan/follow", "plan/change"]);
});

test("PAGE-34: a service whose whole plans are followed gets whole plans, and is not asked for more", async (t) => {
  const { channel, client } = await following(t, ({ type }) =>
    type === "plan/follow" ? { code: "unknown_command" } : stored(5),
  );
  channel.tell(plan);
  assert.deepEqual(await client.save(edited, 4), saved(5));
  assert.deepEqual(channel.types, ["plan/follow", "plan/subscribe", "plan/save"]);
});

for (const code of ["conflict", "outcome_unknown", "overloaded", "not_loaded", "unauthorized"])
  test(`SESS-17: a change that is answered with ${code} is a save that is answered so`, async (t) => {
    const { channel, client } = await changing(t, { code });
    const answer = await client.save(edited, 4);
    assert(isLeft(answer) && answer.left.code === code);
    assert.deepEqual(channel.types.slice(1), ["plan/change"], "nothing else is sent");
  });
