import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import * as t from "io-ts";
import { anyObject } from "../../src/model/codec.ts";
import { decoded } from "../support/home-assistant/decoded.ts";
import {
  connect,
  type HomeAssistant,
  type Person,
} from "../support/home-assistant/home-assistant-under-test.ts";
import { type HomeSocket, Refused } from "../support/home-assistant/socket.ts";
import { testBoth } from "./test-both.ts";
import * as shapes from "./message-codecs.ts";

const guests = "input_boolean.guests";

/** A connection of a person that ends with the test. */
const enter = async (ending: TestContext, home: HomeAssistant, person: Person) => {
  const socket = await connect(home, person.accessToken);
  ending.after(() => socket.close());
  return socket;
};

const toggle = (socket: HomeSocket, entity_id = guests): Promise<unknown> =>
  socket.call({
    type: "call_service",
    domain: "input_boolean",
    service: "toggle",
    target: { entity_id },
  });

const refusal = async (answer: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await answer.then(
    () => assert.fail("it was answered"),
    (reason: unknown) => reason,
  );
  assert(error instanceof Refused, String(error));
  return error.code;
};

testBoth("a token logs in and the version is told before and after", async (home, ending) => {
  const { frames } = await enter(ending, home, home.user);
  const told = frames.filter(({ from }) => from === "server").map(({ frame }) => frame);
  const ha_version = home.version;
  assert.deepEqual(told, [
    { type: "auth_required", ha_version },
    { type: "auth_ok", ha_version },
  ]);
  await (await connect(home, home.user.longLivedToken)).close();
});

testBoth("a token of nobody is auth_invalid, and the connection ends", async (home) => {
  await assert.rejects(connect(home, "nobody's"), /"auth_invalid"/);
});

testBoth("auth/current_user tells who is owner and administrator", async (home, ending) => {
  for (const [person, isOwner] of [
    [home.owner, true],
    [home.user, false],
  ] as const) {
    const socket = await enter(ending, home, person);
    const told = await socket.call({ type: "auth/current_user" });
    const { id, name, is_owner, is_admin } = decoded(shapes.currentUser, told);
    assert.deepEqual(
      { id, name, is_owner, is_admin },
      { id: person.id, name: person.name, is_owner: isOwner, is_admin: isOwner },
    );
  }
});

testBoth("commands without a subject have their answers", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  assert.equal((await socket.ask({ type: "ping" }))["type"], "pong");
  assert.equal(await socket.call({ type: "supported_features", features: {} }), null);
  assert.equal(await refusal(socket.call({ type: "no_such" })), "unknown_command");
  const unknown = socket.call({ type: "unsubscribe_events", subscription: 99 });
  assert.equal(await refusal(unknown), "not_found");
  const config = t.type({ version: t.string, time_zone: t.string, unit_system: anyObject });
  const { version } = decoded(config, await socket.call({ type: "get_config" }));
  assert.equal(version, home.version);
});

testBoth("subscribe_entities gives what was asked for, then each change", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  const entity_ids = [guests, "sensor.house_power", "light.nowhere"];
  const states = await socket.subscribe({ type: "subscribe_entities", entity_ids });
  const { a: first = {} } = decoded(shapes.entitiesEvent, await states.event(() => true));
  assert.deepEqual(Object.keys(first).toSorted(), [guests, "sensor.house_power"]);
  assert.equal(first["sensor.house_power"]?.s, "1234.56");
  assert.equal(first["sensor.house_power"].a["unit_of_measurement"], "W");

  await toggle(socket);
  const { c = {} } = decoded(shapes.entitiesEvent, await states.event(() => true, 1));
  const { s, lc, c: context } = c[guests]?.["+"] ?? {};
  assert.equal(s, first[guests]?.s === "on" ? "off" : "on");
  assert(lc !== undefined && lc > (first[guests]?.lc ?? 0));
  assert(context !== undefined);

  await states.unsubscribe();
  await toggle(socket);
  await socket.ask({ type: "ping" });
  assert.equal(states.events.length, 2);
});

testBoth("render_template gives the result, and again when it changes", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  const template = `{{ states('${guests}') }}`;
  const renders = await socket.subscribe({ type: "render_template", template });
  const first = decoded(shapes.rendered, await renders.event(() => true));
  assert.deepEqual(first.listeners.entities, [guests]);
  await toggle(socket);
  const second = decoded(shapes.rendered, await renders.event(() => true, 1));
  assert.deepEqual(new Set([first.result, second.result]), new Set(["on", "off"]));
});

testBoth("a template that is none is told by an event, not by the answer", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  const command = { type: "render_template", template: "{{ unclosed", report_errors: true };
  const renders = await socket.subscribe(command);
  const { error, level } = decoded(shapes.renderError, await renders.event(() => true));
  assert.match(error, /^TemplateSyntaxError/);
  assert.equal(level, "ERROR");
  assert.equal(await refusal(socket.call({ type: "render_template" })), "invalid_format");
});

testBoth("call_service answers with its context, or why not", async (home, ending) => {
  const user = await enter(ending, home, home.user);
  const { context } = decoded(shapes.called, await toggle(user));
  assert.equal(context.user_id, home.user.id);
  decoded(shapes.called, await toggle(user, "input_boolean.nowhere"));
  const unknown = { type: "call_service", domain: "input_boolean", service: "fly" };
  assert.equal(await refusal(user.call(unknown)), "not_found");
  const target = { entity_id: "climate.hvac" };
  const hot = { type: "call_service", domain: "climate", service: "set_temperature", target };
  const tooHot = user.call({ ...hot, service_data: { temperature: 900 } });
  assert.equal(await refusal(tooHot), "service_validation_error");
});

testBoth("call_service of who may not is an error that says Unauthorized", async (home, ending) => {
  const guest = await enter(ending, home, home.guest);
  assert.equal(await refusal(toggle(guest)), "home_assistant_error");
  const user = await enter(ending, home, home.user);
  const stop = user.call({ type: "call_service", domain: "homeassistant", service: "stop" });
  await assert.rejects(stop, /"message":"Unauthorized"/);
});

testBoth("sensors keep what their states are written like", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  const entity_ids = [
    "sensor.door_code",
    "sensor.house_energy",
    "sensor.last_ring",
    "sensor.living_room_temperature",
  ];
  const states = await socket.subscribe({ type: "subscribe_entities", entity_ids });
  const { a = {} } = decoded(shapes.entitiesEvent, await states.event(() => true));
  assert.deepEqual(
    entity_ids.map((id) => a[id]?.s),
    ["007", "0.04", "2026-03-01T12:00:00+00:00", "21.5"],
  );
});

testBoth("registries tell floors, areas and what is in them", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  const list = (kind: string) => socket.call({ type: `config/${kind}_registry/list` });
  const floors = decoded(shapes.floors, await list("floor"));
  assert.deepEqual(
    floors.map(({ name, level }) => [name, level]),
    [
      ["Ground floor", 0],
      ["Upstairs", 1],
    ],
  );
  const areas = decoded(shapes.areas, await list("area"));
  const living = areas.find(({ name }) => name === "Living room");
  assert.equal(living?.floor_id, floors[0]?.floor_id);
  assert.equal(living?.temperature_entity_id, "sensor.living_room_temperature");
  const command = { type: "config/entity_registry/list_for_display" };
  const { entities } = decoded(shapes.displayed, await socket.call(command));
  const entry = (id: string) => entities.find(({ ei }) => ei === id);
  assert.equal(entry("sensor.living_room_temperature")?.ai, living?.area_id);
  assert.equal(entry("sensor.house_energy")?.dp, 2);
  const devices = decoded(shapes.devices, await list("device"));
  const lamp = devices.find(({ id }) => id === entry("light.bed_light")?.di);
  assert.equal(lamp?.name, "Bed Light");
  assert.equal(areas.find(({ area_id }) => area_id === lamp.area_id)?.name, "Bedroom");
});

testBoth("history gives the states of a period, of known entities", async (home, ending) => {
  const socket = await enter(ending, home, home.user);
  await toggle(socket);
  const start_time = new Date(Date.now() - 3_600_000).toISOString();
  const type = "history/history_during_period";
  const entity_ids = [guests, "light.nowhere"];
  const more = { minimal_response: true, no_attributes: true };
  const told = await socket.call({ type, start_time, entity_ids, ...more });
  const { [guests]: states = [], ...others } = decoded(shapes.history, told);
  assert(states.length > 0);
  assert.deepEqual(others, {});
  assert.equal(await refusal(socket.call({ type, start_time })), "invalid_format");
});
