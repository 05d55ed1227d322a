import assert from "node:assert/strict";
import { test } from "node:test";
import { subscribeEntities, type HassEntities } from "home-assistant-js-websocket";
import { anyObject } from "../../src/codec/basic.ts";
import { connectHa } from "../service/ha-client.ts";
import { bounded, until } from "../support/bounded.ts";
import { type Message, Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { serviceOf, startScriptedHouse, told } from "./scripted-house.ts";
import { controlling, plan, settled } from "./settled.ts";
import { knows, statesOf } from "./told.ts";

test(
  "WALL-4: a screen is told the states of what the plan names, and of nothing else, however it asks",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    const [asked] = house.of("subscribe_entities");
    const ids = asked?.message["entity_ids"];
    assert(Array.isArray(ids));
    assert.deepEqual(new Set(ids), new Set(["light.hall", "lock.back", "sensor.warmth"]));
    const all = await Peer.login(t, service.port, service.viewer);
    await all.result("subscribe_entities");
    await knows(all, { "light.hall": "on", "sensor.warmth": "21" });
    const some = await Peer.login(t, service.port, service.viewer);
    await some.result("subscribe_entities", { entity_ids: ["sensor.warmth", "lock.front_door"] });
    await knows(some, { "sensor.warmth": "21" });
  },
);

test("WALL-4: the clients of Home Assistant follow states unmodified", bounded, async (t) => {
  const { service, house } = await settled(t);
  const connection = await connectHa(t, service.url, service.viewer);
  let entities: HassEntities = {};
  const end = subscribeEntities(connection, (newest) => (entities = newest));
  await until(() => entities["light.hall"]?.state === "on");
  const [asked] = house.of("subscribe_entities");
  asked?.emit({ c: { "light.hall": { "+": { s: "off", lc: 2000 }, "-": { a: ["brightness"] } } } });
  await until(() => entities["light.hall"]?.state === "off");
  assert.deepEqual(entities["light.hall"]?.attributes, {});
  assert.equal(entities["light.hall"]?.last_changed, new Date(2_000_000).toISOString());
  end();
});

test("WALL-5: three hundred screens cost Home Assistant one subscription", bounded, async (t) => {
  const { service, house } = await settled(t);
  const screens = await Promise.all(
    Array.from({ length: 300 }, () => Peer.login(t, service.port, service.viewer)),
  );
  for (const screen of screens) await screen.result("subscribe_entities");
  for (const screen of screens)
    await screen.result("render_template", { template: "{{ 1 + 1 }}", report_errors: true });
  const [asked] = house.of("subscribe_entities");
  asked?.emit({ c: { "light.hall": { "+": { s: "off" } } } });
  for (const screen of screens) await until(() => statesOf(screen)["light.hall"] === "off");
  assert.equal(house.of("subscribe_entities").length, 1);
  assert.equal(house.of("render_template").length, 1);
  assert.equal(house.connections.size, 1);
});

test(
  "WALL-6: a plan that names other entities is followed without a gap: what goes on is not told anew",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("subscribe_entities");
    await knows(screen, { "light.hall": "on", "sensor.warmth": "21" });
    const before = screen.received.length;
    await admin.save({ ...plan, rooms: [], devices: [{ entity: "lock.front_door" }] });
    await knows(screen, { "light.hall": "on", "lock.front_door": "locked" });
    const after = JSON.stringify(screen.received.slice(before));
    assert(!after.includes("light.hall"), after);
    await house.whenCame("unsubscribe_events", 1);
    await admin.save({ ...plan, name: "other" });
    await knows(screen, { "light.hall": "on", "sensor.warmth": "21" });
    assert.equal(house.of("subscribe_entities").length, 3);
    await admin.save({});
    await knows(screen, {});
    assert.equal(
      house.of("subscribe_entities").length,
      3,
      "no list would be all entities there are",
    );
  },
);

test(
  "WALL-7: a template of the plan is rendered once for all, and whoever comes later has the newest",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    const template = "{{ 1 + 1 }}";
    const first = await Peer.login(t, service.port, service.viewer);
    await first.result("render_template", { template, report_errors: true });
    assert.deepEqual(await first.nextEvent(), { result: `rendered ${template}`, listeners: {} });
    const [asked] = house.of("render_template");
    asked?.emit({ result: 2, listeners: { all: false } });
    assert.deepEqual(await first.nextEvent(), { result: 2, listeners: { all: false } });
    const second = await Peer.login(t, service.port, service.viewer);
    const id = second.newId();
    second.send({ id, type: "render_template", template });
    assert.deepEqual(await second.nextEvent(), { result: 2, listeners: { all: false } });
    asked?.emit({ error: "wrong", level: "ERROR" });
    assert.deepEqual(await first.nextEvent(), { error: "wrong", level: "ERROR" });
    asked?.emit({ result: 3, listeners: {} });
    assert.deepEqual(
      await second.nextEvent(),
      { result: 3, listeners: {} },
      "it asked for no errors",
    );
    assert.equal(house.of("render_template").length, 1);
    await second.result("unsubscribe_events", { subscription: id });
    assert.equal(house.of("unsubscribe_events").length, 0, "somebody still wants it");
    first.ws.close();
    await house.whenCame("unsubscribe_events", 1);
  },
);

test(
  "WALL-7: a template that the plan has no longer ends, and its screens are told",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("render_template", { template: "{{ 1 + 1 }}", report_errors: true });
    await screen.nextEvent();
    await admin.save({ ...plan, texts: [] });
    assert.deepEqual(await screen.nextEvent(), {
      error: "the plan has this template no longer",
      level: "ERROR",
    });
    await house.whenCame("unsubscribe_events", 1);
  },
);

test(
  "WALL-7: a template that the plan has no longer when Home Assistant takes it is refused",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    house.script = ({ message: { type } }) => type === "render_template";
    const screen = await Peer.login(t, service.port, service.viewer);
    const refused = screen.error("render_template", { template: "{{ 1 + 1 }}" });
    const [asked] = await house.whenCame("render_template", 1);
    await admin.save({ ...plan, texts: [], furniture: [] });
    await house.whenCame("subscribe_entities", 2);
    asked?.succeed();
    assert.deepEqual(await refused, {
      code: "unauthorized",
      message: "template: the plan has this template no longer",
    });
    // One is of the states that the older plan named.
    const ended = await house.whenCame("unsubscribe_events", 2);
    assert(ended.some(({ message }) => message["subscription"] === asked?.message["id"]));
  },
);

test(
  "WALL-7: only templates of the plan are rendered, as they stand there, whoever asks",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    const viewer = await Peer.login(t, service.port, service.viewer);
    for (const peer of [viewer, admin])
      for (const fields of [
        { template: "{{ states('lock.front_door') }}" },
        { template: "{{ 1 + 1 }} " },
        { template: "{{ 1 + 1 }}", variables: { states: 1 } },
      ])
        assert.equal((await peer.error("render_template", fields)).code, "unauthorized");
    assert.equal(house.of("render_template").length, 0);
  },
);

test(
  "WALL-8: a screen with the right to control switches what the plan lets people switch, and has Home Assistant's answer",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    const screen = await controlling(t, service);
    const call = {
      domain: "light",
      service: "turn_on",
      service_data: { brightness: 10 },
      target: { entity_id: "light.hall" },
    };
    assert.deepEqual(await screen.result("call_service", call), {
      context: { id: "c" },
      response: null,
    });
    const { id: _, ...message } = house.of("call_service")[0]?.message ?? {};
    assert.deepEqual(message, { type: "call_service", ...call });
    house.script = ({ message: { type }, fail }) =>
      type === "call_service" && (fail("home_assistant_error", "the lamp is broken"), true);
    assert.deepEqual(await screen.error("call_service", call), {
      code: "home_assistant_error",
      message: "the lamp is broken",
    });
  },
);

test(
  "WALL-10: nothing else is switched: not without the right, nor what a text merely mentions",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    const viewer = await Peer.login(t, service.port, service.viewer);
    const hall = { domain: "light", service: "turn_on", target: { entity_id: "light.hall" } };
    for (const peer of [viewer, admin]) {
      const { code, message } = await peer.error("call_service", hall);
      assert.equal(code, "unauthorized");
      assert.match(message, /right to control/);
    }
    const screen = await controlling(t, service);
    for (const entity of ["lock.front_door", "sensor.warmth", "all"]) {
      const wrong = { domain: "lock", service: "unlock", target: { entity_id: entity } };
      const { code, message } = await screen.error("call_service", wrong);
      assert.equal(code, "unauthorized");
      assert.match(message, new RegExp(entity));
    }
    assert.equal(house.of("call_service").length, 0);
  },
);

test(
  "WALL-11: while a call is not answered, its connection's other commands are",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    const screen = await controlling(t, service);
    house.script = ({ message: { type } }) => type === "call_service";
    const id = screen.newId();
    const target = { entity_id: "light.hall" };
    screen.send({ id, type: "call_service", domain: "light", service: "toggle", target });
    assert.equal((await screen.command("ping"))["type"], "pong");
    const [call] = await house.whenCame("call_service", 1);
    call?.succeed({ context: {} });
    assert.equal((await screen.replyTo(id))["success"], true);
  },
);

/** The events of `house/subscribe` that a peer gets, from the first on. */
const watchHouse = async (peer: Peer): Promise<() => Promise<Message>> => {
  await peer.result("floorplan/house/subscribe");
  return async () => {
    const event = await peer.nextEvent();
    assert(anyObject.is(event));
    return event;
  };
};

test(
  "WALL-17, WALL-18: Home Assistant that goes away is told, its states are known no more, and all comes back by itself",
  bounded,
  async (t) => {
    const { service, house, admin } = await settled(t);
    const screen = await Peer.login(t, service.port, service.viewer);
    await screen.result("subscribe_entities");
    await knows(screen, { "light.hall": "on", "sensor.warmth": "21" });
    const template = await Peer.login(t, service.port, service.viewer);
    await template.result("render_template", { template: "{{ 1 + 1 }}" });
    await template.nextEvent();
    const watcher = await Peer.login(t, service.port, service.viewer);
    const event = await watchHouse(watcher);
    assert.deepEqual(await event(), { home_assistant: "connected", control: false });
    await house.leave();
    const away = await event();
    assert.deepEqual([away["home_assistant"], away["control"]], ["away", false]);
    assert.match(String(away["reason"]), /Home Assistant/);
    await knows(screen, {});
    const refused = await screen.error("get_config");
    assert.equal(refused.code, "home_assistant_unavailable");
    assert.equal(await admin.save(plan), 2, "plans are saved as ever");
    const late = await Peer.login(t, service.port, service.viewer);
    await late.result("subscribe_entities");
    house.states["light.hall"] = told("off");
    await house.listen();
    let back = await event();
    while (back["home_assistant"] !== "connected") back = await event();
    for (const peer of [screen, late])
      await knows(peer, { "light.hall": "off", "sensor.warmth": "21" });
    assert.deepEqual(await template.nextEvent(), { result: "rendered {{ 1 + 1 }}", listeners: {} });
  },
);

test(
  "WALL-17: a token that Home Assistant refuses is told on the screens and by /healthz, and another one in its file is taken",
  bounded,
  async (t) => {
    const house = await startScriptedHouse(t);
    house.acceptedToken = "another-token";
    const service = await serviceOf(t, house);
    const screen = await Peer.login(t, service.port, service.viewer);
    const event = await watchHouse(screen);
    let now = await event();
    while (!/refuses the access token/.test(String(now["reason"]))) now = await event();
    assert.equal(now["home_assistant"], "away");
    const health = await (await fetch(`${service.url}/healthz`)).text();
    assert.match(health, /"home_assistant":\{"status":"invalid-auth"/);
    house.acceptedToken = house.token;
    while (now["home_assistant"] !== "connected") now = await event();
  },
);

test(
  "WALL-17: without a token for its screens a service tells them nothing of Home Assistant, and says why",
  bounded,
  async (t) => {
    const house = await startScriptedHouse(t);
    const service = await serviceOf(t, house, { config: { homeAssistantTokenFile: "" } });
    const screen = await controlling(t, service);
    const event = await watchHouse(screen);
    const { home_assistant, control } = await event();
    assert.deepEqual([home_assistant, control], ["none", false]);
    const { code, message } = await screen.error("get_config");
    assert.equal(code, "home_assistant_unavailable");
    assert.match(message, /--home-assistant-token-file/);
  },
);

test(
  "WALL-19: a service without a Home Assistant knows none of its commands, and says that there is none",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const screen = await Peer.login(t, service.port, service.admin);
    const event = await watchHouse(screen);
    assert.deepEqual(await event(), { home_assistant: "none", control: false });
    for (const type of ["subscribe_entities", "render_template", "call_service", "get_config"])
      assert.equal((await screen.error(type)).code, "unknown_command");
  },
);

test(
  "WALL-20: the token of the service is in no message and no line of the log",
  bounded,
  async (t) => {
    const { service, house } = await settled(t);
    house.acceptedToken = "another";
    await house.leave();
    await house.listen();
    const screen = await Peer.login(t, service.port, service.viewer);
    const event = await watchHouse(screen);
    let now = await event();
    while (!/refuses/.test(String(now["reason"]))) now = await event();
    const text = JSON.stringify([service.log, screen.received]);
    assert(!text.includes(house.token));
  },
);
