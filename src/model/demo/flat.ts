import { flatDevices, flatFurniture, flatSensors, flatTexts } from "./flat-items.ts";
import type { DemoOpening, DemoPlan, DemoRoom } from "./demo-plan.ts";

/**
 * The rooms share walls: the bedroom, bathroom and kitchen are in the north, the hall bends around the bedroom, and the
 * living room takes the whole south and the east below the kitchen.
 */
const flatRooms = (): DemoRoom[] => [
  {
    id: "living_room",
    name: "Living room",
    points: [
      [6.2, 3.4],
      [9.8, 3.4],
      [9.8, 8],
      [0, 8],
      [0, 5.2],
      [6.2, 5.2],
    ],
    icon: "mdi:sofa",
    temperature: "sensor.living_room_temperature",
    humidity: "sensor.living_room_humidity",
    label_size: "l",
    sheet_extra: ["media_player.living_room", "vacuum.robbie"],
    flooring: "oak",
  },
  {
    id: "kitchen",
    name: "Kitchen",
    points: [
      [6.2, 0],
      [9.8, 0],
      [9.8, 3.4],
      [6.2, 3.4],
    ],
    icon: "mdi:silverware-fork-knife",
    temperature: "sensor.kitchen_temperature",
    humidity: null,
  },
  {
    id: "bedroom",
    name: "Bedroom",
    points: [
      [0, 0],
      [3.8, 0],
      [3.8, 4],
      [0, 4],
    ],
    icon: "mdi:bed",
    temperature: "sensor.bedroom_temperature",
    humidity: null,
    flooring: "oak",
  },
  {
    id: "bathroom",
    name: "Bathroom",
    points: [
      [3.8, 0],
      [6.2, 0],
      [6.2, 2.6],
      [3.8, 2.6],
    ],
    icon: "mdi:shower",
    temperature: null,
    humidity: "sensor.bathroom_humidity",
    rules: [{ if: [{ entity: "binary_sensor.bathroom_damp", state: "on" }], color: "#4fa3d1" }],
  },
  {
    id: "hall",
    name: "Hall",
    points: [
      [3.8, 2.6],
      [6.2, 2.6],
      [6.2, 5.2],
      [0, 5.2],
      [0, 4],
      [3.8, 4],
    ],
    icon: "mdi:coat-rack",
  },
];

/** A window with a contact and, optionally, a blind of the same name. */
const flatWindow = (
  name: string,
  room: string,
  edge: number,
  offset: number,
  width: number,
  withBlind: boolean,
): DemoOpening => ({
  id: `window_${name}`,
  room_id: room,
  edge,
  offset,
  width,
  type: "window",
  ...(withBlind
    ? { contact: `binary_sensor.window_${name}`, blind: `cover.${name}` }
    : { hinge: "left" }),
});

/** Each inner door belongs to one of its two rooms only; otherwise it would be drawn twice. */
const flatOpenings = (): DemoOpening[] => [
  {
    id: "front_door",
    room_id: "hall",
    edge: 3,
    offset: 0.6,
    width: 0.95,
    type: "door",
    hinge: "left",
    swing: "in",
    contact: "binary_sensor.front_door",
    lock: "lock.front_door",
  },
  {
    id: "bedroom_door",
    room_id: "bedroom",
    edge: 2,
    offset: 0.7,
    width: 0.85,
    type: "door",
    hinge: "left",
    swing: "in",
  },
  {
    id: "bathroom_door",
    room_id: "bathroom",
    edge: 2,
    offset: 0.6,
    width: 0.8,
    type: "door",
    hinge: "left",
    swing: "in",
  },
  {
    id: "living_room_door",
    room_id: "hall",
    edge: 1,
    offset: 1.7,
    width: 0.9,
    type: "door",
    hinge: "right",
    swing: "out",
  },
  {
    id: "kitchen_passage",
    room_id: "kitchen",
    edge: 2,
    offset: 1.8,
    width: 1.6,
    type: "door",
    style: "passage",
  },
  flatWindow("bedroom", "bedroom", 0, 1.9, 1.6, true),
  flatWindow("bathroom", "bathroom", 0, 1.3, 0.7, false),
  flatWindow("kitchen", "kitchen", 0, 1.6, 1.4, false),
  flatWindow("dining", "living_room", 1, 2, 1.6, false),
  flatWindow("balcony", "living_room", 2, 1.6, 2, true),
  flatWindow("sofa", "living_room", 2, 7.3, 2, true),
];

/** A hand-drawn flat of five rooms for two people, about 78 square metres. */
export const flatPlan = (): DemoPlan => ({
  levels: [{ id: "flat", name: "Flat" }],
  rooms: flatRooms(),
  openings: flatOpenings(),
  furniture: flatFurniture(),
  devices: flatDevices(),
  sensors: flatSensors(),
  texts: flatTexts(),
  labels: {
    living_room: [6.1, 6.9],
    kitchen: [8, 2.8],
    bedroom: [2.7, 3],
    bathroom: [5, 2],
    hall: [2.4, 4.7],
  },
});
