import type { Room } from "./people.ts";

/** An entity's name, and its room if it is in one. */
interface Registered {
  readonly name: string;
  readonly area?: Room;
}

/** The areas of the house: its rooms. */
const areas: Readonly<Record<Room, string>> = {
  living_room: "Living room",
  kitchen: "Kitchen",
  bedroom: "Bedroom",
  bathroom: "Bathroom",
  hall: "Hall",
};

/** The entities of the house. */
export const names: Readonly<Record<string, Registered>> = {
  "sun.sun": { name: "Sun" },
  "weather.home": { name: "Weather" },
  "person.anna": { name: "Anna" },
  "person.ben": { name: "Ben" },
  "device_tracker.anna_watch": { name: "Anna’s watch" },
  "device_tracker.ben_watch": { name: "Ben’s watch" },
  "light.kitchen": { name: "Kitchen lamp", area: "kitchen" },
  "light.worktop": { name: "Worktop", area: "kitchen" },
  "light.living_room": { name: "Reading lamp", area: "living_room" },
  "light.hall": { name: "Hall lamp", area: "hall" },
  "light.bathroom": { name: "Bathroom lamp", area: "bathroom" },
  "light.bedside": { name: "Bedside lamp", area: "bedroom" },
  "cover.bedroom": { name: "Bedroom blind", area: "bedroom" },
  "cover.balcony": { name: "Balcony blind", area: "living_room" },
  "cover.sofa": { name: "Sofa blind", area: "living_room" },
  "binary_sensor.window_bedroom": { name: "Bedroom window", area: "bedroom" },
  "binary_sensor.window_balcony": { name: "Balcony window", area: "living_room" },
  "binary_sensor.window_sofa": { name: "Sofa window", area: "living_room" },
  "binary_sensor.front_door": { name: "Front door", area: "hall" },
  "lock.front_door": { name: "Front door lock", area: "hall" },
  "binary_sensor.hall_motion": { name: "Hall motion", area: "hall" },
  "binary_sensor.hall_smoke": { name: "Smoke alarm", area: "hall" },
  "binary_sensor.bathroom_damp": { name: "Bathroom damp", area: "bathroom" },
  "climate.bedroom": { name: "Bedroom radiator", area: "bedroom" },
  "switch.dishwasher": { name: "Dishwasher", area: "kitchen" },
  "sensor.dishwasher_left": { name: "Dishwasher time left", area: "kitchen" },
  "media_player.living_room": { name: "Sound bar", area: "living_room" },
  "vacuum.robbie": { name: "Robbie", area: "living_room" },
  "sensor.living_room_temperature": { name: "Living room temperature", area: "living_room" },
  "sensor.living_room_humidity": { name: "Living room humidity", area: "living_room" },
  "sensor.kitchen_temperature": { name: "Kitchen temperature", area: "kitchen" },
  "sensor.kitchen_co2": { name: "Kitchen CO₂", area: "kitchen" },
  "sensor.bedroom_temperature": { name: "Bedroom temperature", area: "bedroom" },
  "sensor.bathroom_humidity": { name: "Bathroom humidity", area: "bathroom" },
};

const floor = { floor_id: "flat", name: "Flat", level: 0, icon: null, aliases: [] };

/** The answers to commands that read the registries. */
export const registryAnswers: Readonly<Record<string, unknown>> = {
  "config/area_registry/list": Object.entries(areas).map(([area_id, name]) => ({
    area_id,
    name,
    floor_id: floor.floor_id,
    icon: null,
    picture: null,
    aliases: [],
    labels: [],
  })),
  "config/floor_registry/list": [floor],
  "config/device_registry/list": [],
  "config/entity_registry/list_for_display": {
    entity_categories: {},
    entities: Object.entries(names).map(([ei, { name, area }]) => ({
      ei,
      en: name,
      pl: "demo",
      lb: [],
      ai: area,
    })),
  },
};
