import { FakeRegistries, withEntity } from "./fake-registries.ts";

/** The registries of a small house. */
export const sampleRegistries = (): FakeRegistries => {
  const fake = new FakeRegistries();
  fake.floors = [{ floor_id: "g", name: "Ground floor", level: 0 }];
  fake.areas = [
    { area_id: "kitchen", name: "Kitchen", floor_id: "g", temperature_entity_id: "sensor.heat" },
    { area_id: "hall", name: "Hall", floor_id: "g" },
    { area_id: "bath", name: "Bath" },
  ];
  withEntity(fake, "light.kitchen", "Kitchen lamp", { area: "kitchen" });
  withEntity(fake, "light.counter", "Counter lamp", { area: "kitchen" });
  withEntity(fake, "switch.oven", "Oven plug", { area: "kitchen" });
  withEntity(fake, "sensor.heat", "Kitchen heat", { area: "kitchen", class: "temperature" }, "21");
  withEntity(fake, "sensor.power", "A power", { area: "kitchen", class: "power" }, "7");
  withEntity(fake, "binary_sensor.door", "Door contact", { area: "kitchen", class: "door" }, "off");
  withEntity(fake, "lock.door", "Front door", { area: "hall" }, "locked");
  withEntity(fake, "light.old", "Old lamp");
  return fake;
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
