import { type Point, tidyPoint } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { Ids } from "../../../import/ids.ts";
import type { Losses } from "../../../import/losses.ts";
import type { Outlined } from "../plan-building.ts";
import { checkLimit } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { pointFrom, pointOf, type Space } from "./space.ts";

/** A room of ours, its corners, and the id that it had. */
export interface ReadRoom extends Outlined {
  readonly was: string;
  readonly data: JsonObject;
}

/** The corners of a room: those of its outline, else of its box, whose sizes may be negative in old plans. */
const cornersOf = (space: Space, room: Source): readonly Point[] => {
  const poly = room.field("poly");
  if (!poly.isMissing) {
    const points = poly.list();
    checkLimit(poly.limits, "importCorners", points.length, poly.file, poly.place);
    return points.map((point) => pointOf(space, point));
  }
  const [left, top] = pointFrom(space, room.field("x"), room.field("y"));
  const [width, height] = pointFrom(space, room.field("w"), room.field("h"));
  return [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
};

/** The entity that measures a room, by `entity:<id>`; one of a device is a loss. */
const measuredBy = (settings: Source, field: string): string | undefined => {
  const source = settings.isMissing ? undefined : settings.field(field).text();
  return source?.startsWith("entity:") === true ? source.slice("entity:".length) : undefined;
};

const measures = { temperature: "temp_source", humidity: "hum_source" } as const;

const lookOf = (settings: Source): JsonObject => {
  if (settings.isMissing || settings.field("fill_mode").text() !== "custom") return {};
  const fill = settings.field("custom_fill");
  const colour = fill.isMissing ? undefined : fill.field("c").text();
  return colour === undefined ? {} : { color: colour };
};

/** The rooms of a space. Those without three corners are losses. */
export const roomsOf = (space: Space, ids: Ids, losses: Losses): readonly ReadRoom[] =>
  space.source
    .field("rooms")
    .list()
    .flatMap((room) => {
      const was = room.field("id").text() ?? "";
      const name = room.field("name").text() ?? "";
      const corners = cornersOf(space, room).map(tidyPoint);
      if (corners.length < 3) {
        losses.add("degenerateRooms", name);
        return [];
      }
      const settings = room.field("settings");
      const area = room.field("area").text();
      const entities = Object.entries(measures).map(
        ([field, from]) => [field, measuredBy(settings, from)] as const,
      );
      const isSet = (field: string): boolean =>
        !settings.isMissing && !settings.field(field).isMissing;
      if (
        entities.some(([field, entity]) => {
          const from = field === "temperature" ? measures.temperature : measures.humidity;
          return entity === undefined && isSet(from);
        })
      )
        losses.add("roomSources", name);
      losses.add(
        "displaySettings",
        name,
        ["glow", "name_scale", "label_scale"].filter(isSet).length,
      );
      const id = ids.of(was === "" ? "room" : was);
      const data: JsonObject = {
        id,
        name,
        level: space.id,
        points: corners,
        ...(area === undefined || area === "" ? {} : { area_id: area }),
        ...Object.fromEntries(entities.filter(([, entity]) => entity !== undefined)),
        ...lookOf(settings),
      };
      return [{ id, was, level: space.id, corners, data }];
    });
