import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startHomeAssistant } from "../../../support/home-assistant.ts";
import { Broker, Publisher } from "../../../support/mqtt.ts";
import { Peer } from "../../../support/peer.ts";
import { mayUse } from "../../../support/programs.ts";
import { pictureOf, pictureOfMap } from "../../../support/valetudo-picture.ts";
import { until } from "../../../support/timeouts.ts";
import { serviceOf } from "../../service-with-token.ts";
import { looking, positionsOf, told } from "../positions-of.ts";
import { addBroker } from "./add-broker.ts";

/** A template entity of what comes over MQTT. */
const templates = `
template radar:
  - sensor:
      - name: Radar ahead
        unit_of_measurement: m
        state: "{{ states('sensor.radar_target_1_y') | float(0) / 1000 }}"
        availability: "{{ has_value('sensor.radar_target_1_y') }}"
`;

const suck = "valetudo/suck";

/** What Valetudo announces of its map: InLineHassComponent.js, HassComponent.js and MapNodeMqttHandle.js of Hypfer/Valetudo. */
const announced = {
  topic: `${suck}/MapData/map-data-hass`,
  name: "Map data",
  default_entity_id: "camera.valetudo_suck_map_data",
  unique_id: "suck_camera_MapData",
  availability_topic: `${suck}/$state`,
  payload_available: "ready",
  payload_not_available: "lost",
  device: {
    manufacturer: "Valetudo",
    model: "Roborock S5",
    name: "Valetudo Suck",
    identifiers: ["suck"],
    sw_version: "2026.08.0",
    configuration_url: "http://valetudo-suck.local",
  },
};

/** What ESPresense's companion announces of a phone: src/Models/AutoDiscovery.cs of ESPresense/ESPresense-companion. */
const anna = "espresense/companion/anna";
const announcedPhone = {
  name: "Anna",
  unique_id: "espresense-companion-anna",
  state_topic: anna,
  json_attributes_topic: `${anna}/attributes`,
  status_topic: "espresense/companion/status",
  device: { name: "Anna", manufacturer: "ESPresense", identifiers: ["espresense-anna"] },
  origin: { name: "ESPresense Companion" },
  source_type: "bluetooth",
};

/** An axis of a radar as ESPHome announces it over MQTT; without unit, so that Home Assistant takes any state. */
const axis = (name: "x" | "y"): object => ({
  name: `Target 1 ${name.toUpperCase()}`,
  unique_id: `radar-${name}`,
  state_topic: `radar/${name}`,
  default_entity_id: `sensor.radar_target_1_${name}`,
  device: { name: "Radar", identifiers: ["radar"] },
});

const plan = {
  trackers: [
    {
      id: "suck",
      kind: "vacuum",
      source: { valetudo: "camera.valetudo_suck_map_data" },
      points: [
        { source: [2550, 2550], plan: [3, 1] },
        { source: [2750, 2550], plan: [5, 1] },
      ],
      dock: [2550, 2550],
    },
    {
      id: "anna",
      kind: "person",
      source: { entity: "device_tracker.anna_anna" },
      matrix: [1, 0, 0, -1, 0, 8],
    },
    {
      id: "radar",
      source: { x: "sensor.radar_target_1_x", y: "sensor.radar_target_1_y" },
      pose: { x: 0, z: 0, rotation: 90 },
      unit: "mm",
      timeout: 0,
    },
    {
      id: "ahead",
      source: { x: "sensor.radar_ahead", y: "sensor.radar_ahead" },
      matrix: [1, 0, 0, 1, 0, 0],
    },
  ],
};

test(
  "POS-44: over a real broker and a real Home Assistant, entities become places, and a broker that lies, floods or is away has its words and ends",
  { timeout: 240_000 },
  async (t) => {
    for (const program of ["Home Assistant", "mosquitto"] as const) if (!mayUse(t, program)) return;
    const broker = await Broker.start(t);
    const home = await startHomeAssistant(templates);
    t.after(() => home.remove());
    await addBroker(home, broker.port);
    const announce = (to: Publisher): void => {
      to.publish("homeassistant/camera/suck/suck_camera_MapData/config", announced);
      to.publish("homeassistant/device_tracker/espresense-anna/config", announcedPhone);
      for (const name of ["x", "y"] as const)
        to.publish(`homeassistant/sensor/radar_${name}/config`, axis(name));
    };
    const charger = [2550, 2550] as const;
    const report = (to: Publisher): void => {
      to.publish(`${suck}/$state`, "ready");
      to.publish(announced.topic, pictureOfMap({ charger, robot: [2650, 2650], angle: 180 }));
      to.publish(anna, "Kitchen");
      // MultiScenarioLocator.cs of the companion.
      to.publish(`${anna}/attributes`, {
        source_type: "espresense",
        x: 2.5,
        y: 1.25,
        z: 1.1,
        confidence: 87,
        fixes: 4,
        best_scenario: "Ground",
        last_seen: "2026-11-30T07:00:00Z",
      });
      to.publish("radar/x", "1000");
      to.publish("radar/y", "3000");
    };
    const publisher = await Publisher.of(t, broker.port);
    announce(publisher);
    report(publisher);
    const service = await serviceOf(t, home, { vacuumMapMs: 100 });
    const admin = await Peer.login(t, service.port, service.admin);
    await admin.save(plan);
    const screen = await looking(t, service);
    const everywhere = async (): Promise<void> => {
      await told(screen, "suck", "4 2");
      await told(screen, "anna", "2.5 6.75");
      await told(screen, "radar", "-1 3");
      await told(screen, "ahead", "3 3");
    };
    await everywhere();
    assert.equal(Object(positionsOf(screen)["suck"]?.a).heading, 90);

    // It lies.
    const words = async (id: string, problem: string): Promise<void> =>
      until(() => {
        const { s, a } = positionsOf(screen)[id] ?? {};
        return s === "problem" && Object(a).problem === problem;
      });
    publisher.publish(announced.topic, "no picture");
    publisher.publish("radar/x", "a banana");
    publisher.publish(`${anna}/attributes`, "{ no JSON");
    await words("suck", "no-map");
    await words("radar", "not-a-number");
    publisher.publish(announced.topic, pictureOf("[".repeat(1_000_000)));
    publisher.publish(`${anna}/attributes`, { x: "1e999", y: {} });
    await words("suck", "unreadable-map");
    await words("anna", "not-a-number");
    publisher.publish(announced.topic, pictureOfMap({ charger: [2550, 2750], robot: [1, 1] }));
    await words("suck", "moved-map");
    publisher.publish(anna, "not_home");
    await told(screen, "anna", "absent");
    report(publisher);
    await everywhere();

    // It floods: 200 messages a second for three seconds, while somebody saves.
    const from = performance.now();
    const before = screen.received.length;
    for (let at = 0; at < 60; at += 1) {
      for (let each = 0; each < 10; each += 1) publisher.publish("radar/x", String(10 * at + each));
      if (at % 20 === 0) await admin.save({ ...plan, note: at });
      await sleep(50);
    }
    publisher.publish("radar/x", "2000");
    await told(screen, "radar", "-2 3");
    const most = Math.ceil((performance.now() - from) / 100) + 1;
    const events = screen.received.length - before;
    assert(events <= most, `${events} events, at most ${most}`);

    // It is away.
    await broker.stop();
    for (const { id } of plan.trackers) await told(screen, id, "absent");
    await admin.save({ ...plan, note: "away" });
    await broker.start();
    const again = await Publisher.of(t, broker.port);
    announce(again);
    report(again);
    await everywhere();
  },
);
