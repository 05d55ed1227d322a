import type { ZoneCount } from "../home-assistant/shared/zones/zone-counts.ts";
import { packageVersion } from "../server/paths.ts";

/** A topic, and what is kept there: nothing if it is empty. */
export interface ZoneMessage {
  readonly topic: string;
  readonly payload: string;
}

/** Where Home Assistant says that it is there, by its default (`DEFAULT_BIRTH` of homeassistant/components/mqtt/const.py). */
export const birthTopic = "homeassistant/status";

/** What it says then. */
export const birth = "online";

/** What the service says of itself, by Home Assistant's defaults (`DEFAULT_PAYLOAD_AVAILABLE` there). */
export const availabilityWords = { online: "online", offline: "offline" };

/** The topics of a home, by its id. */
export interface ZoneTopics {
  /** Where it is told whether the service is there. */
  readonly availability: string;
  /** Matches where the home's zones are described, and no other home's. */
  readonly descriptions: string;
  readonly description: (zone: string) => string;
  readonly state: (zone: string) => string;
  /** The zone that is described at a topic; undefined if none of this home is. */
  readonly zoneOf: (topic: string) => string | undefined;
}

/** How the home is called in Home Assistant's topics and ids. */
const nodeOf = (home: string): string => `floorplan_${home}`;

/**
 * Home Assistant reads a description at `homeassistant/<component>/<node>/<object>/config`, whose last two may have letters,
 * digits, _ and - as ids of zones have (`TOPIC_MATCHER` of homeassistant/components/mqtt/discovery.py). There is one for each
 * zone, which versions before 2024.11 understand too, and which an empty message removes.
 */
export const topicsOf = (home: string): ZoneTopics => {
  const prefix = `homeassistant/binary_sensor/${nodeOf(home)}/`;
  const suffix = "/config";
  const own = `floorplan/${home}/`;
  return {
    availability: `${own}status`,
    descriptions: `${prefix}+${suffix}`,
    description: (zone) => `${prefix}${zone}${suffix}`,
    state: (zone) => `${own}zone/${zone}`,
    zoneOf: (topic) => {
      if (!topic.startsWith(prefix) || !topic.endsWith(suffix)) return undefined;
      const zone = topic.slice(prefix.length, -suffix.length);
      return /^[A-Za-z0-9_-]{1,64}$/.test(zone) ? zone : undefined;
    },
  };
};

/**
 * A zone as an entity: whether somebody is there, and as an attribute how many. Who is there is told to nobody. All zones of a
 * home are entities of one device.
 */
const descriptionOf = (home: string, { id, name }: ZoneCount["zone"]): object => {
  const { state, availability } = topicsOf(home);
  return {
    name: name ?? id,
    unique_id: `${nodeOf(home)}_${id}`,
    device_class: "occupancy",
    state_topic: state(id),
    value_template: "{{ value_json.occupancy }}",
    json_attributes_topic: state(id),
    json_attributes_template: "{{ {'count': value_json.count} | tojson }}",
    availability_topic: availability,
    device: {
      identifiers: [nodeOf(home)],
      name: "Floor plan",
      model: "Floor plan service",
      sw_version: packageVersion(),
    },
    origin: { name: "floorplan", sw_version: packageVersion() },
  };
};

/** `None` makes an entity's state unknown (`PAYLOAD_NONE` of homeassistant/components/mqtt/const.py). */
const occupancyOf = (count: number | undefined): string => {
  if (count === undefined) return "None";
  return count > 0 ? "ON" : "OFF";
};

/** What the broker keeps of a zone: its description, and what is known of it. */
export const messagesOf = (home: string, { zone, count }: ZoneCount): readonly ZoneMessage[] => {
  const { description, state } = topicsOf(home);
  const known = { occupancy: occupancyOf(count), count: count ?? null };
  return [
    { topic: description(zone.id), payload: JSON.stringify(descriptionOf(home, zone)) },
    { topic: state(zone.id), payload: JSON.stringify(known) },
  ];
};

/** What removes a zone: first its entity, which would otherwise read an empty state. */
export const removalOf = (home: string, zone: string): readonly ZoneMessage[] => {
  const { description, state } = topicsOf(home);
  return [description(zone), state(zone)].map((topic) => ({ topic, payload: "" }));
};
