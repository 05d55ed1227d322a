import type { DoubleHomeAssistant } from "../../support/double-home-assistant.ts";
import type { Command } from "../../support/home-assistant/double-commands.ts";

/** A device as ZHA tells it: `zha_device_info` in homeassistant `components/zha/helpers.py`. */
const zhaDevice = (ieee: string, more: object): object => ({
  ieee,
  nwk: 0x1234,
  manufacturer: "IKEA of Sweden",
  model: "TRADFRI control outlet",
  name: "IKEA of Sweden TRADFRI control outlet",
  quirk_applied: false,
  quirk_class: "zigpy.device.Device",
  exposes_features: [],
  manufacturer_code: 4476,
  power_source: "Mains",
  lqi: 180,
  rssi: -60,
  last_seen: "2096-11-30T12:00:00",
  available: true,
  device_type: "Router",
  signature: { node_descriptor: { logical_type: 1 }, endpoints: {} },
  active_coordinator: false,
  entities: [],
  neighbors: [],
  routes: [],
  endpoint_names: [],
  user_given_name: null,
  device_reg_id: "d",
  area_id: null,
  ...more,
});

const neighbour = (ieee: string, lqi: string, relationship = "Sibling"): object => ({
  device_type: "Router",
  rx_on_when_idle: "On",
  relationship,
  extended_pan_id: "00:12:4b:00:00:00:00:00",
  ieee,
  nwk: "0x1234",
  permit_joining: "Unknown",
  depth: "1",
  lqi,
});

export const [stick, plug, button] = [
  "00:12:4b:00:00:00:00:01",
  "00:0d:6f:00:00:00:00:02",
  "00:15:8d:00:00:00:00:03",
];

export const zhaDevices: readonly object[] = [
  zhaDevice(stick, {
    name: "Silicon Labs EZSP",
    device_type: "Coordinator",
    active_coordinator: true,
    neighbors: [neighbour(plug, "201"), neighbour("00:00:00:00:00:00:00:99", "7")],
  }),
  zhaDevice(plug, {
    user_given_name: "Kitchen plug",
    entities: [{ entity_id: "light.hall", name: "plug" }],
    neighbors: [
      neighbour(stick, "190", "Parent"),
      neighbour(button, "88", "Child"),
      neighbour(button, "3", "PreviousChild"),
    ],
  }),
  zhaDevice(button, {
    name: "Button",
    device_type: "EndDevice",
    available: false,
    last_seen: "2026-07-30T12:00:00",
  }),
];

/** An answer of Zigbee2MQTT: `networkScan` in zigbee2mqtt `lib/extension/networkMap.ts`. */
export const networkMap = (transaction: unknown, more: object = {}): object => ({
  data: {
    type: "raw",
    routes: false,
    value: {
      nodes: [
        {
          ieeeAddr: "0x00124b0000000001",
          friendlyName: "Coordinator",
          type: "Coordinator",
          networkAddress: 0,
          manufacturerName: null,
          modelID: null,
          failed: [],
          lastSeen: null,
        },
        {
          ieeeAddr: "0x000d6f0000000002",
          friendlyName: "Kitchen plug",
          type: "Router",
          networkAddress: 4660,
          manufacturerName: "IKEA of Sweden",
          modelID: "TRADFRI control outlet",
          failed: ["lqi"],
          lastSeen: 1_790_000_000_500,
          definition: { model: "E1603", vendor: "IKEA", supports: "switch", description: "plug" },
        },
      ],
      links: [
        {
          source: { ieeeAddr: "0x000d6f0000000002", networkAddress: 4660 },
          target: { ieeeAddr: "0x00124b0000000001", networkAddress: 0 },
          deviceType: 1,
          rxOnWhenIdle: 1,
          relationship: 1,
          permitJoining: 2,
          depth: 1,
          lqi: 143,
          routes: [],
          sourceIeeeAddr: "0x000d6f0000000002",
          targetIeeeAddr: "0x00124b0000000001",
          sourceNwkAddr: 4660,
          linkquality: 143,
        },
      ],
    },
  },
  status: "ok",
  transaction,
  ...more,
});

/** Devices of Home Assistant's registry with what tells their integrations apart, and their entities. */
export const registries = {
  devices: [
    {
      id: "z2m-bridge",
      identifiers: [["mqtt", "zigbee2mqtt_bridge_0x00124b0000000001"]],
      name: "Bridge",
    },
    {
      id: "z2m-plug",
      identifiers: [["mqtt", "zigbee2mqtt_0x000d6f0000000002"]],
      name: "Kitchen plug",
    },
    { id: "zw-1", identifiers: [["zwave_js", "3245146787-1"]], name: "Z-Stick" },
    {
      id: "zw-5",
      identifiers: [
        ["zwave_js", "3245146787-5"],
        ["zwave_js", "3245146787-5-271:4097:258"],
      ],
      name: "Plug",
      name_by_user: "Wall plug",
    },
    { id: "zw-9", identifiers: [["zwave_js", "3245146787-9"]], name: "Door" },
    { id: "zw-5-1", identifiers: [["zwave_js", "3245146787-5-1"]], name: "An endpoint" },
    { id: "zw-8", identifiers: [["zwave_js", "3245146787-8"]], name: "Off", disabled_by: "user" },
    { id: "bulb", identifiers: [["matter", "deviceid_1-1E-MatterNodeDevice"]], name: "Bulb" },
    { id: "odd", identifiers: "none" },
    7,
  ],
  entities: {
    entity_categories: {},
    entities: [
      { ei: "light.hall", di: "z2m-plug", pl: "mqtt" },
      { ei: "binary_sensor.bridge", di: "z2m-bridge", pl: "mqtt" },
      { ei: "switch.wall_plug", di: "zw-5", pl: "zwave_js" },
      { ei: "light.bulb", di: "bulb", pl: "matter" },
      { ei: "sun.sun", pl: "sun" },
      { odd: true },
    ],
  },
};

/** The statistics of Z-Wave nodes: `_get_node_statistics_dict` in homeassistant `components/zwave_js/api.py`. */
const statistics: Readonly<Record<string, object>> = {
  "zw-5": {
    lwr: {
      protocol_data_rate: 3,
      repeaters: [],
      rssi: -61,
      repeater_rssi: [],
      route_failed_between: null,
    },
  },
  "zw-9": {
    lwr: {
      protocol_data_rate: 2,
      repeaters: ["zw-5"],
      rssi: -62,
      repeater_rssi: [-88],
      route_failed_between: null,
    },
  },
};

const nodeStatistics: Command = ({ send, afterwards }, { device_id: device }) => {
  afterwards(() =>
    send({
      event: "statistics updated",
      source: "node",
      node_id: 5,
      commands_tx: 1,
      rtt: 33,
      rssi: 127,
      nlwr: null,
      ...statistics[String(device)],
    }),
  );
  return { result: null };
};

/** `websocket_network_status` there. */
const networkStatus = {
  client: { state: "connected" },
  controller: {
    home_id: 3245146787,
    nodes: [
      { node_id: 1, is_controller_node: true, status: 4, is_routing: false },
      { node_id: 5, is_controller_node: false, status: 4, is_routing: true },
      { node_id: 9, is_controller_node: false, status: 1, is_routing: true },
      { node_id: "ten" },
    ],
  },
};

/** `_mock_topology` in homeassistant `tests/components/matter/test_api.py`, with a Wi-Fi node and one without strengths. */
const topology = {
  collected_at: 1_790_000_000_000,
  nodes: [
    {
      id: "30",
      kind: "matter",
      network_type: "thread",
      node_id: 30,
      role: "router",
      available: true,
      ha_device_id: "bulb",
    },
    {
      id: "99",
      kind: "matter",
      network_type: "thread",
      node_id: 99,
      role: "sleepy_end_device",
      available: true,
      ha_device_id: null,
      vendor_name: "Eve",
      model_name: "Weather",
    },
    {
      id: "br_1",
      kind: "border_router",
      network_type: "thread",
      role: "leader",
      ext_address: "1122AABBCC334455",
      vendor_name: "Apple",
    },
    { id: "3", kind: "matter", network_type: "wifi", node_id: 3 },
  ],
  connections: [
    {
      source: "30",
      target: "br_1",
      network: "thread",
      strength: "strong",
      source_to_target: { strength: "strong", lqi: 3, rssi: -50 },
      target_to_source: { strength: "strong", lqi: 3, rssi: -58 },
    },
    {
      source: "30",
      target: "99",
      network: "thread",
      strength: "weak",
      source_to_target: null,
      target_to_source: { lqi: null, rssi: null },
    },
    { source: "3", target: "30", network: "wifi", strength: "strong" },
  ],
};

/** Gives a double all four meshes. */
export const withMeshes = (home: DoubleHomeAssistant): void => {
  const { config } = home.core;
  home.answer("get_config", () => ({
    result: {
      ...config,
      time_zone: "Europe/Berlin",
      components: ["zha", "zha.sensor", "mqtt", "zwave_js", "matter"],
    },
  }));
  home.answer("config/device_registry/list", () => ({ result: registries.devices }));
  home.answer("config/entity_registry/list_for_display", () => ({ result: registries.entities }));
  home.answer("zha/devices", () => ({ result: zhaDevices }));
  // Home Assistant leaves it unanswered.
  home.answer("zha/topology/update", () => undefined);
  home.answer("zwave_js/network_status", () => ({ result: networkStatus }));
  home.answer("zwave_js/subscribe_node_statistics", nodeStatistics);
  home.answer("matter/network_topology", () => ({ result: topology }));
};

/** Plays a broker with Zigbee2MQTT: says on the topic of answers what `answers` makes of each request. */
export const withBroker = (
  home: DoubleHomeAssistant,
  answers: (request: { readonly transaction?: unknown }) => readonly object[],
): void => {
  const hearing = new Map<string, (event: unknown) => void>();
  home.answer("mqtt/subscribe", ({ send, keep }, { topic }) => {
    hearing.set(String(topic), send);
    keep(() => hearing.delete(String(topic)));
    return { result: null };
  });
  home.answer("call_service", ({ afterwards }, { domain, service, service_data: data }) => {
    const { topic, payload } = Object(data);
    if (domain !== "mqtt" || service !== "publish")
      return { error: { code: "not_found", message: "another action" } };
    afterwards(() => {
      const to = String(topic).replace("/request/", "/response/");
      for (const answer of answers(JSON.parse(String(payload)))) hearing.get(to)?.(answer);
    });
    return { result: { context: {} } };
  });
};

/** A message as Home Assistant passes it on: `forward_messages` in homeassistant `components/mqtt/__init__.py`. */
export const mqttMessage = (payload: object | string, more: object = {}): object => ({
  topic: "zigbee2mqtt/bridge/response/networkmap",
  payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  qos: 0,
  retain: false,
  ...more,
});

/** An entry of Home Assistant's registry of entities, as far as it tells of a sensor: `RegistryEntry.as_partial_dict`. */
export const meshSensor = (
  entity_id: string,
  platform: string,
  unique_id: string,
  disabled_by: string | null = null,
): object => ({
  entity_id,
  platform,
  unique_id,
  disabled_by,
  id: `entry of ${entity_id}`,
  device_id: "d",
  name: null,
});
