import * as t from "io-ts";
import { decoded } from "./decoded.ts";
import type { HomeSocket } from "./socket.ts";

const floor = t.type({ floor_id: t.string });
const area = t.type({ area_id: t.string, name: t.string });
const entry = t.type({ device_id: t.union([t.string, t.null]) });

/** The floors of the tests' home. */
export const floors = [
  { name: "Ground floor", level: 0 },
  { name: "Upstairs", level: 1 },
] as const;

/** The areas of the tests' home, each with its floor and its entities. */
export const areas = [
  {
    name: "Living room",
    floor: "Ground floor",
    entities: ["light.ceiling_lights", "cover.living_room_window"],
    measured: {
      temperature_entity_id: "sensor.living_room_temperature",
      humidity_entity_id: "sensor.living_room_humidity",
    },
  },
  {
    name: "Kitchen",
    floor: "Ground floor",
    entities: ["light.kitchen_lights", "cover.kitchen_window"],
    measured: {},
  },
  { name: "Bedroom", floor: "Upstairs", entities: ["light.bed_light"], measured: {} },
] as const;

/** Puts an entity into an area, by its device if it has one, as Home Assistant requires. */
const place = async (owner: HomeSocket, entity_id: string, area_id: string): Promise<void> => {
  const got = await owner.call({ type: "config/entity_registry/get", entity_id });
  const { device_id } = decoded(entry, got);
  await owner.call(
    device_id === null
      ? { type: "config/entity_registry/update", entity_id, area_id }
      : { type: "config/device_registry/update", device_id, area_id },
  );
};

/** Creates the tests' floors and areas; reuses areas that onboarding created. */
export const makeRooms = async (owner: HomeSocket): Promise<void> => {
  const floorIds = new Map<string, string>();
  for (const each of floors) {
    const made = await owner.call({ type: "config/floor_registry/create", ...each });
    floorIds.set(each.name, decoded(floor, made).floor_id);
  }
  const known = decoded(t.array(area), await owner.call({ type: "config/area_registry/list" }));
  for (const { name, floor: on, entities, measured } of areas) {
    const same = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
    const { area_id } =
      same ?? decoded(area, await owner.call({ type: "config/area_registry/create", name }));
    for (const entity_id of [...entities, ...Object.values(measured)])
      await place(owner, entity_id, area_id);
    await owner.call({
      type: "config/area_registry/update",
      area_id,
      name,
      floor_id: floorIds.get(on),
      ...measured,
    });
  }
};
