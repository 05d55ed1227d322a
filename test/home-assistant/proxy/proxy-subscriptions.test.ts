import assert from "node:assert/strict";
import { test } from "node:test";
import { startDouble } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { startBeside } from "../service-beside.ts";

test("UPSTREAM-7: unsubscribe_events ends what was passed on and what was not, each by the id that its sender knows", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const plan = peer.newId();
  peer.send({ id: plan, type: "floorplan/plan/subscribe" });
  await peer.replyTo(plan);
  const states = peer.newId();
  peer.send({ id: states, type: "subscribe_entities" });
  await peer.replyTo(states);
  const template = peer.newId();
  peer.send({ id: template, type: "render_template", template: "{{ 1 + 1 }}" });
  await peer.replyTo(template);
  assert.equal(home.subscriptions(), 2);
  assert.equal(await peer.result("unsubscribe_events", { subscription: states }), null);
  assert.equal(home.subscriptions(), 1);
  assert.equal(
    (await peer.error("unsubscribe_events", { subscription: states })).code,
    "not_found",
  );
  assert.equal(await peer.result("unsubscribe_events", { subscription: plan }), null);
  assert.equal(await peer.result("unsubscribe_events", { subscription: template }), null);
  assert.equal(home.subscriptions(), 0);
  assert.equal((await peer.error("unsubscribe_events", { subscription: 99 })).code, "not_found");
  const before = peer.received.length;
  await peer.save({ rooms: [] });
  home.core.setState("light.kitchen_lights", "off");
  await peer.result("get_config");
  assert(!peer.received.slice(before).some(({ type }) => type === "event"), "no event comes");
});

test("UPSTREAM-7: a connection has connection-subscriptions of both kinds together", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { connectionSubscriptions: 2 });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  await peer.result("floorplan/plan/subscribe");
  await peer.result("subscribe_entities");
  for (const type of ["subscribe_events", "floorplan/plan/subscribe"]) {
    const { code, message } = await peer.error(type);
    assert.equal(code, "too_many_subscriptions");
    assert.match(message, /as connection-subscriptions allows, 2$/);
  }
  // Only the events of this one tell that it is a subscription.
  home.answer("odd/follow", ({ send, keep, afterwards }) => {
    afterwards(() => send("an event"));
    keep(() => undefined);
    return { result: null };
  });
  await peer.result("odd/follow");
  await home.whenReceived("unsubscribe_events", 1);
  assert(!peer.received.some(({ event }) => event === "an event"));
});
