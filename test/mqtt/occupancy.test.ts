import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { DoubleHomeAssistant } from "../support/double-home-assistant.ts";
import { Broker, Listener, Publisher } from "../support/mqtt.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { bounded, until } from "../support/timeouts.ts";
import { serviceOf, startHome } from "../home-assistant/service-with-token.ts";
import { Peer } from "../support/peer.ts";
import {
  becomes,
  brokerOf,
  homeOf,
  keeps,
  leaves,
  plan,
  sits,
  stateOf,
  telling,
  zone,
} from "./occupancy-service.ts";

interface Told {
  readonly broker: Broker;
  readonly listener: Listener;
  readonly home: DoubleHomeAssistant;
  readonly service: TestService;
  readonly admin: Peer;
  /** The home's id. */
  readonly id: string;
}

/** A service that tells a real broker; undefined if there is none here. */
const told = async (t: TestContext): Promise<Told | undefined> => {
  if (!mayUse(t, "mosquitto")) return undefined;
  const broker = await Broker.start(t);
  const listener = await Listener.of(t, broker.port);
  const parts = await telling(t, broker.port);
  return { broker, listener, ...parts, id: await homeOf(parts.service) };
};

const descriptionOf = (id: string, of: string): string =>
  `homeassistant/binary_sensor/floorplan_${id}/${of}/config`;

test(
  "MQTT-1, MQTT-2: a zone is described as an occupancy sensor of the home's device, and is on with the number of those who are there, and off again",
  bounded,
  async (t) => {
    const parts = await told(t);
    if (parts === undefined) return;
    const { listener, home, id } = parts;
    sits(home);
    await keeps(listener, id, "sofa", "ON 1");
    await keeps(listener, id, "desk", "OFF 0");
    const text = listener.kept.get(descriptionOf(id, "sofa")) ?? "";
    const { device, origin, ...described } = JSON.parse(text);
    assert.deepEqual(described, {
      name: "Sofa",
      unique_id: `floorplan_${id}_sofa`,
      device_class: "occupancy",
      state_topic: `floorplan/${id}/zone/sofa`,
      value_template: "{{ value_json.occupancy }}",
      json_attributes_topic: `floorplan/${id}/zone/sofa`,
      json_attributes_template: "{{ {'count': value_json.count} | tojson }}",
      availability_topic: `floorplan/${id}/status`,
    });
    assert.deepEqual(device.identifiers, [`floorplan_${id}`]);
    assert.equal(origin.name, "floorplan");
    assert.equal(JSON.parse(listener.kept.get(descriptionOf(id, "desk")) ?? "").name, "desk");
    leaves(home);
    await keeps(listener, id, "sofa", "OFF 0");
    const all = listener.heard.map(({ payload }) => payload).join("\n");
    assert(!/Anna|radar|-2|"x"/.test(all), "neither who it is nor where is told");
  },
);

test(
  "MQTT-3: a zone that is removed, excluded or no zone any more goes from the broker, one that is called otherwise is described anew",
  bounded,
  async (t) => {
    const parts = await told(t);
    if (parts === undefined) return;
    const { listener, admin, id } = parts;
    await keeps(listener, id, "desk", "OFF 0");
    const named = zone("sofa", [-2, 3], { name: "Couch" });
    await admin.save({ ...plan, zones: [named, zone("desk", [4, 4], { exclude: true })] });
    await keeps(listener, id, "desk", undefined);
    await until(() => listener.kept.get(descriptionOf(id, "sofa"))?.includes("Couch") === true);
    assert.equal(listener.kept.get(descriptionOf(id, "desk")), undefined);
    const gone = listener.heard.filter(
      ({ topic, payload }) => /desk/.test(topic) && payload === "",
    );
    assert.deepEqual(
      gone.map(({ topic }) => topic),
      [descriptionOf(id, "desk"), `floorplan/${id}/zone/desk`],
      "the entity goes before its state does",
    );
    await admin.save({ ...plan, zones: [{ id: "sofa", points: [] }] });
    await keeps(listener, id, "sofa", undefined);
    await admin.save({ ...plan, zones: "none" });
    await admin.save({ ...plan, zones: [named] });
    await keeps(listener, id, "sofa", "OFF 0");
  },
);

test(
  "MQTT-3, MQTT-4: what vanished while the service was down is cleaned up, of this home alone; the service says when it goes",
  bounded,
  async (t) => {
    const parts = await told(t);
    if (parts === undefined) return;
    const { broker, listener, home, service, id } = parts;
    await keeps(listener, id, "desk", "OFF 0");
    const status = `floorplan/${id}/status`;
    assert.equal(listener.kept.get(status), "online");
    await service.stop();
    assert.equal(listener.kept.get(status), "offline");
    assert.equal(stateOf(listener, id, "desk"), "OFF 0", "a stop takes nothing away");

    const publisher = await Publisher.of(t, broker.port);
    const foreign = [
      descriptionOf("0".repeat(32), "attic"),
      "homeassistant/binary_sensor/attic/config",
      descriptionOf(id, "attic/window"),
    ];
    for (const topic of [...foreign, descriptionOf(id, "attic")]) publisher.publish(topic, "{}");
    publisher.publish(`floorplan/${id}/zone/attic`, "{}");
    await until(() => listener.kept.has(`floorplan/${id}/zone/attic`));
    const again = await serviceOf(
      t,
      home,
      { mqtt: `mqtt://127.0.0.1:${broker.port}`, zoneHoldMs: 100 },
      service,
    );
    await until(() => !listener.kept.has(`floorplan/${id}/zone/attic`));
    assert(!listener.kept.has(descriptionOf(id, "attic")), "its description is gone");
    for (const topic of foreign) assert(listener.kept.has(topic), `${topic} is left alone`);
    await becomes(again, "connected");
    assert.equal(listener.kept.get(status), "online");
  },
);

test(
  "MQTT-4: everything is told again when Home Assistant or the broker begins anew, and when an older connection says farewell late",
  bounded,
  async (t) => {
    const parts = await told(t);
    if (parts === undefined) return;
    const { broker, listener, home, service, id } = parts;
    sits(home);
    await keeps(listener, id, "sofa", "ON 1");
    const publisher = await Publisher.of(t, broker.port);
    const status = `floorplan/${id}/status`;
    /** What was said there since so many messages were heard. */
    const said = (topic: string, since: number): readonly string[] =>
      listener.heard.slice(since).flatMap((each) => (each.topic === topic ? [each.payload] : []));
    const beforeBirth = listener.heard.length;
    publisher.publish("homeassistant/status", "online");
    // That the service is there is told last.
    await until(() => said(status, beforeBirth).includes("online"));
    assert(said(descriptionOf(id, "sofa"), beforeBirth).length > 0);
    const beforeFarewell = listener.heard.length;
    publisher.publish(status, "offline");
    await until(() => said(status, beforeFarewell).length === 2);
    assert.deepEqual(said(status, beforeFarewell), ["offline", "online"]);

    await broker.stop();
    assert.match(await becomes(service, "unreachable"), /^the MQTT broker cannot be reached$/);
    leaves(home);
    await broker.start();
    const other = await Listener.of(t, broker.port);
    await keeps(other, id, "sofa", "OFF 0");
    await keeps(other, id, "desk", "OFF 0");
    await until(() => other.kept.get(status) === "online");
    await becomes(service, "connected");
    const lines = service.log.filter(({ msg }) => msg.startsWith("the MQTT broker"));
    const bad = lines.filter(({ msg }) => msg.includes("cannot be used"));
    assert(bad.length >= 1 && bad.length <= 3, `told once for each reason: ${bad.length}`);
    assert.deepEqual(new Set(bad.map(({ problem }) => problem)).size, bad.length);
  },
);

test(
  "MQTT-2: while Home Assistant is away it is not known who is where, and nobody is there only after that has lasted",
  bounded,
  async (t) => {
    const parts = await told(t);
    if (parts === undefined) return;
    const { listener, home, id } = parts;
    sits(home);
    await keeps(listener, id, "sofa", "ON 1");
    await keeps(listener, id, "desk", "OFF 0");
    await home.stop();
    await keeps(listener, id, "sofa", "None null");
    await keeps(listener, id, "desk", "None null");
    const from = listener.heard.length;
    await home.restart();
    await keeps(listener, id, "sofa", "ON 1");
    await keeps(listener, id, "desk", "OFF 0");
    const said = listener.heard.slice(from).filter(({ topic }) => topic.endsWith("/zone/sofa"));
    assert(!said.some(({ payload }) => payload.includes("OFF")), "the sofa was never off between");
  },
);

test("MQTT-5: trackers are followed for zones alone, and without --mqtt only while somebody looks", async (t) => {
  const parts = await told(t);
  if (parts === undefined) return;
  const { home, admin, listener, id, broker } = parts;
  await keeps(listener, id, "sofa", "OFF 0");
  const following = (of: DoubleHomeAssistant): readonly unknown[] =>
    of
      .of("subscribe_entities")
      .filter(({ text }) => text.includes("sensor.radar_x"))
      .map(({ message }) => message["id"]);
  assert.equal(following(home).length, 1, "the radar is followed");
  await admin.save({ ...plan, zones: [] });
  await keeps(listener, id, "sofa", undefined);
  const [ended] = await home.whenReceived("unsubscribe_events", 1);
  assert.equal(ended?.message["subscription"], following(home)[0]);

  const without = await startHome(t);
  const service = await serviceOf(t, without);
  const other = await Peer.login(t, service.port, service.admin);
  await other.save({ ...plan, rooms: [{ id: "r", temperature: "sensor.warmth" }] });
  await without.whenReceived("subscribe_entities", 1);
  assert.deepEqual(following(without), [], "nobody looks");
  assert.deepEqual(await brokerOf(service), {});
  assert(!listener.heard.some(({ topic }) => !topic.includes(id)), `one home on ${broker.port}`);
});

test("MQTT-5: --mqtt needs a Home Assistant with a token, and an address that can be read", async (t) => {
  const started = (config: object) => startTestService(t, { config });
  await assert.rejects(
    started({ mqtt: "mqtt://127.0.0.1" }),
    /--mqtt: needs --home-assistant and --home-assistant-token-file/,
  );
  const wrong = "mqtt://anna:geh%ZZeim@127.0.0.1";
  await assert.rejects(started({ mqtt: wrong }), (error: Error) => {
    assert.match(error.message, /--mqtt: the name or password has a % /);
    assert(!error.message.includes("geh"), error.message);
    return true;
  });
});
