import assert from "node:assert/strict";
import { test } from "node:test";
import { startHomeAssistant } from "../../../support/home-assistant.ts";
import { connect } from "../../../support/home-assistant/home-assistant-under-test.ts";
import { Broker, Publisher } from "../../../support/mqtt.ts";
import { Peer } from "../../../support/peer.ts";
import { mayUse } from "../../../support/programs.ts";
import { eventually } from "../../../support/polling.ts";
import { polygonSensor, rectangleSensor } from "../../../model/zones/sensors.ts";
import { patienceMs } from "../../service-beside.ts";
import { newToken, serviceOf } from "../../service-with-token.ts";
import { square, writing, zoneAnswer, zonePlan } from "../sensor-home.ts";
import { addBroker } from "./add-broker.ts";

/** The pattern of ESPHome's own polygons: `text.py` of its component `ld2450`. */
const pattern = String.raw`^ *$|^ *-?\d{1,4} *, *\d{1,4} *(; *-?\d{1,4} *, *\d{1,4} *){2,22};? *$`;

const device = { name: "Radar", identifiers: ["radar"] };

/**
 * An entity of a radar over MQTT. What it is told comes back by the broker as its state, as from a device that keeps
 * what it is sent.
 */
const announced = (entity: string, more: object): object => ({
  name: entity.replace(/^.*\.radar_/, ""),
  unique_id: entity,
  default_entity_id: entity,
  command_topic: entity,
  state_topic: entity,
  retain: true,
  device,
  ...more,
});

const number = (min: number, max: number): object => ({
  min,
  max,
  step: 1,
  mode: "box",
  unit_of_measurement: "mm",
});

const type = "select.radar_zone_type";
const polygons = "switch.radar_polygon_zones";

const entities: readonly (readonly [entity: string, state: string, more: object])[] = [
  [rectangleSensor.x1, "0", number(-4860, 4860)],
  [rectangleSensor.y1, "0", number(0, 7560)],
  [rectangleSensor.x2, "0", number(-4860, 4860)],
  [rectangleSensor.y2, "0", number(0, 7560)],
  [polygonSensor.text, "1,1;2,1;2,2", { pattern, max: 255 }],
  [type, "Disabled", { options: ["Disabled", "Detection", "Filter"] }],
  [polygons, "OFF", {}],
];

test(
  "ZONE-35: a real Home Assistant gives a radar over MQTT its rectangle and its polygon, tells both back, and takes them back",
  { timeout: 240_000 },
  async (t) => {
    for (const program of ["Home Assistant", "mosquitto"] as const) if (!mayUse(t, program)) return;
    const broker = await Broker.start(t);
    const home = await startHomeAssistant();
    t.after(() => home.remove());
    await addBroker(home, broker.port);
    const publisher = await Publisher.of(t, broker.port);
    for (const [entity, state, more] of entities) {
      const [domain = "", name = ""] = entity.split(".");
      publisher.publish(`homeassistant/${domain}/${name}/config`, announced(entity, more));
      publisher.publish(entity, state);
    }
    const socket = await connect(home, home.owner.longLivedToken);
    t.after(() => socket.close());
    const statesOf = async (...ids: readonly string[]): Promise<readonly unknown[]> => {
      const all: unknown = await socket.call({ type: "get_states" });
      assert(Array.isArray(all), "states");
      // A number may be told as -500.0.
      return ids.map((id) =>
        String(all.find((each) => Object(each).entity_id === id)?.state).replace(/\.0$/, ""),
      );
    };
    await eventually(async () => {
      const states = await statesOf(...entities.map(([id]) => id));
      const isKnown = states.every((each) => each !== "undefined" && each !== "unknown");
      return isKnown ? { seen: true } : { not: JSON.stringify(states) };
    }, 60_000);

    const service = await serviceOf(t, home, { zoneSettleMs: 100 });
    const token = await newToken(service, "editor", writing);
    const editor = await Peer.login(t, service.port, token);
    const numbers = Object.values(rectangleSensor).slice(1);
    let rev = await editor.save(zonePlan({ ...rectangleSensor, type }));
    // The service may still be connecting.
    await eventually(async () => {
      const fields = { zone: "sofa", rev, dry: true };
      const { error } = await editor.command("floorplan/zones/write", fields);
      return error === undefined ? { seen: true } : { not: JSON.stringify(error) };
    }, patienceMs);
    const written = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(written.outcome, "written", JSON.stringify(written));
    assert.deepEqual(await statesOf(...numbers, type), [
      "-500",
      "1000",
      "500",
      "2000",
      "Detection",
    ]);
    const restored = await zoneAnswer(editor, "restore", { undo: written.undo ?? "" });
    assert.equal(restored.outcome, "written", JSON.stringify(restored));
    assert.deepEqual(await statesOf(...numbers, type), ["0", "0", "0", "0", "Disabled"]);

    rev = await editor.save(zonePlan({ ...polygonSensor, switch: polygons }));
    const drawn = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(drawn.outcome, "written", JSON.stringify(drawn));
    assert.deepEqual(await statesOf(polygonSensor.text, polygons), [
      "500,1000;-500,1000;-500,2000;500,2000",
      "on",
    ]);
    const undone = await zoneAnswer(editor, "restore", { undo: drawn.undo ?? "" });
    assert.equal(undone.outcome, "written", JSON.stringify(undone));
    assert.deepEqual(await statesOf(polygonSensor.text, polygons), ["1,1;2,1;2,2", "off"]);

    // Home Assistant itself refuses what is not as the pattern has it, and the numbers beyond the range.
    rev = await editor.save(zonePlan({ ...polygonSensor, separator: ":", switch: polygons }));
    const refused = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(refused.outcome, "failed", JSON.stringify(refused));
    assert.equal(refused.values[0]?.failure?.code, "refused");
    assert.match(refused.values[0]?.failure?.message ?? "", /pattern/);
    const far = square.map(([x = 0, z = 0]) => [x + 5, z]);
    rev = await editor.save({
      ...zonePlan(),
      zones: [{ id: "sofa", points: far, sensor: rectangleSensor }],
    });
    const beyond = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.deepEqual(
      beyond.problems.map(({ problem, entity, metres }) => [problem, entity, metres]),
      [["out-of-range", rectangleSensor.x1, 0.64]],
    );
  },
);
