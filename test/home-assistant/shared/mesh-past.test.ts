import assert from "node:assert/strict";
import { test } from "node:test";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { settled } from "../service-with-token.ts";
import {
  button,
  meshSensor,
  networkMap,
  mqttMessage,
  plug,
  stick,
  withBroker,
  withMeshes,
} from "./sample-meshes.ts";

const [past, read] = ["floorplan/mesh/past", "floorplan/mesh/read"];
const [registry, history] = ["config/entity_registry/list", "history/history_during_period"];

const seconds = (): number => Math.floor(Date.now() / 1000);

test(
  "MESH-20: only administrators may, after a mesh of the kind was read, with a token for Home Assistant",
  bounded,
  async (t) => {
    const { service, home, admin } = await settled(t);
    withMeshes(home);
    const fields = { kind: "zha", start: seconds() - 60 };
    const screen = await Peer.login(t, service.port, service.viewer);
    assert.equal((await screen.error(past, fields)).code, "unauthorized");
    assert.deepEqual(await admin.error(past, fields), {
      code: "no_mesh",
      message:
        "this mesh has not been read since the service started: send floorplan/mesh/read first",
    });
    await admin.result(read, { kind: "thread" });
    assert.equal((await admin.error(past, fields)).code, "no_mesh", "of another kind");
    assert.equal(home.count(registry), 0, "nothing is asked");
    const alone = await startTestService(t);
    const other = await Peer.login(t, alone.port, alone.admin);
    const error = await other.error(past, fields);
    assert.equal(error.code, "home_assistant_unavailable");
  },
);

test(
  "MESH-20: the sensors of ZHA's nodes are found by their unique ids, link quality first, and disabled ones are counted",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    await admin.result(read, { kind: "zha" });
    const start = seconds() - 3600;
    home.answer(registry, () => ({
      result: [
        meshSensor("sensor.fake_lqi", "template", `${plug}-1-0-lqi`),
        meshSensor("sensor.plug_signal", "zha", `${plug}-1-0-rssi`),
        meshSensor("sensor.renamed", "zha", `${plug}-1-0-lqi`),
        meshSensor("sensor.stick_lqi", "zha", `${stick}-1-0-lqi`, "integration"),
        meshSensor("sensor.stick_rssi", "zha", `${stick}-1-0-rssi`, "integration"),
        meshSensor("sensor.button_lqi", "zha", `${button}-1-0-lqi`, "user"),
        meshSensor("sensor.button_rssi", "zha", `${button}-1-0-rssi`),
        meshSensor("sensor.gone_lqi", "zha", "00:00:00:00:00:00:00:99-1-0-lqi"),
        meshSensor("light.hall", "zha", `${plug}-1-6`),
      ],
    }));
    home.answer(history, () => ({
      result: {
        "sensor.renamed": [
          { s: "120", a: {}, lu: start },
          { s: "unavailable", lu: start + 600 },
          { s: "90", lu: start + 1200, lc: 1 },
        ],
        "sensor.button_rssi": [{ s: "-71", lu: start + 5 }],
      },
    }));
    assert.deepEqual(await admin.result(past, { kind: "zha", start }), {
      nodes: [
        {
          node: plug,
          measure: "lqi",
          values: [
            [start, 120],
            [start + 600, null],
            [start + 1200, 90],
          ],
        },
        { node: button, measure: "rssi", values: [[start + 5, -71]] },
      ],
      disabled: 1,
    });
    const [asked] = home.of(history);
    const { id: _, start_time, end_time, ...rest } = Object(asked?.message);
    assert.equal(Date.parse(start_time), start * 1000);
    assert(Math.abs(Date.parse(end_time) - Date.now()) < 60_000, `until now: ${end_time}`);
    assert.deepEqual(rest, {
      type: history,
      entity_ids: ["sensor.renamed", "sensor.button_rssi"],
      minimal_response: true,
      significant_changes_only: true,
      no_attributes: true,
    });
  },
);

test(
  "MESH-20: so are those of Zigbee2MQTT and of Z-Wave JS, of which errors are no strengths",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    withBroker(home, ({ transaction }) => [mqttMessage(networkMap(transaction))]);
    for (const kind of ["zigbee2mqtt", "zwave", "thread"]) await admin.result(read, { kind });
    const [start, end] = [seconds() - 3600, seconds() - 60];
    home.answer(registry, () => ({
      result: [
        meshSensor("sensor.plug_lq", "mqtt", "0x000d6f0000000002_linkquality_up/z2m"),
        meshSensor("sensor.plug_power", "mqtt", "0x000d6f0000000002_power_up/z2m"),
        meshSensor("sensor.wall_rssi", "zwave_js", "3245146787.5.statistics_rssi"),
        meshSensor("sensor.door_rssi", "zwave_js", "3245146787.9.statistics_rssi", "integration"),
        meshSensor(
          "sensor.noise",
          "zwave_js",
          "3245146787.1.statistics_backgroundRSSI.channel0.current",
        ),
      ],
    }));
    home.answer(history, (_asked, { entity_ids }) => ({
      result: Object.fromEntries(
        (Array.isArray(entity_ids) ? entity_ids.map(String) : []).map((entity) => [
          entity,
          entity === "sensor.plug_lq"
            ? [{ s: "77", lu: start }]
            : [
                { s: "-80", lu: start },
                { s: "127", lu: start + 900 },
              ],
        ]),
      ),
    }));
    const asked = async (kind: string): Promise<unknown> =>
      admin.result(past, { kind, start, end });
    assert.deepEqual(await asked("zigbee2mqtt"), {
      nodes: [{ node: "0x000d6f0000000002", measure: "lqi", values: [[start, 77]] }],
      disabled: 0,
    });
    assert.deepEqual(await asked("zwave"), {
      nodes: [
        {
          node: "3245146787-5",
          measure: "rssi",
          values: [
            [start, -80],
            [start + 900, null],
          ],
        },
      ],
      disabled: 1,
    });
    assert.deepEqual(await asked("thread"), { nodes: [], disabled: 0 });
    assert.equal(home.count(history), 2, "without sensors nothing is asked");
  },
);

test(
  "MESH-21: sensors are asked for in portions, values thinned out, and times outside of history-ms refused",
  bounded,
  async (t) => {
    const limits = { meshSensors: 2, meshMoments: 4 };
    const { home, admin } = await settled(t, undefined, limits);
    withMeshes(home);
    await admin.result(read, { kind: "zha" });
    const [start, end] = [seconds() - 1000, seconds() - 600];
    home.answer(registry, () => ({
      result: [stick, plug, button].map((node, at) =>
        meshSensor(`sensor.of_${at}`, "zha", `${node}-1-0-lqi`),
      ),
    }));
    home.answer(history, (_asked, { entity_ids }) => ({
      result: Object.fromEntries(
        (Array.isArray(entity_ids) ? entity_ids.map(String) : []).map((entity) => [
          entity,
          Array.from({ length: 400 }, (_, at) => ({ s: String(at % 200), lu: start + at })),
        ]),
      ),
    }));
    const { nodes } = Object(await admin.result(past, { kind: "zha", start, end }));
    assert.deepEqual(
      nodes.map(({ values }: { values: unknown }) => values),
      Array.from({ length: 3 }, () => [99, 199, 299, 399].map((at) => [start + at, at % 200])),
    );
    assert.deepEqual(
      home.of(history).map(({ message }) => Object(message)["entity_ids"]),
      [["sensor.of_0", "sensor.of_1"], ["sensor.of_2"]],
    );
    for (const [fields, why] of [
      [{ start: seconds() - 32 * 86_400 }, /^start: longer ago than history-ms, 2678400000 ms$/],
      [{ start, end: start }, /^end: expected a time after the start$/],
      [{ start: seconds() + 1e6 }, /^end: /],
      [{ start, end: 1e300 }, /^end: /],
      [{ start: "today" }, /start/],
      [{}, /start/],
    ] as const) {
      const { code, message } = await admin.error(past, { kind: "zha", ...fields });
      assert.equal(code, "invalid_format", JSON.stringify(fields));
      assert.match(message, why);
    }
  },
);

test(
  "MESH-21: malformed parts of answers are left out, others are errors, and so is what Home Assistant refuses",
  bounded,
  async (t) => {
    const { home, admin } = await settled(t);
    withMeshes(home);
    await admin.result(read, { kind: "zha" });
    const start = seconds() - 3600;
    const fields = { kind: "zha", start };
    const sensors = [
      7,
      { entity_id: "sensor.numbered", platform: "zha", unique_id: 5 },
      meshSensor("sensor.plug_lqi", "zha", `${plug}-1-0-lqi`),
      meshSensor("sensor.stick_lqi", "zha", `${stick}-1-0-lqi`),
      meshSensor("sensor.button_lqi", "zha", `${button}-1-0-lqi`),
    ];
    home.answer(registry, () => ({ result: sensors }));
    home.answer(history, () => ({
      result: {
        "sensor.plug_lqi": [
          null,
          { s: 5, lu: start },
          { s: "8" },
          { s: "9", lu: "then" },
          { s: "300", lu: start },
          { s: "", lu: start + 400 },
          { s: "40", lc: start + 800 },
        ],
        "sensor.stick_lqi": "loud",
        "sensor.button_lqi": [{ s: "unknown", lu: start }],
        "sensor.other": [{ s: "1", lu: start }],
      },
    }));
    assert.deepEqual(await admin.result(past, fields), {
      nodes: [
        {
          node: plug,
          measure: "lqi",
          values: [
            [start, null],
            [start + 800, 40],
          ],
        },
      ],
      disabled: 0,
    });
    home.answer(history, () => ({ result: "a banana" }));
    assert.equal((await admin.error(past, fields)).code, "home_assistant_unavailable");
    home.answer(history, () => ({
      error: { code: "unknown_command", message: "Unknown command." },
    }));
    assert.equal((await admin.error(past, fields)).code, "unknown_command");
    home.answer(registry, () => ({ result: { a: 1 } }));
    assert.equal((await admin.error(past, fields)).code, "home_assistant_unavailable");
  },
);
