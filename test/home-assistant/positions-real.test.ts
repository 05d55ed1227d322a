import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedHomeAssistant } from "../support/home-assistant.ts";
import { mayUse } from "../support/programs.ts";
import { Peer } from "../support/peer.ts";
import { serviceOf } from "./service-with-token.ts";
import { looking, positionsOf, told } from "./shared/positions-of.ts";

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
