import assert from "node:assert/strict";
import { test } from "node:test";
import { type RealHomeAssistant, startHomeAssistant } from "../../support/home-assistant.ts";
import { addBroker } from "../../home-assistant/shared/long/add-broker.ts";
import { Broker, Listener, Publisher } from "../../support/mqtt.ts";
import { Peer } from "../../support/peer.ts";
import { eventually } from "../../support/polling.ts";
import { mayUse } from "../../support/programs.ts";
import { serviceOf } from "../../home-assistant/service-with-token.ts";
import { homeOf, keeps, zone } from "../occupancy-service.ts";

/** What a real Home Assistant has of an entity: its state and attributes, or undefined if it has none. */
const entityOf = async (
  { url, owner }: RealHomeAssistant,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const headers = { authorization: `Bearer ${owner.longLivedToken}` };
  const answer = await fetch(`${url}/api/states/${id}`, { headers });
  return answer.ok ? Object(await answer.json()) : undefined;
};

/** Resolves once an entity has a state, or with `undefined` is gone. */
const becomes = (home: RealHomeAssistant, id: string, state: string | undefined) =>
  eventually(async () => {
    const entity = await entityOf(home, id);
    return entity?.["state"] === state
      ? { seen: Object(entity?.["attributes"]) }
      : { not: `${id} is ${String(entity?.["state"])}, and not ${String(state)}` };
  }, 30_000);

const plan = {
  trackers: [
    {
      id: "radar",
      source: { x: "sensor.radar_x", y: "sensor.radar_y" },
      pose: { x: 0, z: 0, rotation: 90 },
      unit: "mm",
      timeout: 0,
    },
  ],
  zones: [zone("sofa", [-2, 3], { name: "Sofa" }), zone("desk", [4, 4])],
};

test(
  "MQTT-9, MQTT-1, MQTT-2, MQTT-3, MQTT-4: a real Home Assistant has an entity of each zone, which follows a tracker and goes with the zone",
  { timeout: 240_000 },
  async (t) => {
    for (const program of ["Home Assistant", "mosquitto"] as const) if (!mayUse(t, program)) return;
    const broker = await Broker.start(t);
    const home = await startHomeAssistant();
    t.after(() => home.remove());
    await addBroker(home, broker.port);
    const publisher = await Publisher.of(t, broker.port);
    for (const axis of ["x", "y"])
      publisher.publish(`homeassistant/sensor/radar_${axis}/config`, {
        name: axis,
        unique_id: `radar-${axis}`,
        state_topic: `radar/${axis}`,
        default_entity_id: `sensor.radar_${axis}`,
      });
    const at = (x: string, y: string): void => {
      publisher.publish("radar/x", x);
      publisher.publish("radar/y", y);
    };
    at("2000", "3000");
    const mqtt = `mqtt://127.0.0.1:${broker.port}`;
    const service = await serviceOf(t, home, { mqtt, zoneHoldMs: 500 });
    const admin = await Peer.login(t, service.port, service.admin);
    await admin.save(plan);
    const sofa = "binary_sensor.floor_plan_sofa";
    const desk = "binary_sensor.floor_plan_desk";
    const seen = await becomes(home, sofa, "on");
    assert.equal(seen.device_class, "occupancy");
    assert.equal(seen.count, 1);
    assert.equal(seen.friendly_name, "Floor plan Sofa");
    const shown = Object.keys(seen).toSorted();
    assert.deepEqual(shown, ["count", "device_class", "friendly_name"], "and nothing else");
    await becomes(home, desk, "off");
    at("-4000", "4000");
    await becomes(home, desk, "on");
    assert.equal((await becomes(home, sofa, "off")).count, 0);

    // A name may change, and the entity stays.
    const couch = zone("sofa", [-2, 3], { name: "Couch" });
    await admin.save({ ...plan, zones: [couch, zone("desk", [4, 4])] });
    await eventually(async () => {
      const name = Object((await entityOf(home, sofa))?.["attributes"]).friendly_name;
      return name === "Floor plan Couch" ? { seen: name } : { not: `it is ${String(name)}` };
    }, 30_000);

    // A restart of Home Assistant finds all again.
    await home.restart();
    await becomes(home, desk, "on");
    await becomes(home, sofa, "off");

    await admin.save({ ...plan, zones: [couch] });
    await becomes(home, desk, undefined);
    await service.stop();
    await becomes(home, sofa, "unavailable");
    const listener = await Listener.of(t, broker.port);
    await keeps(listener, await homeOf(service), "desk", undefined);
  },
);
