import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { stateText } from "../../../src/model/bindings/state-text.ts";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import { routeThroughFrontend } from "../../../src/web/connection/channel-client.ts";
import { FrontendHomeAssistant } from "../../../src/web/home-assistant/frontend-home-assistant.ts";
import {
  againMs,
  type EntityDisplay,
  EntityDisplayInfo,
} from "../../../src/web/home-assistant/entity-display-info.ts";
import { ServiceHomeAssistant } from "../../../src/web/home-assistant/service-home-assistant.ts";
import { states } from "../../../src/web/i18n/de/kinds.ts";
import { serviceOf } from "../../home-assistant/service-with-token.ts";
import { compressedState } from "../../home-assistant/known-states.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";

const icons = "frontend/get_icons";
const words = "frontend/get_translations";

const planOf = (...entities: readonly string[]) => ({
  rooms: [],
  sensors: entities.map((entity, at) => ({ entity, x: at, z: 1 })),
});

/** A Home Assistant with its own tables, a service of it, and a connection of a viewer. */
const openHome = async (t: TestContext) => {
  Object.assign(globalThis, {
    WebSocket,
    requestAnimationFrame: (act: () => void) => setTimeout(act, 1),
    cancelAnimationFrame: (asked: ReturnType<typeof setTimeout>) => clearTimeout(asked),
  });
  const home = await startDouble(t);
  home.core.setStates({
    "light.lamp": compressedState("on"),
    "sensor.mode": compressedState("eco", { device_class: "enum" }),
    "lock.door": compressedState("jammed"),
  });
  home.core.setRegistry("entity", [
    { ei: "light.lamp", pl: "hue" },
    { ei: "sensor.mode", pl: "demo", tk: "thermostat_mode", dp: 2 },
    { ei: "lock.door", pl: "nuki" },
  ]);
  const service = await serviceOf(t, home);
  const peer = await Peer.login(t, service.port, service.admin);
  const auth = createLongLivedTokenAuth(service.url, service.viewer);
  const connection = await createConnection({ auth });
  t.after(() => connection.close());
  const client = new EditingClient(...routeThroughFrontend({ auth, connection }));
  const homeAssistant = new ServiceHomeAssistant(client, () => undefined);
  const show = async (...entities: readonly string[]): Promise<void> => {
    await peer.save(planOf(...entities));
    homeAssistant.follow(planOf(...entities));
  };
  const say = (entity: string): string | undefined => {
    const { word } = homeAssistant.now;
    const state = homeAssistant.now.states(entity);
    return state && stateText(entity, state, { words: { states }, word });
  };
  return { home, homeAssistant, show, say, connection, auth };
};

test(
  "LIVE-6, LIVE-7: a page shows the words and icons that Home Assistant has, of its language and of what it shows, each asked for once over a line",
  bounded,
  async (t) => {
    const { home, homeAssistant, show, say, connection } = await openHome(t);
    homeAssistant.setLanguage("de-AT");
    await show("light.lamp");
    await until(() => say("light.lamp") === "Ein");
    await until(
      () => homeAssistant.now.icon("light.lamp", { state: "off" }) === "mdi:lightbulb-off",
    );
    await show("light.lamp", "sensor.mode", "lock.door");
    await until(() => homeAssistant.now.icon("sensor.mode", { state: "eco" }) === "mdi:leaf");
    await until(() => say("sensor.mode") === "Eco" && say("lock.door") === "Verklemmt");
    assert.equal(homeAssistant.now.precisions("sensor.mode"), 2);
    const { states: before } = homeAssistant.now;
    connection.reconnect(true);
    await until(() => homeAssistant.now.states !== before && say("lock.door") !== undefined);
    homeAssistant.setLanguage("fr");
    await until(() => say("lock.door") === "Bloqué");
    assert.equal(say("light.lamp"), "Allumé");
    homeAssistant.setLanguage("de");
    assert.equal(
      say("lock.door"),
      "Verklemmt",
      "what is known of a language is not asked for again",
    );
    const asked = [...home.of(icons), ...home.of(words)].map(({ message }) => {
      const { category, language, integration } = message;
      return [category, language, integration].flat().join(" ").replace("  ", " ");
    });
    assert.deepEqual(
      asked.toSorted(),
      [
        "entity demo",
        "entity de demo",
        "entity fr demo",
        "entity_component light",
        "entity_component lock sensor",
        "entity_component de light",
        "entity_component de lock sensor",
        // All at once, after the line was lost.
        "entity_component de light lock sensor",
        "entity_component light lock sensor",
        "entity_component fr light lock sensor",
      ].toSorted(),
    );
    homeAssistant.end();
  },
);

test(
  "LIVE-4, LIVE-6, LIVE-7: what changes in the registry is followed by a page that stays open",
  bounded,
  async (t) => {
    const { home, homeAssistant, show, say } = await openHome(t);
    homeAssistant.setLanguage("en");
    await show("light.lamp", "sensor.mode");
    await until(
      () => say("sensor.mode") === "Eco" && homeAssistant.now.precisions("sensor.mode") === 2,
    );
    await until(() => home.of("subscribe_events").length > 2);
    home.core.setRegistry("entity", [{ ei: "sensor.mode", pl: "demo", dp: 3 }]);
    const data = { action: "update", entity_id: "sensor.mode", changes: {} };
    home.core.emit("event", "entity_registry_updated", data);
    await until(
      () => homeAssistant.now.precisions("sensor.mode") === 3 && say("sensor.mode") === "eco",
    );
    homeAssistant.end();
  },
);

test(
  "LIVE-6, LIVE-7: an old Home Assistant without these tables, and one that answers nonsense, leaves our words and no icon",
  bounded,
  async (t) => {
    const { home, homeAssistant, show, say } = await openHome(t);
    homeAssistant.setLanguage("de");
    const error = { code: "unknown_command", message: "Unknown command." };
    home.answer(icons, () => ({ error }));
    home.answer(words, () => ({ result: { resources: [7, null] } }));
    await show("light.lamp", "sensor.mode");
    await home.whenReceived(words, 1);
    await home.whenReceived(icons, 1);
    await until(() => say("sensor.mode") === "eco");
    assert.equal(say("light.lamp"), "Ein");
    assert.equal(homeAssistant.now.icon("light.lamp", { state: "on" }), undefined);
    const own = { state: "on", attributes: { icon: "mdi:lamp" } };
    assert.equal(homeAssistant.now.icon("light.lamp", own), "mdi:lamp");
    homeAssistant.end();
  },
);

test(
  "LIVE-7: on a dashboard Home Assistant's own connection is asked for icons, and its page for words",
  bounded,
  async (t) => {
    const { home, auth, connection, show } = await openHome(t);
    await show("sensor.mode");
    await home.whenReceived(icons, 1);
    const state = { state: "eco", attributes: {} };
    const entities = { "sensor.mode": { platform: "demo", translation_key: "thermostat_mode" } };
    let changes = 0;
    const hass = { auth, connection, states: { "sensor.mode": state }, entities };
    const homeAssistant = new FrontendHomeAssistant(hass, () => (changes += 1));
    const before = home.of(words).length;
    homeAssistant.follow(planOf("sensor.mode"));
    await until(() => homeAssistant.now.icon("sensor.mode", state) === "mdi:leaf");
    await until(() => changes > 0);
    const { icon } = homeAssistant.now;
    homeAssistant.update({ ...hass, states: { "sensor.mode": { ...state, state: "away" } } });
    assert.equal(
      homeAssistant.now.icon,
      icon,
      "it is the same function while nothing of it is new",
    );
    assert.equal(
      icon("sensor.mode", homeAssistant.now.states("sensor.mode")),
      "mdi:home-export-outline",
    );
    assert.equal(home.of(words).length, before);
    homeAssistant.end();
  },
);

test("LIVE-4, LIVE-6, LIVE-7: what is not answered is asked for again, and not once it is, or nobody wants to know", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked: string[] = [];
  let isAway = true;
  const answers: Readonly<Record<string, object>> = {
    "config/entity_registry/list_for_display": { entities: [{ ei: "light.lamp", dp: 1 }] },
    get_config: { unit_system: { temperature: "°C" } },
    [icons]: { resources: { light: { _: { default: "mdi:lightbulb" } } } },
    [words]: { resources: { "component.light.entity_component._.state.on": "Ein" } },
  };
  const connection = {
    sendMessagePromise: <Result>({ type }: { type: string }): Promise<Result> => {
      asked.push(type);
      const away = { code: "home_assistant_unavailable", message: "it restarts" };
      return isAway
        ? Promise.reject(away)
        : Promise.resolve(JSON.parse(JSON.stringify(answers[type])));
    },
  };
  const shown: Partial<EntityDisplay> = {};
  const displayInfo = new EntityDisplayInfo(connection, (display) => Object.assign(shown, display));
  /** Lets what is answered at once be heard. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  displayInfo.setLanguage("de");
  displayInfo.know(["light.lamp"]);
  await settle();
  assert.deepEqual([shown.precisions, shown.temperatureUnit], [undefined, undefined]);
  isAway = false;
  t.mock.timers.tick(againMs);
  await settle();
  const on = { state: "on" };
  assert.equal(shown.icon?.("light.lamp", on), "mdi:lightbulb");
  assert.equal(shown.word?.("light.lamp", on), "Ein");
  assert.deepEqual([shown.precisions?.("light.lamp"), shown.temperatureUnit], [1, "°C"]);
  const { length } = asked;
  t.mock.timers.tick(10 * againMs);
  await settle();
  assert.equal(asked.length, length);
  isAway = true;
  displayInfo.know(["light.lamp", "switch.fan"]);
  await settle();
  displayInfo.forget();
  const last = asked.length;
  t.mock.timers.tick(10 * againMs);
  await settle();
  assert.equal(asked.length, last);
});
