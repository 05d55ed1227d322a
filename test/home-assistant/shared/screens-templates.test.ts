import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import { plan, rendered, settled } from "../service-with-token.ts";

test(
  "SCREEN-7: a template of the plan is rendered once for all, and whoever comes later has the newest",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    const template = "{{ 1 + 1 }}";
    const first = await Peer.login(t, service.port, service.viewer);
    await first.result("render_template", { template, report_errors: true });
    assert.deepEqual(await first.nextEvent(), rendered);
    home.core.setTemplate(template, { result: 3 });
    assert.deepEqual(await first.nextEvent(), { ...rendered, result: 3 });
    const second = await Peer.login(t, service.port, service.viewer);
    const id = second.newId();
    second.send({ id, type: "render_template", template });
    assert.deepEqual(await second.nextEvent(), { ...rendered, result: 3 });
    home.core.setTemplate(template, { error: "wrong" });
    assert.deepEqual(await first.nextEvent(), { error: "wrong", level: "ERROR" });
    home.core.setTemplate(template, { result: 4 });
    const newest = { ...rendered, result: 4 };
    assert.deepEqual(await second.nextEvent(), newest, "it asked for no errors");
    assert.equal(home.of("render_template").length, 1);
    await second.result("unsubscribe_events", { subscription: id });
    assert.equal(home.of("unsubscribe_events").length, 0, "somebody still wants it");
    first.ws.close();
    await home.whenReceived("unsubscribe_events", 1);
  },
);

test(
  "SCREEN-7: a template that the plan has no longer ends, and its screens are told",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("render_template", { template: "{{ 1 + 1 }}", report_errors: true });
    await screen.nextEvent();
    await admin.save({ ...plan, texts: [] });
    assert.deepEqual(await screen.nextEvent(), {
      error: "the plan has this template no longer",
      level: "ERROR",
    });
    await home.whenReceived("unsubscribe_events", 1);
  },
);

test(
  "SCREEN-7: a template that the plan has no longer when Home Assistant takes it is refused",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    home.answer("render_template", held);
    const screen = await Peer.login(t, service.port, service.viewer);
    const refused = screen.error("render_template", { template: "{{ 1 + 1 }}" });
    const [asked] = await home.whenReceived("render_template", 1);
    await admin.save({ ...plan, texts: [], furniture: [] });
    await home.whenReceived("subscribe_entities", 2);
    asked?.succeed();
    assert.deepEqual(await refused, {
      code: "unauthorized",
      message: "template: the plan has this template no longer",
    });
    // One is of the states that the older plan named.
    const ended = await home.whenReceived("unsubscribe_events", 2);
    assert(ended.some(({ message }) => message["subscription"] === asked?.message["id"]));
  },
);

test(
  "SCREEN-7: only templates of the plan are rendered, as they stand there, whoever asks",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    const viewer = await Peer.login(t, service.port, service.viewer);
    for (const peer of [viewer, admin])
      for (const fields of [
        { template: "{{ states('lock.front_door') }}" },
        { template: "{{ 1 + 1 }} " },
        { template: "{{ 1 + 1 }}", variables: { states: 1 } },
      ])
        assert.equal((await peer.error("render_template", fields)).code, "unauthorized");
    assert.equal(home.of("render_template").length, 0);
  },
);
