import assert from "node:assert/strict";
import { connect } from "../support/home-assistant/home-assistant-under-test.ts";
import { eventually } from "../support/polling.ts";
import { type Message, Peer } from "../support/peer.ts";
import { objectOf, patienceMs, startBeside } from "../home-assistant/service-beside.ts";
import { scaled } from "../campaign/scale.ts";
import { testBoth } from "../home-assistant/test-both.ts";

const isReal = scaled(false, true);

testBoth(
  "its users come in with their rights, read states and call services here",
  async (home, t) => {
    const service = await startBeside(t, home);
    const owner = await Peer.login(t, service.port, home.owner.accessToken);
    const me = objectOf(await owner.result("auth/current_user"));
    assert.deepEqual([me["id"], me["is_admin"]], [`home-assistant:${home.owner.id}`, true]);
    await owner.save({ rooms: [] });
    const user = await Peer.login(t, service.port, home.user.longLivedToken);
    assert.equal((await user.error("floorplan/plan/save", { plan: {} })).code, "unauthorized");
    const id = user.newId();
    const entity_ids = ["light.kitchen_lights"];
    user.send({ id, type: "subscribe_entities", entity_ids });
    await user.replyTo(id);
    assert(Object.hasOwn(objectOf(await user.nextEvent()), "a"));
    const target = { entity_id: entity_ids };
    await user.result("call_service", { domain: "light", service: "toggle", target });
    // It may come before the answer to the call.
    const isChange = ({ event }: Message): boolean => event !== undefined && "c" in objectOf(event);
    await eventually(
      () => Promise.resolve(user.received.some(isChange) ? { seen: true } : { not: "a change" }),
      patienceMs,
    );
    const guest = await Peer.login(t, service.port, home.guest.accessToken);
    const refused = await guest.error("call_service", {
      domain: "light",
      service: "toggle",
      target,
    });
    const there = await connect(home, home.guest.accessToken);
    t.after(() => there.ws.terminate());
    await assert.rejects(
      there.call({ type: "call_service", domain: "light", service: "toggle", target }),
      { code: refused.code },
    );
    assert.equal(await user.result("unsubscribe_events", { subscription: id }), null);
  },
  isReal,
);

testBoth(
  "somebody who is let in no more is let go here",
  async (home, t) => {
    const service = await startBeside(t, home);
    const leaver = await Peer.login(t, service.port, home.dropout.longLivedToken);
    await leaver.result("get_config");
    await home.setActive(home.dropout, false);
    const closed = await leaver.closed;
    assert.equal(closed.code, 1008);
    assert.match(closed.reason, /^Home Assistant refuses the access token/);
    await home.setActive(home.dropout, true);
  },
  isReal,
);

testBoth(
  "a restart brings subscriptions back, and holds up no plan",
  async (home, t) => {
    const service = await startBeside(t, home);
    const owner = await Peer.login(t, service.port, home.owner.longLivedToken);
    const id = owner.newId();
    const light = "light.kitchen_lights";
    owner.send({ id, type: "subscribe_entities", entity_ids: [light] });
    await owner.replyTo(id);
    await owner.nextEvent();
    const restarted = home.restart();
    const away = await eventually(async () => {
      const reply = await owner.command("get_config");
      return reply["success"] === false ? { seen: objectOf(reply["error"]) } : { not: "away" };
    }, patienceMs);
    assert.equal(away["code"], "home_assistant_unavailable");
    assert.equal(await owner.save({ rooms: [] }), 1);
    await restarted;
    // It may be back before any of the answers. A Home Assistant that still starts may have other entities at first,
    // and add this one in an event of its own.
    const hasLight = ({ event }: Message): boolean =>
      event !== undefined && Object.hasOwn(objectOf(objectOf(event)["a"] ?? {}), light);
    await eventually(async () => {
      const count = owner.received.filter(hasLight).length;
      return count >= 2 ? { seen: true } : { not: `the light's state twice but ${count} times` };
    }, patienceMs);
  },
  isReal,
);
