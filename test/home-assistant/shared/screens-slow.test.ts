import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, ofMany, until } from "../../support/timeouts.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { serviceOf, settled, startHome } from "../service-with-token.ts";
import { statesOf } from "../known-states.ts";

const many = 2000;
const entity = (number: number): string => `sensor.number_${number}`;
const fill = "x".repeat(500);
const changed = (round: number): Message =>
  Object.fromEntries(
    Array.from({ length: many }, (_, number) => [
      entity(number),
      { "+": { s: String(round), a: { fill: `${fill}${round}` } } },
    ]),
  );

test(
  "SCREEN-15: a screen that stops reading is not closed and holds no memory for what it misses, and then knows the newest",
  ofMany,
  async (t) => {
    const home = await startHome(t);
    for (let number = 0; number < many; number += 1)
      home.core.setState(entity(number), "0", { fill });
    const outboxBytes = 10 * 1024 * 1024;
    const service = await serviceOf(t, home, { statesMs: 0, outboxBytes });
    const admin = await Peer.login(t, service.port, service.admin);
    const sensors = Array.from({ length: many }, (_, number) => ({ entity: entity(number) }));
    await admin.save({ sensors });
    const [asked] = await home.whenReceived("subscribe_entities", 1);
    const slow = await Peer.login(t, service.port, service.viewer);
    const quick = await Peer.login(t, service.port, service.viewer);
    for (const peer of [slow, quick]) {
      await peer.result("subscribe_entities");
      // Who comes before Home Assistant has told the states is told none at first, and of them then.
      await until(() => Object.keys(statesOf(peer)).length === many);
    }
    const before = quick.received.length;
    slow.ws.pause();
    const rounds = 30;
    for (let round = 1; round <= rounds; round += 1) {
      asked?.emit({ c: changed(round) });
      await until(() => quick.received.length === before + round);
    }
    const bytes = JSON.stringify(changed(rounds)).length * rounds;
    assert(bytes > 3 * outboxBytes, `${bytes} bytes were told`);
    slow.ws.resume();
    await until(() => JSON.stringify(slow.received.at(-1)).includes(`${fill}${rounds}"`));
    assert(slow.received.length < before + rounds / 2, `${slow.received.length} messages came`);
  },
);

test(
  "SCREEN-27: a connection has so many templates beside its other subscriptions, and the message names the limit",
  bounded,
  async (t) => {
    const templates = ["{{ 1 }}", "{{ 2 }}", "{{ 3 }}"];
    const plan = { texts: templates.map((text) => ({ text })), sensors: [{ entity: "sensor.a" }] };
    const config = { connectionTemplates: 2, connectionSubscriptions: 1 };
    const { service } = await settled(t, plan, config);
    const screen = await Peer.login(t, service.port, service.viewer);
    const ids: number[] = [];
    for (const template of templates.slice(0, 2)) {
      const id = screen.newId();
      screen.send({ id, type: "render_template", template });
      assert.equal((await screen.replyTo(id))["success"], true);
      ids.push(id);
    }
    await screen.result("subscribe_entities");
    const third = { template: templates[2] };
    const refused = await screen.error("render_template", third);
    assert.equal(refused.code, "too_many_subscriptions");
    assert.match(refused.message, /as connection-templates allows, 2$/);
    assert.match(
      (await screen.error("subscribe_entities")).message,
      /as connection-subscriptions allows, 1$/,
    );
    await screen.result("unsubscribe_events", { subscription: ids[0] });
    await screen.result("render_template", third);
  },
);
