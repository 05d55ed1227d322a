import assert from "node:assert/strict";
import { test } from "node:test";
import { type HassEntities, subscribeEntities } from "home-assistant-js-websocket";
import { connectHa } from "../../service/ha-client.ts";
import { bounded, ofMany, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { following, plan, settled } from "../service-with-token.ts";
import { waitForStates, statesOf } from "../known-states.ts";

test(
  "SCREEN-4: a screen is told the states of what the plan names, and of nothing else, however it asks",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const [asked] = home.of("subscribe_entities");
    const ids = asked?.message["entity_ids"];
    assert(Array.isArray(ids));
    assert.deepEqual(new Set(ids), new Set(["light.hall", "lock.back", "sensor.warmth"]));
    const all = await following(t, service);
    await waitForStates(all, { "light.hall": "on", "sensor.warmth": "21" });
    const some = await Peer.login(t, service.port, service.viewer);
    await some.result("subscribe_entities", { entity_ids: ["sensor.warmth", "lock.front_door"] });
    await waitForStates(some, { "sensor.warmth": "21" });
  },
);

test("SCREEN-4: the clients of Home Assistant follow states unmodified", bounded, async (t) => {
  const { service, home } = await settled(t);
  const connection = await connectHa(t, service.url, service.viewer);
  let entities: HassEntities = {};
  const end = subscribeEntities(connection, (newest) => (entities = newest));
  await until(() => entities["light.hall"]?.state === "on");
  const [asked] = home.of("subscribe_entities");
  asked?.emit({ c: { "light.hall": { "+": { s: "off", lc: 2000 }, "-": { a: ["brightness"] } } } });
  await until(() => entities["light.hall"]?.state === "off");
  assert.deepEqual(entities["light.hall"]?.attributes, {});
  assert.equal(entities["light.hall"]?.last_changed, new Date(2_000_000).toISOString());
  end();
});

test("SCREEN-5: three hundred screens cost Home Assistant one subscription", ofMany, async (t) => {
  const { service, home } = await settled(t, undefined, { viewerConnections: 300 });
  const screens = await Promise.all(Array.from({ length: 300 }, () => following(t, service)));
  for (const screen of screens)
    await screen.result("render_template", { template: "{{ 1 + 1 }}", report_errors: true });
  const [asked] = home.of("subscribe_entities");
  asked?.emit({ c: { "light.hall": { "+": { s: "off" } } } });
  for (const screen of screens) await until(() => statesOf(screen)["light.hall"] === "off");
  assert.equal(home.of("subscribe_entities").length, 1);
  assert.equal(home.of("render_template").length, 1);
  assert.equal(home.connections(), 1);
});

test(
  "SCREEN-6: a plan that names other entities is followed without a gap: what goes on is not told anew",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    const screen = await following(t, service);
    await waitForStates(screen, { "light.hall": "on", "sensor.warmth": "21" });
    const before = screen.received.length;
    await admin.save({ ...plan, rooms: [], devices: [{ entity: "lock.front_door" }] });
    await waitForStates(screen, { "light.hall": "on", "lock.front_door": "locked" });
    const after = JSON.stringify(screen.received.slice(before));
    assert(!after.includes("light.hall"), after);
    await home.whenReceived("unsubscribe_events", 1);
    await admin.save({ ...plan, name: "other" });
    await waitForStates(screen, { "light.hall": "on", "sensor.warmth": "21" });
    assert.equal(home.of("subscribe_entities").length, 3);
    await admin.save({});
    await waitForStates(screen, {});
    assert.equal(
      home.of("subscribe_entities").length,
      3,
      "no list would be all entities there are",
    );
  },
);
