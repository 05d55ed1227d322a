import { FakeHouse, withEntity } from "./fake-house.ts";

/** A small house. */
export const sampleHouse = (): FakeHouse => {
  const house = new FakeHouse();
  house.floors = [{ floor_id: "g", name: "Ground floor", level: 0 }];
  house.areas = [
    { area_id: "kitchen", name: "Kitchen", floor_id: "g", temperature_entity_id: "sensor.heat" },
    { area_id: "hall", name: "Hall", floor_id: "g" },
    { area_id: "bath", name: "Bath" },
  ];
  withEntity(house, "light.kitchen", "Kitchen lamp", { area: "kitchen" });
  withEntity(house, "light.counter", "Counter lamp", { area: "kitchen" });
  withEntity(house, "switch.oven", "Oven plug", { area: "kitchen" });
  withEntity(house, "sensor.heat", "Kitchen heat", { area: "kitchen", class: "temperature" }, "21");
  withEntity(house, "sensor.power", "A power", { area: "kitchen", class: "power" }, "7");
  withEntity(
    house,
    "binary_sensor.door",
    "Door contact",
    { area: "kitchen", class: "door" },
    "off",
  );
  withEntity(house, "lock.door", "Front door", { area: "hall" }, "locked");
  withEntity(house, "light.old", "Old lamp");
  return house;
};

/** The room of its kitchen. */
export const kitchen = {
  id: "kitchen",
  name: "Kitchen",
  area_id: "kitchen",
  points: [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ],
};
