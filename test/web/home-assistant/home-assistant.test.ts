import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import { routeThroughFrontend } from "../../../src/web/connection/channel-client.ts";
import { chartOf } from "../../../src/web/home-assistant/details/history-chart.ts";
import { controlsFor } from "../../../src/web/home-assistant/details/entity-controls.ts";
import { applyEvent, type EntityTable } from "../../../src/web/home-assistant/entity-states.ts";
import { formatBy } from "../../../src/web/home-assistant/frontend-home-assistant.ts";
import { ServiceHomeAssistant } from "../../../src/web/home-assistant/service-home-assistant.ts";
import { newToken, serviceOf } from "../../home-assistant/service-with-token.ts";
import { compressedState } from "../../home-assistant/known-states.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { livePlan, setPast, startLiveHome } from "../live-home-assistant.ts";

test("TOUCH-2: events of entities add, change and remove, and an event that changes nothing leaves the object", () => {
  const table: EntityTable = new Map();
  const on = { s: "on", a: { brightness: 3, color: [1, 2] }, c: "x", lc: 10 };
  assert.equal(applyEvent(table, { a: { "light.a": on, "light.b": { s: "off" } } }), true);
  const before = table.get("light.a");
  assert.deepEqual(before, {
    state: "on",
    attributes: { brightness: 3, color: [1, 2] },
    last_changed: 10,
  });
  assert.equal(applyEvent(table, { a: { "light.a": { ...on, c: "y" } } }), false);
  assert.equal(applyEvent(table, { c: { "light.a": { "+": { c: "z", lu: 12 } } } }), false);
  assert.equal(table.get("light.a"), before);
  const change = { "+": { s: "off", lc: 20, a: { effect: "none" } }, "-": { a: ["brightness"] } };
  assert.equal(applyEvent(table, { c: { "light.a": change, "light.unheard": change } }), true);
  assert.deepEqual(table.get("light.a"), {
    state: "off",
    attributes: { color: [1, 2], effect: "none" },
    last_changed: 20,
  });
  assert.equal(applyEvent(table, { r: ["light.a", "light.unheard"] }), true);
  assert.deepEqual([...table.keys()], ["light.b"]);
  for (const odd of [null, [], 7, { a: 7, c: [], r: {} }, { a: { x: null }, c: { "light.b": 3 } }])
    assert.equal(applyEvent(table, odd), false);
});

/** Frames of a browser, which Node.js has none of. */
const withFrames = (): void => {
  Object.assign(globalThis, {
    WebSocket,
    requestAnimationFrame: (act: () => void) => setTimeout(act, 1),
    cancelAnimationFrame: (asked: ReturnType<typeof setTimeout>) => clearTimeout(asked),
  });
};

test(
  "TOUCH-10: a house asks for what the plan names, changes its functions with what they give, and leaves nothing behind",
  bounded,
  async (t) => {
    withFrames();
    const home = await startLiveHome(t);
    const service = await serviceOf(t, home);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(livePlan);
    const token = await newToken(service, "tablet", { admin: false, control: true });
    const auth = createLongLivedTokenAuth(service.url, token);
    const connection = await createConnection({ auth });
    t.after(() => connection.close());
    const homeAssistant = new ServiceHomeAssistant(
      new EditingClient(...routeThroughFrontend({ auth, connection })),
      () => undefined,
    );
    homeAssistant.follow(livePlan);
    const isKnown = (): boolean =>
      homeAssistant.now.states("light.lamp") !== undefined &&
      homeAssistant.now.rendered("{{ 1 + 1 }} people") !== undefined;
    await until(isKnown);
    assert.equal(homeAssistant.now.control, true);
    const { states } = homeAssistant.now;
    home.core.setState("light.lamp", "off");
    await until(() => homeAssistant.now.states !== states);
    assert.equal(homeAssistant.now.states("light.lamp")?.state, "off");
    const sizeOf = (): number =>
      [...connection.eventListeners.values()].flat().length + connection.commands.size;
    const before = sizeOf();
    for (let time = 0; time < 10; time += 1) {
      const known = homeAssistant.now.states;
      connection.reconnect(true);
      await until(() => homeAssistant.now.states !== known && isKnown());
    }
    await until(() => sizeOf() <= before);
    const done = await homeAssistant.call({
      domain: "light",
      service: "turn_on",
      data: {},
      target: { entity_id: "light.lamp" },
    });
    assert(isRight(done));
    homeAssistant.follow({ rooms: [] });
    assert.equal(homeAssistant.now.rendered("{{ 1 + 1 }} people"), undefined);
    homeAssistant.end();
    await until(() => connection.commands.size === 0);
    assert.equal([...connection.eventListeners.values()].flat().length, 0);
  },
);

test(
  "TOUCH-10: where there is no Home Assistant the house says so, and asks for nothing",
  bounded,
  async (t) => {
    withFrames();
    const service = await startTestService(t);
    const auth = createLongLivedTokenAuth(service.url, service.viewer);
    const connection = await createConnection({ auth });
    t.after(() => connection.close());
    const homeAssistant = new ServiceHomeAssistant(
      new EditingClient(...routeThroughFrontend({ auth, connection })),
      () => undefined,
    );
    homeAssistant.follow(livePlan);
    await until(() => homeAssistant.now.standing === "none");
    await until(() => connection.commands.size === 1);
    homeAssistant.end();
  },
);

test(
  "TOUCH-7: history comes in both of Home Assistant's shapes, oldest first",
  bounded,
  async (t) => {
    withFrames();
    const home = await startLiveHome(t, {});
    const service = await serviceOf(t, home);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(livePlan);
    setPast(home, {
      "light.lamp": [
        { s: "off", a: {}, lu: 100 },
        { s: "on", lc: 150.5, lu: 160 },
      ],
      "sensor.warmth": [
        { state: "20", attributes: {}, last_changed: "1970-01-01T00:01:40+00:00" },
        7,
      ],
    });
    const auth = createLongLivedTokenAuth(service.url, service.viewer);
    const connection = await createConnection({ auth });
    t.after(() => connection.close());
    const homeAssistant = new ServiceHomeAssistant(
      new EditingClient(...routeThroughFrontend({ auth, connection })),
      () => undefined,
    );
    homeAssistant.follow(livePlan);
    await until(() => homeAssistant.now.standing === "connected");
    await home.whenReceived("subscribe_entities", 1);
    const asked = await homeAssistant.history({
      entities: ["light.lamp", "sensor.warmth"],
      fromMs: Date.now() - 3600_000,
      toMs: Date.now(),
    });
    homeAssistant.end();
    assert(isRight(asked), JSON.stringify(asked));
    assert.deepEqual(
      [...asked.right],
      [
        [
          "light.lamp",
          [
            { state: "off", atMs: 100_000, attributes: {} },
            { state: "on", atMs: 160_000, attributes: {} },
          ],
        ],
        ["sensor.warmth", [{ state: "20", atMs: 100_000, attributes: {} }]],
      ],
    );
  },
);

const past = (...states: readonly (readonly [number, string])[]) =>
  states.map(([atMs, state]) => ({ state, atMs, attributes: {} }));

test("TOUCH-7: numbers become a line with its ends, states spans of time, and gaps stay gaps", () => {
  const line = chartOf(past([-50, "10"], [50, "unavailable"], [75, "20"]), 0, 100);
  assert.deepEqual(line, { kind: "line", paths: ["M0 95H50", "M75 5H100"], min: 10, max: 20 });
  const spans = chartOf(past([-50, "off"], [-10, "on"], [40, "on"], [60, "off"]), 0, 100);
  assert.deepEqual(spans, {
    kind: "spans",
    spans: [
      { state: "on", fromMs: 0, toMs: 60 },
      { state: "off", fromMs: 60, toMs: 100 },
    ],
  });
  assert.equal(chartOf([], 0, 100), undefined);
  assert.equal(chartOf(past([0, "unknown"]), 0, 100), undefined);
  const many = Array.from({ length: 50_000 }, (_, at) => [at, String(at % 97)] as const);
  const dense = chartOf(past(...many), 0, 50_000);
  assert(dense?.kind === "line" && dense.max === 96 && (dense.paths[0]?.length ?? 0) < 10_000);
});

test("TOUCH-7: what is offered of an entity follows what it says that it can", () => {
  const kinds = (entity: string, state: string, attributes: Record<string, unknown> = {}) =>
    controlsFor(entity, { state, attributes }).map((control) =>
      control.kind === "buttons"
        ? control.buttons.map(({ service }) => service).join(" ")
        : control.kind === "slider" || control.kind === "choice"
          ? `${control.kind} ${control.label}`
          : control.kind,
    );
  assert.deepEqual(kinds("light.a", "on", { supported_color_modes: ["onoff"] }), ["switch"]);
  assert.deepEqual(kinds("light.a", "on", { supported_color_modes: ["hs", "color_temp"] }), [
    "switch",
    "slider brightness",
    "slider temperature",
    "colour",
    "slider saturation",
  ]);
  assert.deepEqual(kinds("cover.a", "open", { supported_features: 3 }), ["open_cover close_cover"]);
  assert.deepEqual(kinds("cover.a", "open", { supported_features: 15 }), [
    "open_cover stop_cover close_cover",
    "slider position",
  ]);
  assert.deepEqual(kinds("lock.a", "locked"), ["lock unlock"]);
  assert.deepEqual([kinds("group.a", "on"), kinds("group.a", "home")], [["switch"], []]);
  assert.deepEqual(kinds("alarm_control_panel.a", "armed_home"), ["alarm_disarm"]);
  assert.deepEqual(kinds("climate.a", "heat", { hvac_modes: ["off"], temperature: 20 }), [
    "slider target",
    "choice mode",
  ]);
  assert.deepEqual(kinds("climate.a", "auto", { target_temp_low: 18, target_temp_high: 22 }), [
    "slider low",
    "slider high",
  ]);
  assert.deepEqual(kinds("fan.a", "on", { supported_features: 1 }), ["switch", "slider speed"]);
  assert.deepEqual(kinds("media_player.a", "on", { supported_features: 1 + 4 + 128 + 256 }), [
    "switch",
    "media_play_pause",
    "slider volume",
  ]);
  assert.deepEqual(kinds("input_number.a", "3", { min: 0, max: 9, step: 1 }), ["slider value"]);
  assert.deepEqual(kinds("select.a", "x", { options: ["x", "y"] }), ["choice option"]);
  assert.deepEqual(kinds("vacuum.a", "docked"), ["start return_to_base"]);
  for (const [entity, service] of [
    ["scene.a", "turn_on"],
    ["button.a", "press"],
    ["script.a", "turn_on"],
  ] as const)
    assert.deepEqual(kinds(entity, "unknown"), [service]);
  assert.deepEqual(kinds("sensor.a", "3"), []);
  assert.deepEqual(kinds("light.a", "unavailable"), []);
});

test(
  "TOUCH-2: a plan of thousands of entities shows their states, and their past, with the messages of a viewer",
  bounded,
  async (t) => {
    withFrames();
    const ids = Array.from(
      { length: 3000 },
      (_, at) => `sensor.quite_a_long_name_of_a_sensor_${at}`,
    );
    const home = await startLiveHome(
      t,
      Object.fromEntries(ids.map((id) => [id, compressedState("21")])),
    );
    const service = await serviceOf(t, home);
    const peer = await Peer.login(t, service.port, service.admin);
    const sensors = ids.map((entity, at) => ({ entity, x: at % 60, z: Math.floor(at / 60) }));
    const large = { rooms: [], sensors };
    await peer.save(large);
    const auth = createLongLivedTokenAuth(service.url, service.viewer);
    const connection = await createConnection({ auth });
    t.after(() => connection.close());
    const homeAssistant = new ServiceHomeAssistant(
      new EditingClient(...routeThroughFrontend({ auth, connection })),
      () => undefined,
    );
    homeAssistant.follow(large);
    await until(() => ids.every((id) => homeAssistant.now.states(id)?.state === "21"));
    setPast(home, Object.fromEntries(ids.map((id) => [id, [{ s: "20", lu: 100 }]])));
    const asked = await homeAssistant.history({
      entities: ids,
      fromMs: Date.now() - 1000,
      toMs: Date.now(),
    });
    homeAssistant.end();
    assert(isRight(asked), JSON.stringify(asked));
    assert(ids.every((id) => asked.right.get(id)?.[0]?.state === "20"));
  },
);

test("TOUCH-1, REPLAY-5: Home Assistant's page is told whose a state is, those of the past too, and may fail at it", () => {
  const format = formatBy(({ entity_id, state }) => {
    if (state === "odd") throw new TypeError("it cannot be formatted");
    return `${entity_id.split(".")[0] ?? ""} is ${state}`;
  });
  assert.equal(format("light.hall", { state: "on" }), "light is on");
  assert.equal(format("light.hall", { state: "odd" }), undefined);
});
