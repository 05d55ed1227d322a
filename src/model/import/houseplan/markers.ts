import { domainOf, isEntityId } from "../../bindings/entity-state.ts";
import type { JsonObject } from "../../json.ts";
import { type ImportLosses, refuse } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { deviceOf } from "./decor.ts";
import { roundForStorage, tidyPoint } from "../../geometry/vector.ts";
import type { ReadRoom } from "./rooms.ts";
import { pointFrom, type Space } from "./space.ts";

/** A marker as an element without a position, and its list. */
interface Marked {
  readonly list: "furniture" | "devices" | "sensors";
  readonly data: JsonObject;
}

const isEntity = (text: string | undefined): text is string =>
  text !== undefined && isEntityId(text);

/** Fields that plans have no place for. */
const details = [
  "model",
  "link",
  "description",
  "vacuum",
  "ripple_color",
  "ripple_size",
  "size",
  "angle",
  "glow_radius_cm",
  "glow_color",
  "value_badge",
];

/** A marker's tap action, in Home Assistant's terms. */
const tapOf = (marker: Source): JsonObject => {
  const action = marker.field("tap_action").text();
  const target = marker.field("tap_target").text();
  const confirmation = marker.field("tap_confirm").isTrue() ? { confirmation: true } : {};
  if (action === "toggle") return { tap_action: { action: "toggle", ...confirmation } };
  if (action === "info" || action === "more-info") return { tap_action: { action: "more-info" } };
  if (action !== "run" || !isEntity(target)) return {};
  const service = domainOf(target) === "automation" ? "trigger" : "turn_on";
  return {
    tap_action: {
      action: "perform-action",
      perform_action: `${domainOf(target)}.${service}`,
      target: { entity_id: target },
      ...confirmation,
    },
  };
};

/** A marker's entity: its own, else the one it opens or switches, else the first it controls. */
const entityOf = (marker: Source, binding: string): string | undefined => {
  if (binding.startsWith("entity:")) return binding.slice("entity:".length);
  const fields = ["light_entity", "toggle_entity"].map((name) => marker.field(name).text());
  const controls = marker
    .field("controls")
    .list()
    .map((control) => control.text());
  return [...fields, ...controls].find(isEntity);
};

/** The list and kind for an entity's domain. */
const kindOf = (domain: string): Pick<Marked, "list"> & { readonly kind: JsonObject } => {
  if (domain === "light") return { list: "furniture", kind: { type: "lamp_ceiling" } };
  if (domain === "sensor" || domain === "binary_sensor") return { list: "sensors", kind: {} };
  const known = Object.hasOwn(deviceOf, domain) ? deviceOf[domain] : undefined;
  return { list: "devices", kind: { kind: known ?? "generic" } };
};

/** A marker with a position, as an element. */
const markedOf = (marker: Source, losses: ImportLosses): Marked => {
  const name = marker.field("name").text() ?? "";
  const icon = marker.field("icon").text();
  const binding = marker.field("binding").needed();
  const entity = entityOf(marker, binding);
  const device = binding.startsWith("device:") ? binding.slice("device:".length) : undefined;
  if (device !== undefined && entity === undefined) losses.add("deviceBindings", name || device);
  const hasMore =
    details.some((field) => !marker.field(field).isMissing) ||
    marker.field("pdfs").list().length > 0 ||
    marker.field("controls").list().length > 1;
  if (hasMore) losses.add("deviceDetails", name);
  const { list, kind } = kindOf(domainOf(entity ?? ""));
  return {
    list,
    data: {
      ...kind,
      ...(name === "" ? {} : { name }),
      ...(entity === undefined ? {} : { entity }),
      ...(device === undefined ? {} : { device_id: device }),
      ...(icon?.startsWith("mdi:") === true ? { icon } : {}),
      ...tapOf(marker),
    },
  };
};

/** Prefixes of layout keys that are not markers: room names, and lights that it grouped itself. */
const [ofRoom, ofLights] = ["rl_", "lg_"] as const;

/** Markers may control each other, but not in a circle: following it would never end. */
const checkCircles = (markers: readonly Source[]): void => {
  const controls = new Map<string, readonly string[]>();
  for (const marker of markers) {
    const id = marker.field("id").needed();
    if (controls.has(id)) refuse("duplicateId", marker.file, { place: marker.place });
    const refs = marker.field("controls").list();
    controls.set(
      id,
      refs.flatMap((ref) => {
        const text = ref.text() ?? "";
        return text.startsWith("marker:") ? [text.slice("marker:".length)] : [];
      }),
    );
  }
  const done = new Set<string>();
  for (const marker of markers) {
    // Iterative, since a chain may be longer than the call stack.
    const path: { readonly id: string; next: number }[] = [
      { id: marker.field("id").needed(), next: 0 },
    ];
    const open = new Set(path.map(({ id }) => id));
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const target = done.has(last.id) ? undefined : controls.get(last.id)?.[last.next];
      last.next += 1;
      if (target === undefined) {
        done.add(last.id);
        open.delete(last.id);
        path.pop();
      } else if (open.has(target)) {
        refuse("circle", marker.file, { place: marker.field("controls").place });
      } else {
        open.add(target);
        path.push({ id: target, next: 0 });
      }
    }
  }
};

/** Positioned elements by list, and the positions of room names. */
export interface Placed {
  readonly things: Readonly<Record<Marked["list"], readonly JsonObject[]>>;
  readonly labels: JsonObject;
}

/** What House Plan found by itself and somebody moved: a device, or an entity's lights. */
const foundThing = (key: string, losses: ImportLosses): Marked => {
  if (key.startsWith(ofLights))
    return {
      list: "furniture",
      data: { type: "lamp_ceiling", entity: key.slice(ofLights.length) },
    };
  losses.add("deviceBindings", key);
  return { list: "devices", data: { kind: "generic", device_id: key } };
};

/** The markers and everything else that a layout positions. */
export const readMarkers = (
  config: Source,
  layout: Source,
  spaces: ReadonlyMap<string, Space>,
  rooms: readonly ReadRoom[],
  losses: ImportLosses,
): Placed => {
  const markers = config.field("markers").list();
  checkCircles(markers);
  const byId = new Map(markers.map((marker) => [marker.field("id").needed(), marker]));
  const things: Record<Marked["list"], JsonObject[]> = { furniture: [], devices: [], sensors: [] };
  const byOldId = new Map(rooms.map((room) => [`${room.level}/${room.was}`, room]));
  const labels = new Map<string, JsonObject[string]>();
  const placed = new Set<string>();
  for (const [key, place] of layout.entries()) {
    const marker = byId.get(key);
    placed.add(key);
    if (marker !== undefined && isGone(marker)) {
      losses.add("removedDevices", marker.field("name").text() ?? key);
      continue;
    }
    const on = place.field("s").text() ?? marker?.field("space").text() ?? "";
    const space = spaces.get(on);
    if (space === undefined) {
      losses.add("unplacedDevices", marker?.field("name").text() ?? key);
      continue;
    }
    const [x, z] = pointFrom(space, place.field("x"), place.field("y"));
    if (key.startsWith(ofRoom)) {
      const room = byOldId.get(`${space.id}/${key.slice(ofRoom.length)}`);
      if (room !== undefined) labels.set(room.id, tidyPoint([x, z]));
    } else {
      const { list, data } =
        marker === undefined ? foundThing(key, losses) : markedOf(marker, losses);
      things[list].push({ ...data, level: space.id, x: roundForStorage(x), z: roundForStorage(z) });
    }
  }
  for (const [id, marker] of byId)
    if (!placed.has(id))
      losses.add(
        isGone(marker) ? "removedDevices" : "unplacedDevices",
        marker.field("name").text() ?? id,
      );
  return { things, labels: Object.fromEntries(labels) };
};

const isGone = (marker: Source): boolean =>
  marker.field("removed").isTrue() || marker.field("hidden").isTrue();
