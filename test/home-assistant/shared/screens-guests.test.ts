import assert from "node:assert/strict";
import { test } from "node:test";
import { SharedStates } from "../../../src/home-assistant/shared/shared-states.ts";
import { heapInUse } from "../../server/bytes-in-use.ts";
import { bounded, ofMany } from "../../support/timeouts.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import { controlling, settled } from "../service-with-token.ts";
import { waitForStates } from "../known-states.ts";

const invented = (from: number): readonly string[] =>
  Array.from({ length: 1000 }, (_, at) => `sensor.nobody_has_this_${from + at}`);

test(
  "SCREEN-34: what the plan does not name is dropped of a guest's list before anything is kept",
  bounded,
  async (t) => {
    const { service, admin } = await settled(t, undefined, { viewerBytes: 1024 });
    const guest = await Peer.login(t, service.port, service.viewer);
    for (let list = 0; list < 8; list += 1)
      await guest.result("subscribe_entities", {
        entity_ids: [...invented(1000 * list), "light.hall"],
      });
    await waitForStates(guest, { "light.hall": "on" });
    const none = await Peer.login(t, service.port, service.viewer);
    await none.result("subscribe_entities", { entity_ids: invented(0) });
    assert.deepEqual(await none.nextEvent(), { a: {} }, "not all that there are");
    // Who makes the plan may ask for what is placed next.
    await admin.result("subscribe_entities", { entity_ids: ["lock.front_door"] });
    await admin.save({ devices: [{ entity: "lock.front_door" }] });
    await waitForStates(admin, { "lock.front_door": "locked" });
  },
);

test(
  "SCREEN-34: a guest's list is held against the newest plan, however soon it comes",
  ofMany,
  async (t) => {
    const { service, admin } = await settled(t);
    // Long to be read.
    const others = Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, x: at, y: at }));
    for (let step = 0; step < 4; step += 1) {
      const [entity, state] =
        step % 2 === 0 ? (["lock.front_door", "locked"] as const) : (["light.hall", "on"] as const);
      const guest = await Peer.login(t, service.port, service.viewer);
      await admin.save({ devices: [...others, { entity }] });
      await guest.result("subscribe_entities", { entity_ids: [entity] });
      await waitForStates(guest, { [entity]: state });
    }
  },
);

test(
  "CHAN-43: lists beyond viewer-bytes are refused, on all connections of a guest together",
  bounded,
  async (t) => {
    const ids = Array.from({ length: 20 }, (_, at) => `sensor.number_${at}`);
    const plan = { sensors: ids.map((entity) => ({ entity })) };
    const { service } = await settled(t, plan, { viewerBytes: 2048 });
    const [one, other] = [
      await Peer.login(t, service.port, service.viewer),
      await Peer.login(t, service.port, service.viewer),
    ];
    const id = one.newId();
    one.send({ id, type: "subscribe_entities", entity_ids: ids });
    assert.equal((await one.replyTo(id))["success"], true);
    const { code, message } = await other.error("subscribe_entities", { entity_ids: ids });
    assert.equal(code, "too_many_subscriptions");
    assert.match(message, /viewer-bytes, 2048/);
    await one.result("unsubscribe_events", { subscription: id });
    await other.result("subscribe_entities", { entity_ids: ids });
  },
);

test(
  "CHAN-43: commands beyond viewer-bytes that wait for Home Assistant hold up those behind them, and none is lost",
  bounded,
  async (t) => {
    const { service, home } = await settled(t, undefined, { viewerBytes: 1024 });
    home.answer("call_service", held);
    const guest = await controlling(t, service);
    const target = { entity_id: "light.hall" };
    const call = { type: "call_service", domain: "light", service: "turn_on", target };
    const padding = " ".repeat(800);
    const [first, second, ping] = [guest.newId(), guest.newId(), guest.newId()];
    for (const id of [first, second])
      guest.ws.send(`{"id":${id},${padding}${JSON.stringify(call).slice(1)}`);
    guest.send({ id: ping, type: "ping" });
    const asked = await home.whenReceived("call_service", 2);
    assert.equal(
      guest.received.some(({ id }) => id === ping),
      false,
    );
    for (const each of asked) each.succeed({ context: {} });
    assert.equal((await guest.replyTo(ping))["type"], "pong");
    for (const id of [first, second])
      assert(guest.received.some((message) => message["id"] === id && message["success"] === true));
  },
);

test("SCREEN-34: equal lists are kept once", () => {
  const states = new SharedStates(0, boundary);
  const text = JSON.stringify(invented(0));
  const screen = { emit: () => undefined, hasRoom: () => true, whenRoom: () => undefined };
  const join = (): (() => void) => {
    const list: unknown = JSON.parse(text);
    assert(Array.isArray(list));
    return states.join(screen, list.map(String));
  };
  join();
  const before = heapInUse();
  const ends = Array.from({ length: 500 }, join);
  const bytes = heapInUse() - before;
  assert(bytes < 100 * text.length, `${ends.length} lists of ${text.length} bytes keep ${bytes}`);
});
