import assert from "node:assert/strict";
import { test } from "node:test";
import { startDouble } from "../../support/double-home-assistant.ts";
import { eventually, withTimeout } from "../../support/polling.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { objectOf, patienceMs, startBeside, until } from "../service-beside.ts";

/** The events of a subscription that a peer got. */
const eventsOf = ({ received }: Peer, subscription: number): readonly Message[] =>
  received.filter(({ id, type }) => id === subscription && type === "event");

test("UPSTREAM-8: Home Assistant that dies and comes back is noticed by nobody but those who ask meanwhile", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const states = peer.newId();
  peer.send({ id: states, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  await peer.replyTo(states);
  await peer.nextEvent();
  await home.pause();
  const pending = peer.newId();
  peer.send({ id: pending, type: "never/answered" });
  assert.equal(await peer.save({ rooms: [] }), 1);
  await home.kill();
  const lost = objectOf((await peer.replyTo(pending))["error"]);
  assert.equal(lost["code"], "home_assistant_unavailable");
  assert.match(String(lost["message"]), /^the connection to Home Assistant at .* was lost$/);
  const away = await peer.error("get_states");
  assert.equal(away.code, "home_assistant_unavailable");
  assert.equal(objectOf(await peer.result("floorplan/plan/get"))["rev"], 1);
  const before = peer.received.length;
  await home.resume();
  await home.restart();
  await until("subscribed", () => eventsOf(peer, states).length > 1);
  home.core.setState("light.kitchen_lights", "off");
  home.core.setState("light.kitchen_lights", "on");
  await until("events", () => eventsOf(peer, states).length > 3);
  const others = ({ id, type }: Message): boolean => id !== states || type !== "event";
  assert.deepEqual(peer.received.slice(before).filter(others), []);
  assert.equal(await peer.result("unsubscribe_events", { subscription: states }), null);
  assert.equal(home.subscriptions(), 0);
});

test("UPSTREAM-8: a subscription that is ended while Home Assistant is away does not come back", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const ids: number[] = [];
  for (const type of ["subscribe_entities", "subscribe_events"]) {
    const id = peer.newId();
    peer.send({ id, type });
    await peer.replyTo(id);
    ids.push(id);
  }
  await home.stop();
  await eventually(async () => {
    const { success } = await peer.command("get_config");
    return success === false ? { seen: true } : { not: "away" };
  }, patienceMs);
  assert.equal(await peer.result("unsubscribe_events", { subscription: ids[0] }), null);
  await home.restart();
  await until("restored", () => home.subscriptions() === 1);
  assert.deepEqual([home.count("subscribe_entities"), home.count("subscribe_events")], [1, 2]);
});

test("UPSTREAM-8: a subscription that is not taken again at once is asked for once more", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  let refusals = 2;
  const id = peer.newId();
  home.answer("late/subscribe", ({ send, afterwards }) => {
    if (home.count("late/subscribe") > 1 && (refusals -= 1) >= 0)
      return { error: { code: "unknown_command", message: "Unknown command." } };
    afterwards(() => send(home.count("late/subscribe")));
    return { result: null };
  });
  peer.send({ id, type: "late/subscribe" });
  await peer.replyTo(id);
  assert.equal(await peer.nextEvent(), 1);
  await home.restart();
  assert.equal(await withTimeout(peer.nextEvent(), patienceMs, "the subscription"), 4);
  assert.equal(peer.received.filter((each) => each["id"] === id).length, 3);
});

test("UPSTREAM-8: what acts and then has events, such as a run of Assist, is not sent again, and its sender is told", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  home.answer("assist_pipeline/run", ({ send, keep, afterwards }) => {
    afterwards(() => send({ type: "run-start" }));
    keep(() => undefined);
    return { result: null };
  });
  const run = peer.newId();
  peer.send({ id: run, type: "assist_pipeline/run", input: { text: "open the gate" } });
  await peer.replyTo(run);
  await peer.nextEvent();
  const states = peer.newId();
  peer.send({ id: states, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  await peer.replyTo(states);
  await peer.nextEvent();
  await home.restart();
  await until("subscribed", () => eventsOf(peer, states).length > 1);
  assert.equal(home.count("assist_pipeline/run"), 1);
  const told = peer.received.filter(({ id, type }) => id === run && type === "result");
  assert.deepEqual(
    told.map(({ success }) => success),
    [true, false],
  );
  assert.equal(objectOf(told[1]?.["error"])["code"], "home_assistant_unavailable");
  assert.equal((await peer.error("unsubscribe_events", { subscription: run })).code, "not_found");
});

test("UPSTREAM-7, UPSTREAM-8: what answers once, such as camera/stream, is no subscription, counts as none and is not sent again", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { connectionSubscriptions: 2 });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  for (const type of ["camera/stream", "odd/subscribe", "odd/upstream"])
    home.answer(type, () => ({ result: { url: "/api/hls/1/master.m3u8" } }));
  const once = ["camera/stream", "odd/subscribe", "odd/upstream"];
  for (const type of [...once, ...once]) await peer.result(type);
  const id = peer.newId();
  peer.send({ id, type: "subscribe_entities", entity_ids: ["light.kitchen_lights"] });
  assert.equal((await peer.replyTo(id))["success"], true);
  await peer.nextEvent();
  await home.restart();
  await until("subscribed", () => eventsOf(peer, id).length > 1);
  for (const type of once) assert.equal(home.count(type), 2, type);
});
