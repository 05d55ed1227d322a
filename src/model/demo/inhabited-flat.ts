import type { DemoPlan } from "./demo-plan.ts";
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

/** The flat with two people in it, in the sun. The simulated home has an area for each room, of the same id. */
export const inhabitedFlat = (): DemoPlan & DemoPlace & { north: number } => {
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
  };
};
