import { tidy, tidyPoint } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { Losses } from "../../../import/losses.ts";
import { refuse } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { type Marked, markedOf } from "../../../import/houseplan/marker.ts";
import type { ReadRoom } from "./rooms.ts";
import { pointFrom, type Space } from "./space.ts";

/** How the keys of a layout begin that are of no marker: names of rooms, and lights that it found together. */
const [ofRoom, ofLights] = ["rl_", "lg_"] as const;

/** Markers may control one another, though not in a circle: whoever follows them would never end. */
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
    // Walked with a list of its own, as a chain may be longer than calls can be deep.
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

/** What stands at places of its own: the elements by their lists, and where the names of rooms are. */
export interface Placed {
  readonly things: Readonly<Record<Marked["list"], readonly JsonObject[]>>;
  readonly labels: JsonObject;
}

/** What houseplan-card found by itself and somebody moved: a device, or the lights of an entity. */
const foundThing = (key: string, losses: Losses): Marked => {
  if (key.startsWith(ofLights))
    return {
      list: "furniture",
      data: { type: "lamp_ceiling", entity: key.slice(ofLights.length) },
    };
  losses.add("deviceBindings", key);
  return { list: "devices", data: { kind: "generic", device_id: key } };
};

/** The markers and what else has a place in a layout. */
export const placedThings = (
  config: Source,
  layout: Source,
  spaces: ReadonlyMap<string, Space>,
  rooms: readonly ReadRoom[],
  losses: Losses,
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
      things[list].push({ ...data, level: space.id, x: tidy(x), z: tidy(z) });
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
