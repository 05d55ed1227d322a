/**
 * What entities of a real Home Assistant give: `test/home-assistant/shared` proves the same in every case, with a double. One
 * file, since each file of a campaign starts its own.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../support/home-assistant/home-assistant-under-test.ts";
import { sharedHomeAssistant } from "../../support/home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { eventually } from "../../support/polling.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService } from "../../support/service.ts";
import { objectOf, patienceMs } from "../service-beside.ts";
import { serviceOf } from "../service-with-token.ts";
import { looking, positionsOf, told } from "../shared/positions-of.ts";

test("RENAME-1, RENAME-2: real: renames are followed, also those while the service was down", async (t) => {
  if (!mayUse(t, "Home Assistant")) return;
  const home = await sharedHomeAssistant();
  const owner = await connect(home, home.owner.longLivedToken);
  const [from, to] = ["sensor.last_ring", "sensor.last_bell"];
  const rename = (entity_id: string, new_entity_id: string): Promise<unknown> =>
    owner.call({ type: "config/entity_registry/update", entity_id, new_entity_id });
  const service = await serviceOf(t, home, { followRenames: "on" });
  const admin = await Peer.login(t, service.port, service.admin);
  const shown = async (peer: Peer): Promise<unknown> => {
    const { devices } = objectOf(await peer.result("floorplan/plan/get"));
    return Object(devices)[0].entity;
  };
  const becomes = (peer: Peer, wanted: string): Promise<true> =>
    eventually(async () => {
      const entity = await shown(peer);
      return entity === wanted ? { seen: true } : { not: `${wanted}, but ${String(entity)}` };
    }, patienceMs);
  await admin.save({ devices: [{ id: "bell", entity: from }] });
  await rename(from, to);
  await becomes(admin, to);
  await service.stop();
  await rename(to, from);
  const again = await startTestService(t, { config: service.config, again: service });
  const later = await Peer.login(t, again.port, again.admin);
  await becomes(later, from);
  assert.equal(objectOf(await later.result("floorplan/plan/get"))["rev"], 3);
  await owner.close();
});

/** Sets the state of an entity in Home Assistant, as a program does by its API. */
const setState = async (
  { url, owner }: Awaited<ReturnType<typeof sharedHomeAssistant>>,
  entity: string,
  state: string,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const answer = await fetch(`${url}/api/states/${entity}`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner.longLivedToken}` },
    body: JSON.stringify({ state, attributes }),
  });
  assert(answer.ok, `${entity}: ${answer.status}`);
};

test("POS-1, POS-3, POS-5: a real Home Assistant's entities, in the forms of real sensors, become places", async (t) => {
  if (!mayUse(t, "Home Assistant")) return;
  const home = await sharedHomeAssistant();
  const mm = { unit_of_measurement: "mm", device_class: "distance" };
  const move = async (x: string, y: string): Promise<void> => {
    await setState(home, "sensor.ld2450_target_1_x", x, mm);
    await setState(home, "sensor.ld2450_target_1_y", y, mm);
  };
  await move("1000", "3000");
  await setState(home, "camera.map_extractor", "idle", {
    friendly_name: "Map",
    vacuum_position: { x: 26500, y: 26500, a: 90 },
    map_name: "Ground",
  });
  await setState(home, "device_tracker.espresense_anna", "kitchen", { x: 2.5, y: 1.25, z: 1 });
  const service = await serviceOf(t, home);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save({
    trackers: [
      {
        id: "radar",
        pose: { x: 0, z: 0, rotation: 90 },
        targets: [{ x: "sensor.ld2450_target_1_x", y: "sensor.ld2450_target_1_y" }],
      },
      {
        id: "robi",
        source: {
          entity: "camera.map_extractor",
          x: "vacuum_position.x",
          y: "vacuum_position.y",
          heading: "vacuum_position.a",
          map: "map_name",
        },
        maps: { Ground: { matrix: [0.001, 0, 0, -0.001, -22.1, 26.6] } },
      },
      {
        id: "anna",
        source: { entity: "device_tracker.espresense_anna" },
        matrix: [1, 0, 0, -1, 0, 8],
      },
    ],
  });
  const screen = await looking(t, service);
  await told(screen, "radar/1", "-1 3");
  await told(screen, "robi", "4.4 0.1");
  await told(screen, "anna", "2.5 6.75");
  const { name, heading } = Object(positionsOf(screen)["robi"]?.a);
  assert.deepEqual([name, heading], ["Map", 270]);
  await move("0", "2000");
  await told(screen, "radar/1", "0 2");
  await move("unknown", "unknown");
  await told(screen, "radar/1", "absent");
});

test("SCREEN-37: a real Home Assistant gives the picture of a camera", async (t) => {
  if (!mayUse(t, "Home Assistant")) return;
  const home = await sharedHomeAssistant();
  const camera = "camera.demo_camera";
  const service = await serviceOf(t, home);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save({ devices: [{ kind: "camera", x: 1, z: 1, entity: camera }] });
  const screen = await Peer.login(t, service.port, service.viewer);
  const picture = await eventually(async () => {
    const id = screen.newId();
    screen.send({ id, type: "floorplan/house/picture", entity_id: camera });
    const { result, error } = await screen.replyTo(id);
    return result === undefined ? { not: JSON.stringify(error) } : { seen: result };
  }, patienceMs);
  assert(typeof picture === "object" && picture !== null && "type" in picture);
  assert.match(String(picture.type), /^image\/jpe?g$/);
  assert("content" in picture);
  const bytes = Buffer.from(String(picture.content), "base64");
  assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xd8], "it is a JPEG");
});
