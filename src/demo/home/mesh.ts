import { names } from "./registry.ts";

/** A node of the fabricated mesh: the entity whose name and place it has, what it does, and whom it hears how well. */
interface Station {
  readonly role: "Coordinator" | "Router" | "EndDevice";
  /** Link quality from 0 to 255, by the entity of the neighbour. */
  readonly hears: Readonly<Record<string, number>>;
  /** Hours since it was heard; by default none. */
  readonly silentHours?: number;
}

/** The hub is in the sound bar; the lamps pass on what the sensors say. */
const stations: Readonly<Record<string, Station>> = {
  "media_player.living_room": {
    role: "Coordinator",
    hears: { "light.living_room": 196, "light.hall": 158, "binary_sensor.window_sofa": 214 },
  },
  "light.living_room": {
    role: "Router",
    hears: { "light.hall": 222, "binary_sensor.window_balcony": 161 },
  },
  "light.hall": {
    role: "Router",
    hears: {
      "light.kitchen": 171,
      "light.bathroom": 183,
      "binary_sensor.hall_smoke": 229,
      "binary_sensor.hall_motion": 176,
      "binary_sensor.front_door": 74,
    },
  },
  "light.kitchen": { role: "Router", hears: { "switch.dishwasher": 243 } },
  "light.bathroom": {
    role: "Router",
    hears: { "light.bedside": 108, "sensor.bathroom_humidity": 236, "climate.bedroom": 61 },
  },
  "light.bedside": { role: "Router", hears: { "binary_sensor.window_bedroom": 69 } },
  "switch.dishwasher": { role: "Router", hears: {} },
  "climate.bedroom": { role: "EndDevice", hears: {} },
  "sensor.bathroom_humidity": { role: "EndDevice", hears: {} },
  "binary_sensor.hall_smoke": { role: "EndDevice", hears: {} },
  "binary_sensor.hall_motion": { role: "EndDevice", hears: {} },
  "binary_sensor.front_door": { role: "EndDevice", hears: {} },
  "binary_sensor.window_bedroom": { role: "EndDevice", hears: {}, silentHours: 31 },
  "binary_sensor.window_balcony": { role: "EndDevice", hears: {} },
  "binary_sensor.window_sofa": { role: "EndDevice", hears: {} },
};

const nameOf = (entity: string, { role }: Station): string =>
  role === "Coordinator" ? "Hub in the sound bar" : (names[entity]?.name ?? entity);

/** The mesh of the house at a moment, in ms since 1970, as ZHA tells it; its entities stand for addresses. */
export const zhaDevices = (nowMs: number): readonly object[] =>
  Object.entries(stations).map(([entity, station]) => ({
    ieee: entity,
    name: nameOf(entity, station),
    device_type: station.role,
    available: true,
    last_seen: nowMs / 1000 - 3600 * (station.silentHours ?? 0),
    entities: [{ entity_id: entity }],
    neighbors: Object.entries(station.hears).map(([ieee, lqi]) => ({
      ieee,
      lqi: String(lqi),
      relationship: "Sibling",
    })),
  }));

const halfHourMs = 1_800_000;

/** The sensors of how well the nodes are heard, by the ids of their entities. */
const sensors: ReadonlyMap<string, string> = new Map(
  Object.keys(stations).map((entity) => [`sensor.${entity.replace(".", "_")}_lqi`, entity]),
);

/** The entries of these sensors in the registry, as ZHA names them. */
export const linkQualitySensors: readonly object[] = [...sensors].map(([entity_id, node]) => ({
  entity_id,
  platform: "zha",
  unique_id: `${node}-1-0-lqi`,
  disabled_by: null,
}));

/** How well the best neighbour of a node hears it, from 0 to 255. */
const bestLink = (node: string): number => {
  const heard = Object.values(stations).map(({ hears }) => hears[node] ?? 0);
  return Math.max(...heard, ...Object.values(stations[node]?.hears ?? {}));
};

/** What such a sensor said each half hour of a period, in ms since 1970: less in the evening, when people are in the way. */
export const linkQualityHistory = (
  sensor: string,
  fromMs: number,
  toMs: number,
): readonly object[] => {
  const node = sensors.get(sensor);
  if (node === undefined) return [];
  const best = bestLink(node);
  const count = Math.max(0, Math.ceil((toMs - fromMs) / halfHourMs));
  return Array.from({ length: count }, (_, at) => {
    const ms = fromMs + at * halfHourMs;
    const hour = new Date(ms).getHours();
    const inTheWay = hour >= 17 && hour < 23 ? 30 + ((hour + node.length) % 3) * 10 : 0;
    return { s: String(Math.max(0, best - inTheWay)), lu: ms / 1000 };
  });
};
