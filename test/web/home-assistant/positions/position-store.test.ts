import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import {
  ChannelClient,
  routeThroughFrontend,
} from "../../../../src/web/connection/channel-client.ts";
import type { Position } from "../../../../src/web/home-assistant/positions/position.ts";
import { PositionStore } from "../../../../src/web/home-assistant/positions/position-store.ts";
import { move, radar, start } from "../../../home-assistant/shared/positions-of.ts";
import { newToken } from "../../../home-assistant/service-with-token.ts";
import { bounded, until } from "../../../support/timeouts.ts";
import { FakeChannel, settle } from "../../connection/fake-channel.ts";

const located = (x: number, more = {}) => ({
  s: "located",
  a: { name: "Robi", kind: "vacuum", x, z: 2, source: [x * 1000, 2000.5], ...more },
  lc: 1790000000.2,
});

const plan = { trackers: [{ id: "robi" }] };

/** A store over a connection in the hands of the test, and the positions that it told. */
const begin = (t: TestContext) => {
  const channel = new FakeChannel();
  const store = new PositionStore(channel.client);
  const told: (readonly [string, Position | undefined])[][] = [];
  store.subscribe((changed) => told.push([...changed]));
  t.after(() => store.end());
  return { channel, store, told };
};

test("POS-12: positions are asked for only while the plan has trackers, and forgotten with them", async (t) => {
  const { channel, store, told } = begin(t);
  for (const bare of [{}, { trackers: [] }, { trackers: "x" }]) store.follow(bare);
  await settle();
  assert.deepEqual(channel.types, [], "nothing is asked for without trackers");
  store.follow(plan);
  store.follow({ ...plan, rev: 2 });
  await settle();
  assert.deepEqual(channel.types, ["positions/subscribe"], "a plan with trackers asks once");
  channel.tell({
    a: { robi: located(1), anna: { s: "room", a: { kind: "person", room: "Den" } } },
  });
  assert.deepEqual(store.get("robi"), {
    id: "robi",
    name: "Robi",
    kind: "vacuum",
    partOf: undefined,
    changedAt: 1790000000.2,
    state: "located",
    place: [1, 2],
    level: undefined,
    heading: undefined,
    accuracy: undefined,
    sources: undefined,
    spread: undefined,
    room: undefined,
    source: [1000, 2000.5],
    map: undefined,
    dock: undefined,
    path: undefined,
  });
  assert.deepEqual([...store.all.keys()], ["robi", "anna"]);
  channel.tell({ a: { robi: located(3, { heading: 90 }) }, r: ["anna"] });
  assert.deepEqual(
    told.at(-1)?.map(([id, position]) => [id, position?.state]),
    [
      ["robi", "located"],
      ["anna", undefined],
    ],
  );
  assert.deepEqual([...store.all.keys()], ["robi"]);
  store.follow({});
  await settle();
  assert.equal(store.all.size, 0, "positions are forgotten with the trackers");
  assert.equal(channel.open.length, 0, "the subscription has ended");
});

test("POS-12: whoever lacks the right gets nobody, without a word, and is asked again by the next connection", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const turn = () => new Promise(setImmediate);
  for (const code of ["unauthorized", "unknown_command"]) {
    const { channel, store } = begin(t);
    channel.answer = () => ({ code });
    store.follow(plan);
    await turn();
    t.mock.timers.tick(60_000);
    await turn();
    assert.deepEqual(channel.types, ["positions/subscribe"], "no connection is asked twice");
    assert.equal(store.all.size, 0);
    assert.equal(store.isRefused, code === "unauthorized");
    channel.answer = () => ({ result: null });
    channel.comeBack();
    await turn();
    channel.tell({ a: { robi: located(1) } });
    assert.equal(store.get("robi")?.state, "located");
    assert(!store.isRefused, "the right has been given");
    channel.lose();
    assert.equal(store.all.size, 0, "without a connection nobody is anywhere");
  }
});

test("POS-12: what cannot be read is nowhere, and unknown kinds are targets", async (t) => {
  const { channel, store } = begin(t);
  store.follow(plan);
  await settle();
  const odd = { s: "located", a: { x: "1", z: 2 } };
  const strange = located(1, { kind: "toString", spread: { along: 1 }, part_of: "x/1" });
  for (const event of [null, [], { a: 3, r: 4 }, { a: { a: null, b: odd, c: { s: "room" } } }])
    channel.tell(event);
  assert.equal(store.all.size, 0);
  channel.tell({
    a: { strange, bad: { s: "problem", a: { problem: "bad-tracker", value: "id" } } },
  });
  const { kind, partOf } = store.get("strange") ?? {};
  assert.deepEqual({ kind, partOf }, { kind: "target", partOf: "x/1" });
  assert.deepEqual(store.get("bad")?.state, "problem");
});

test("POS-12: a store hears of a real service where its targets are", bounded, async (t) => {
  const { home, service, admin } = await start(t);
  move(home, "a", 0, 1000);
  await admin.save({ trackers: [radar("a")] });
  const rights = { admin: false, control: false, positions: true };
  const token = await newToken(service, "map", rights);
  Object.assign(globalThis, { WebSocket });
  const auth = createLongLivedTokenAuth(`http://127.0.0.1:${service.port}`, token);
  const connection = await createConnection({ auth });
  t.after(() => connection.close());
  const store = new PositionStore(new ChannelClient(...routeThroughFrontend({ connection, auth })));
  t.after(() => store.end());
  store.follow(plan);
  const isAt = (x: number, z: number) => (): boolean => {
    const position = store.get("a");
    return position?.state === "located" && position.place.join() === `${x},${z}`;
  };
  await until(isAt(0, 1));
  move(home, "a", 500, 2000);
  await until(isAt(-0.5, 2));
});
