import assert from "node:assert/strict";
import { test } from "node:test";
import { held } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { settled } from "../service-with-token.ts";
import {
  button,
  mqttMessage,
  networkMap,
  plug,
  stick,
  withBroker,
  withMeshes,
  zhaDevices,
} from "./sample-meshes.ts";

const [list, read] = ["floorplan/mesh/list", "floorplan/mesh/read"];

/** The fields of a mesh that do not depend on the clock. */
const withoutTime = (mesh: unknown): object => {
  const { at, ...rest } = Object(mesh);
  assert(Math.abs(Date.now() / 1000 - at) < 60, `read now: ${at}`);
  return rest;
};

test(
  "MESH-1: an administrator learns which meshes Home Assistant has, and the last that was read of each",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    home.answer("get_config", ({ core }) => ({
      result: { ...core.config, components: ["sun", "zha", "mqtt"] },
    }));
    assert.deepEqual(await admin.result(list), { kinds: ["zha", "zigbee2mqtt"], last: [] });
    home.answer("zha/devices", () => ({ result: zhaDevices }));
    const mesh = await admin.result(read, { kind: "zha" });
    const { last } = Object(await admin.result(list));
    assert.deepEqual(last, [mesh]);
  },
);

test(
  "MESH-2: only administrators may; without Home Assistant or a token for it, that is said",
  bounded,
  async (t) => {
    const { service, home } = await settled(t);
    withMeshes(home);
    const screen = await Peer.login(t, service.port, service.viewer);
    for (const [type, fields] of [
      [list, {}],
      [read, { kind: "zha" }],
    ] as const)
      assert.equal((await screen.error(type, fields)).code, "unauthorized", type);
    assert.equal(home.count("zha/devices"), 0);
    const alone = await startTestService(t);
    const admin = await Peer.login(t, alone.port, alone.admin);
    for (const type of [list, read]) {
      const error = await admin.error(type, type === read ? { kind: "zha" } : {});
      assert.equal(error.code, "home_assistant_unavailable", type);
      assert.match(error.message, /home-assistant-token-file/, type);
    }
  },
);

test(
  "MESH-3: ZHA's devices are nodes with their entities, and its neighbours links, while it is asked to scan again",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    assert.deepEqual(withoutTime(await admin.result(read, { kind: "zha" })), {
      kind: "zha",
      nodes: [
        // It writes the clock of its home, which is ahead of UTC by an hour in winter and two in summer.
        {
          id: stick,
          name: "Silicon Labs EZSP",
          role: "coordinator",
          entities: [],
          seen: Date.parse("2096-11-30T11:00:00Z") / 1000,
          available: true,
        },
        {
          id: plug,
          name: "Kitchen plug",
          role: "router",
          entities: ["light.hall"],
          seen: Date.parse("2096-11-30T11:00:00Z") / 1000,
          available: true,
        },
        {
          id: button,
          name: "Button",
          role: "end_device",
          entities: [],
          seen: Date.parse("2026-07-30T10:00:00Z") / 1000,
          available: false,
        },
      ],
      links: [
        { from: stick, to: plug, lqi: 190 },
        { from: plug, to: button, lqi: 88 },
      ],
      left_out: 0,
    });
    await home.whenReceived("zha/topology/update", 1);
  },
);

test(
  "MESH-4: Zigbee2MQTT is asked for its map, and only the answer to that counts",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    withBroker(home, ({ transaction }) => [
      mqttMessage(networkMap(undefined), { retain: true }),
      mqttMessage("no JSON"),
      mqttMessage({ hello: "world" }),
      mqttMessage({ data: { type: "graphviz", value: "digraph {}" }, status: "ok" }),
      mqttMessage(networkMap("of somebody else", { status: "error", error: "theirs" })),
      mqttMessage(networkMap(transaction)),
    ]);
    const mesh = await admin.result(read, { kind: "zigbee2mqtt" });
    assert.deepEqual(withoutTime(mesh), {
      kind: "zigbee2mqtt",
      nodes: [
        {
          id: "0x00124b0000000001",
          name: "Coordinator",
          role: "coordinator",
          entities: ["binary_sensor.bridge"],
        },
        {
          id: "0x000d6f0000000002",
          name: "Kitchen plug",
          role: "router",
          entities: ["light.hall"],
          seen: 1_790_000_000.5,
        },
      ],
      links: [{ from: "0x000d6f0000000002", to: "0x00124b0000000001", lqi: 143 }],
      left_out: 0,
    });
    const [published] = home.of("call_service");
    const { topic, payload } = Object(Object(published?.message)["service_data"]);
    assert.equal(topic, "zigbee2mqtt/bridge/request/networkmap");
    const { type, routes } = JSON.parse(String(payload));
    assert.deepEqual([type, routes], ["raw", false]);
    await admin.result(read, { kind: "zigbee2mqtt", base_topic: "up/z2m" });
    const [, subscribed] = home.of("mqtt/subscribe");
    assert.equal(Object(subscribed?.message)["topic"], "up/z2m/bridge/response/networkmap");
    for (const base_topic of ["", "a/#", "+", "x".repeat(129), "a\u0000b"])
      assert.equal(
        (await admin.error(read, { kind: "zigbee2mqtt", base_topic })).code,
        "invalid_format",
        base_topic,
      );
  },
);

test(
  "MESH-5: Z-Wave nodes are linked along the last working route to each, by the strength of its acknowledgement",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    const id = (node: number): string => `3245146787-${node}`;
    assert.deepEqual(withoutTime(await admin.result(read, { kind: "zwave" })), {
      kind: "zwave",
      nodes: [
        { id: id(1), name: "Z-Stick", role: "coordinator", entities: [] },
        { id: id(5), name: "Wall plug", role: "router", entities: ["switch.wall_plug"] },
        { id: id(9), name: "Door", role: "end_device", entities: [] },
      ],
      links: [
        { from: id(1), to: id(5), rssi: -62 },
        { from: id(5), to: id(9), rssi: -88 },
      ],
      left_out: 0,
    });
    assert.equal(home.count("zwave_js/network_neighbors"), 0, "that would switch the radio off");
  },
);

test(
  "MESH-6: the Thread network is what the Matter server knows of it, as of when that was collected",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    assert.deepEqual(await admin.result(read, { kind: "thread" }), {
      kind: "thread",
      at: 1_790_000_000,
      nodes: [
        { id: "30", name: "Bulb", role: "router", entities: ["light.bulb"], available: true },
        { id: "99", name: "Eve Weather", role: "end_device", entities: [], available: true },
        { id: "br_1", name: "Apple", role: "coordinator", entities: [] },
      ],
      links: [
        { from: "30", to: "br_1", rssi: -58 },
        { from: "30", to: "99", rssi: -85 },
      ],
      left_out: 0,
    });
  },
);

test("MESH-8: a time that no date can have is left out, whoever tells it", bounded, async (t) => {
  const { home, admin } = await settled(t);
  withMeshes(home);
  const never = 1e300;
  home.answer("zha/devices", () => ({ result: [{ ieee: stick, last_seen: never }] }));
  withBroker(home, ({ transaction }) => [
    mqttMessage({
      data: { value: { nodes: [{ ieeeAddr: stick, lastSeen: -never }], links: [] } },
      status: "ok",
      transaction,
    }),
  ]);
  home.answer("matter/network_topology", () => ({
    result: { collected_at: never, nodes: [], connections: [] },
  }));
  for (const kind of ["zha", "zigbee2mqtt", "thread"]) {
    const mesh = withoutTime(await admin.result(read, { kind }));
    const [node = {}] = Object(mesh).nodes;
    assert.equal(Object.hasOwn(node, "seen"), false, kind);
  }
});

test(
  "MESH-7: one mesh is read at a time; who asks for the same meanwhile gets the same answer",
  bounded,
  async (t) => {
    const { home, admin, service } = await settled(t);
    withMeshes(home);
    let say: ((event: unknown) => void) | undefined;
    home.answer("mqtt/subscribe", ({ send }) => {
      say = send;
      return { result: null };
    });
    home.answer("call_service", () => ({ result: {} }));
    const other = await Peer.login(t, service.port, service.admin);
    const waiting = admin.result(read, { kind: "zigbee2mqtt" });
    const [published] = await home.whenReceived("call_service", 1);
    const busy = await other.error(read, { kind: "thread" });
    assert.deepEqual(busy, {
      code: "overloaded",
      message: "another mesh is being read: try again when that is done",
    });
    const same = other.newId();
    other.send({ id: same, type: read, kind: "zigbee2mqtt" });
    // Answered once the service has that command too.
    await other.result("auth/current_user");
    const { payload } = Object(Object(published?.message)["service_data"]);
    const { transaction } = JSON.parse(String(payload));
    say?.(mqttMessage(networkMap(transaction)));
    assert.deepEqual((await other.replyTo(same))["result"], await waiting);
    assert.equal(home.count("mqtt/subscribe"), 1);
    await other.result(read, { kind: "thread" });
  },
);

test(
  "MESH-7: a mesh that is not read within mesh-ms is an error that says so",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t, undefined, { meshMs: 200 });
    withMeshes(home);
    withBroker(home, () => []);
    const late = await admin.error(read, { kind: "zigbee2mqtt" });
    assert.deepEqual(late, {
      code: "timeout",
      message: "the mesh was not read within mesh-ms, 200 ms",
    });
    home.answer("zwave_js/subscribe_node_statistics", () => ({ result: null }));
    assert.equal((await admin.error(read, { kind: "zwave" })).code, "timeout");
    home.answer("zha/devices", held);
    assert.equal((await admin.error(read, { kind: "zha" })).code, "timeout");
    const { last } = Object(await admin.result(list));
    assert.deepEqual(last, []);
  },
);

test("MESH-7: a connection that is lost ends the reading", bounded, async (t) => {
  const { home, admin } = await settled(t);
  withMeshes(home);
  withBroker(home, () => []);
  const reading = admin.error(read, { kind: "zigbee2mqtt" });
  await home.whenReceived("call_service", 1);
  await home.stop();
  assert.equal((await reading).code, "home_assistant_unavailable");
});

test(
  "MESH-7: nodes, links, bytes and messages beyond the limits are left out or refused, with the limit",
  bounded,
  async (t) => {
    const limits = { meshNodes: 2, meshLinks: 1, meshBytes: 2000, meshMessages: 5 };
    const { home, admin } = await settled(t, undefined, limits);
    withMeshes(home);
    const mesh = Object(await admin.result(read, { kind: "zha" }));
    assert.deepEqual([mesh.nodes.length, mesh.links.length, mesh.left_out], [2, 1, 2]);
    withBroker(home, ({ transaction }) => [
      mqttMessage(networkMap(transaction, { more: "x".repeat(2000) })),
    ]);
    const large = await admin.error(read, { kind: "zigbee2mqtt" });
    assert.deepEqual(large, {
      code: "no_mesh",
      message: "Zigbee2MQTT's map has more than mesh-bytes, 2000 bytes",
    });
    withBroker(home, () =>
      Array.from({ length: 6 }, (_, at) => mqttMessage(`{"flood":${at},"transaction":1}`)),
    );
    const flood = await admin.error(read, { kind: "zigbee2mqtt" });
    assert.equal(flood.code, "no_mesh");
    assert.match(flood.message, /more than mesh-messages, 5 messages/);
  },
);

test(
  "MESH-8: a Home Assistant without the integration, or whose token may not, is told in words",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    for (const [kind, type] of [
      ["zha", "zha/devices"],
      ["zigbee2mqtt", "mqtt/subscribe"],
      ["thread", "matter/network_topology"],
    ] as const) {
      const error = await admin.error(read, { kind });
      assert.equal(error.code, "no_mesh", kind);
      assert.match(error.message, new RegExp(`does not know ${type}`), kind);
    }
    home.answer("zha/devices", () => ({
      error: { code: "unauthorized", message: "Unauthorized" },
    }));
    const refused = await admin.error(read, { kind: "zha" });
    assert.equal(refused.code, "no_mesh");
    assert.match(refused.message, /belongs to no administrator/);
    home.answer("matter/network_topology", () => ({
      error: {
        code: "not_supported",
        message: "The Matter server does not support network topology",
      },
    }));
    const old = await admin.error(read, { kind: "thread" });
    assert.equal(old.code, "not_supported");
  },
);

test(
  "MESH-8: malformed answers are errors, malformed parts are left out, and what is read before stays",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    home.answer("zha/devices", () => ({
      result: [
        null,
        { ieee: 7 },
        {
          ieee: "a",
          device_type: "Satellite",
          last_seen: "soon",
          neighbors: [{ ieee: "b", lqi: "loud" }, 9],
          entities: [1],
        },
        { ieee: "b", neighbors: "many", newer: {} },
      ],
    }));
    assert.deepEqual(withoutTime(await admin.result(read, { kind: "zha" })), {
      kind: "zha",
      nodes: [
        { id: "a", name: "a", role: "unknown", entities: [] },
        { id: "b", name: "b", role: "unknown", entities: [] },
      ],
      links: [{ from: "a", to: "b" }],
      left_out: 0,
    });
    home.answer("zha/devices", () => ({ result: { a: 1 } }));
    home.answer("matter/network_topology", () => ({ result: "a banana" }));
    for (const kind of ["zha", "thread"])
      assert.equal((await admin.error(read, { kind })).code, "home_assistant_unavailable", kind);
    for (const [value, why] of [
      [{}, /cannot be read/],
      [{ value: { nodes: 1, links: [] } }, /cannot be read/],
    ] as const) {
      withBroker(home, ({ transaction }) => [
        mqttMessage({ status: "ok", data: value, transaction }),
      ]);
      const error = await admin.error(read, { kind: "zigbee2mqtt" });
      assert.equal(error.code, "no_mesh");
      assert.match(error.message, why);
    }
    withBroker(home, ({ transaction }) => [
      mqttMessage({ status: "error", error: "adapter disconnected", data: {}, transaction }),
    ]);
    const failed = await admin.error(read, { kind: "zigbee2mqtt" });
    assert.match(failed.message, /could not make its map: adapter disconnected/);
    const { last } = Object(await admin.result(list));
    assert.deepEqual(
      last.map(({ kind }: { kind: string }) => kind),
      ["zha"],
    );
    assert.equal((await admin.error(read, { kind: "lora" })).code, "invalid_format");
  },
);
