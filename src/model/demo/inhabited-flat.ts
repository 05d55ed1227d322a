import type { DemoPlan, DemoPoint } from "./demo-plan.ts";
import { flatPlan } from "./flat.ts";

/** Where a building stands, in degrees. */
type DemoPlace = {
  latitude: number;
  longitude: number;
};

/** Where the flat of the demo stands: wherever the sun is highest at noon on the clock of whoever looks. */
export const placeOfFlat = (): DemoPlace => ({
  latitude: 48.2,
  longitude: -new Date(Date.UTC(2026, 0, 15)).getTimezoneOffset() / 4,
});

/** How somebody is found by their watch, which counts as the plan does. */
const watchOf = (id: string, name: string) => ({
  id,
  name,
  kind: "person",
  level: "flat",
  source: { entity: `device_tracker.${id}_watch` },
  matrix: [1, 0, 0, 1, 0, 0],
});

type Watch = ReturnType<typeof watchOf>;

/** A part of the floor around a piece of furniture, of which is told who is in it. */
const zoneOf = (id: string, name: string, [left, top]: DemoPoint, [right, bottom]: DemoPoint) => ({
  id,
  name,
  level: "flat",
  points: [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
});

type DemoZone = ReturnType<typeof zoneOf>;

/**
 * The flat with two people in it, who are found by their watches, in the sun. The simulated home has an area for each
 * room, of the same id.
 */
export const inhabitedFlat = (): DemoPlan &
  DemoPlace & { north: number; trackers: Watch[]; zones: DemoZone[] } => {
  const flat = flatPlan();
  return {
    ...flat,
    north: 20,
    ...placeOfFlat(),
    rooms: flat.rooms.map((room) => ({ ...room, area_id: room.id })),
    sensors: [
      ...flat.sensors,
      { entity: "person.anna", x: 7.2, z: -0.7, size: "s", group: "outside" },
      { entity: "person.ben", x: 8.6, z: -0.7, size: "s", group: "outside" },
    ],
    trackers: [watchOf("anna", "Anna"), watchOf("ben", "Ben")],
    zones: [
      zoneOf("sofa", "Sofa", [2.9, 5.4], [4.2, 7.8]),
      zoneOf("bed", "Bed", [0.1, 1], [2.1, 2.8]),
    ],
  };
};
