import assert from "node:assert/strict";
import { test } from "node:test";
import { startHomeAssistant } from "../../../support/home-assistant.ts";
import { connect } from "../../../support/home-assistant/home-assistant-under-test.ts";
import { Broker, Publisher } from "../../../support/mqtt.ts";
import { Peer } from "../../../support/peer.ts";
import { mayUse } from "../../../support/programs.ts";
import { serviceOf } from "../../service-with-token.ts";
import { networkMap } from "../sample-meshes.ts";
import { addBroker } from "./add-broker.ts";

const base = "zigbee2mqtt";
const [request, response] = ["request", "response"].map(
  (way) => `${base}/bridge/${way}/networkmap`,
);

/** What Zigbee2MQTT announces of a plug: lib/extension/homeassistant.ts of Koenkk/zigbee2mqtt. */
const announced = {
  name: null,
  unique_id: "0x000d6f0000000002_switch_zigbee2mqtt",
  default_entity_id: "switch.kitchen_plug",
  state_topic: `${base}/Kitchen plug`,
  command_topic: `${base}/Kitchen plug/set`,
  value_template: "{{ value_json.state }}",
  device: {
    identifiers: ["zigbee2mqtt_0x000d6f0000000002"],
    name: "Kitchen plug",
    manufacturer: "IKEA",
    via_device: "zigbee2mqtt_bridge_0x00124b0000000001",
  },
  origin: { name: "Zigbee2MQTT" },
};

test(
  "MESH-4, MESH-8: over a real broker and a real Home Assistant, Zigbee2MQTT's map is a mesh with the entities of its devices",
  { timeout: 240_000 },
  async (t) => {
    for (const program of ["Home Assistant", "mosquitto"] as const) if (!mayUse(t, program)) return;
    assert(request !== undefined && response !== undefined, "two topics");
    const broker = await Broker.start(t);
    const home = await startHomeAssistant();
    t.after(() => home.remove());
    await addBroker(home, broker.port);
    const zigbee2mqtt = await Publisher.of(t, broker.port);
    zigbee2mqtt.publish("homeassistant/switch/0x000d6f0000000002/switch/config", announced);
    // The answer of some other day, which the broker kept.
    zigbee2mqtt.publish(
      response,
      networkMap(undefined, { data: { value: { nodes: [], links: [] } } }),
    );
    const requests = await connect(home, home.owner.longLivedToken);
    t.after(() => requests.close());
    const asked = await requests.subscribe({ type: "mqtt/subscribe", topic: request });
    const registered = await requests.subscribe({
      type: "subscribe_entities",
      entity_ids: ["switch.kitchen_plug"],
    });
    await registered.event((event) => JSON.stringify(event).includes("switch.kitchen_plug"));

    const service = await serviceOf(t, home, { meshMs: 60_000 });
    const admin = await Peer.login(t, service.port, service.admin);
    await admin.save({ devices: [{ entity: "switch.kitchen_plug" }] });
    const list = Object(await admin.result("floorplan/mesh/list"));
    assert(list.kinds.includes("zigbee2mqtt"), JSON.stringify(list.kinds));
    const reading = admin.result("floorplan/mesh/read", { kind: "zigbee2mqtt" });
    const { payload } = Object(await asked.event(() => true));
    const { transaction, ...rest } = JSON.parse(String(payload));
    assert.deepEqual(rest, { type: "raw", routes: false });
    zigbee2mqtt.publish(response, networkMap("of another"));
    zigbee2mqtt.publish(response, "{ no JSON");
    zigbee2mqtt.publish(response, Buffer.from([0xff, 0xfe, 0x00]));
    zigbee2mqtt.publish(response, networkMap(transaction));
    const { nodes, links } = Object(await reading);
    assert.deepEqual(
      nodes.map(({ id, role, entities }: Record<string, unknown>) => [id, role, entities]),
      [
        ["0x00124b0000000001", "coordinator", []],
        ["0x000d6f0000000002", "router", ["switch.kitchen_plug"]],
      ],
    );
    assert.deepEqual(links, [{ from: "0x000d6f0000000002", to: "0x00124b0000000001", lqi: 143 }]);

    // It has no ZHA, no Z-Wave and no Matter.
    for (const kind of ["zha", "thread"]) {
      const error = await admin.error("floorplan/mesh/read", { kind });
      assert.equal(error.code, "no_mesh", kind);
      assert.match(error.message, /its integration is not set up there/, kind);
    }
    const none = Object(await admin.result("floorplan/mesh/read", { kind: "zwave" }));
    assert.deepEqual(none.nodes, []);

    // The token of somebody who is no administrator.
    const { user, url } = home;
    const lesser = await serviceOf(t, { url, owner: user }, { meshMs: 60_000 });
    const other = await Peer.login(t, lesser.port, lesser.admin);
    const refused = await other.error("floorplan/mesh/read", { kind: "zigbee2mqtt" });
    assert.equal(refused.code, "no_mesh", refused.message);
    assert.match(refused.message, /belongs to no administrator/);
  },
);
