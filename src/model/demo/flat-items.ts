import type { DemoDevice, DemoFurniture, DemoSensor, DemoText } from "./demo-plan.ts";

/** A piece of furniture: size and centre in metres, rotation in degrees. */
const piece = (
  id: string,
  type: string,
  [x, z]: readonly [x: number, z: number],
  rotation: number,
  [w, d]: readonly [w: number, d: number],
): DemoFurniture => ({ id, type, x, z, rotation, w, d });

/** Furniture stands with its back to a wall and leaves doors and passages free. */
export const flatFurniture = (): DemoFurniture[] => [
  piece("bed", "bed", [1.05, 1.9], 270, [1.6, 2]),
  piece("wardrobe", "wardrobe", [1.1, 3.68], 180, [2, 0.6]),
  piece("desk", "table", [3.48, 1.2], 90, [1.2, 0.6]),
  {
    ...piece("bedside_lamp", "lamp_table", [0.3, 0.8], 0, [0.3, 0.3]),
    entity: "light.bedside",
    tap_action: { action: "toggle" },
  },
  piece("bathtub", "bathtub", [4.2, 0.95], 270, [1.7, 0.75]),
  piece("wc", "wc", [5.9, 0.5], 90, [0.4, 0.55]),
  piece("washbasin", "washbasin", [5.95, 1.35], 90, [0.6, 0.45]),
  {
    ...piece("bathroom_lamp", "lamp_ceiling", [5, 1.2], 0, [0.35, 0.35]),
    entity: "light.bathroom",
  },
  piece("kitchen_units", "kitchen", [7.65, 0.32], 0, [2.8, 0.6]),
  piece("fridge", "fridge", [9.45, 0.35], 0, [0.6, 0.65]),
  piece("breakfast_table", "table", [8, 1.8], 0, [1.4, 0.8]),
  {
    ...piece("kitchen_pendant", "lamp_pendant", [8, 1.8], 0, [0.4, 0.4]),
    entity: "light.kitchen",
    layer: "lights",
  },
  {
    ...piece("worktop_strip", "led_strip", [7.65, 0.58], 0, [2.6, 0.05]),
    entity: "light.worktop",
    layer: "lights",
  },
  piece("sofa", "sofa", [3.6, 6.6], 90, [2.2, 0.95]),
  piece("coffee_table", "table", [2.2, 6.6], 90, [1, 0.6]),
  piece("tv", "tv_wall", [0.22, 6.6], 270, [1.8, 0.4]),
  piece("bookshelf", "shelf", [1.9, 5.4], 0, [2.2, 0.35]),
  piece("dining_table", "table", [8.3, 5.2], 0, [1.8, 0.9]),
  {
    ...piece("reading_lamp", "lamp_floor", [4.4, 5.5], 0, [0.4, 0.4]),
    entity: "light.living_room",
    tap_action: { action: "toggle" },
    hold_action: { action: "more-info" },
  },
  {
    ...piece("robbie", "robot_vacuum", [5.85, 5.42], 0, [0.35, 0.35]),
    entity: "vacuum.robbie",
    rules: [{ if: [{ entity: "vacuum.robbie", state: "error" }], color: "#d64545" }],
  },
  piece("coat_rack", "wardrobe", [4.05, 3.3], 270, [1.2, 0.45]),
  {
    ...piece("hall_lamp", "lamp_ceiling", [5, 4.1], 0, [0.35, 0.35]),
    entity: "light.hall",
  },
];

/** Devices with a state; the smoke alarm has a rule. */
export const flatDevices = (): DemoDevice[] => [
  {
    id: "bedroom_radiator",
    kind: "radiator",
    name: "Bedroom radiator",
    entity: "climate.bedroom",
    x: 1.9,
    z: 0.15,
    color_on: "#e2703a",
  },
  {
    id: "dishwasher",
    kind: "dishwasher",
    name: "Dishwasher",
    entity: "switch.dishwasher",
    x: 8.7,
    z: 0.35,
    text_on: "{{ states('sensor.dishwasher_left') }} min",
  },
  {
    id: "speaker",
    kind: "media",
    name: "Sound bar",
    entity: "media_player.living_room",
    x: 0.6,
    z: 6.6,
    active: "playing",
  },
  {
    id: "smoke_alarm",
    kind: "alarm",
    name: "Smoke alarm",
    entity: "binary_sensor.hall_smoke",
    x: 3,
    z: 4.5,
    rules: [
      {
        if: [{ entity: "binary_sensor.hall_smoke", state: "on" }],
        color: "#d62828",
        icon: "mdi:fire",
      },
    ],
  },
];

/** Sensors have an entity and no id. */
export const flatSensors = (): DemoSensor[] => [
  { entity: "sensor.living_room_temperature", x: 5.2, z: 7.4, size: "s" },
  { entity: "sensor.kitchen_co2", x: 9.4, z: 2.2, icon: "mdi:molecule-co2", size: "s" },
  { entity: "binary_sensor.hall_motion", x: 1, z: 4.3, icon: "mdi:motion-sensor" },
];

/** A fixed text, a template, and the weather, which is outside the walls on purpose. */
export const flatTexts = (): DemoText[] => [
  { text: "Café corner", x: 6.8, z: 3, size: "s", color: "#7a6f5d" },
  {
    text: "{{ states('sensor.living_room_temperature') }} °C",
    x: 8.3,
    z: 6.6,
    size: "m",
    background: "#f4efe6",
  },
  { entity: "weather.home", x: 4.9, z: -0.7, size: "l", group: "outside" },
];
