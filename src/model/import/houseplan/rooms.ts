import {
  distance,
  middle,
  minus,
  plus,
  type Point,
  tidyPoint,
  times,
  turned,
} from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import {
  type ImportedOpening,
  type IdAllocator,
  mostCommon,
  type OpeningPlacer,
  type RoomOutline,
  type StandingLine,
} from "../plan-building.ts";
import { checkLimit, type ImportLosses, refuse } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import { pointFrom, pointOf, type Space } from "./space.ts";
import { minThickness, maxThickness } from "../../elements/rooms.ts";
import type { OpeningName } from "../../kinds/opening.ts";

/** A room with its corners and its original id. */
export interface ReadRoom extends RoomOutline {
  readonly was: string;
  readonly data: JsonObject;
}

/** A room's corners: its outline, else its box, whose sizes may be negative in old plans. */
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

/** The entity that measures a room, from `entity:<id>`; a device is a loss. */
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

/** The rooms of a space. Those with fewer than three corners are losses. */
export const roomsOf = (
  space: Space,
  ids: IdAllocator,
  losses: ImportLosses,
): readonly ReadRoom[] =>
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

/** A valid wall thickness in metres. */
const thicknessOf = (cm: Source): number => {
  const metres = cm.metres(0.01);
  if (!(metres >= minThickness && metres <= maxThickness))
    refuse("badNumber", cm.file, { place: cm.place });
  return metres;
};

interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly thickness: number;
}

/** A room outline that was never closed: a wall between each two consecutive points. */
const linesOfDraft = (space: Space, draft: Source): readonly Line[] => {
  const points = draft.field("points").list();
  const segments = draft.field("segments").list();
  return segments.flatMap((segment, at) => {
    const [from, to] = [points[at], points[at + 1]];
    if (from === undefined || to === undefined) return [];
    return [
      {
        from: pointOf(space, from),
        to: pointOf(space, to),
        thickness: thicknessOf(segment.field("cm")),
      },
    ];
  });
};

/** A column is a wall as long as it is thick. */
const lineOfColumn = (space: Space, column: Source): Line => {
  const thickness = thicknessOf(column.field("cm"));
  const angle = ((column.field("angle").number() ?? 0) * Math.PI) / 180;
  const half = times([Math.cos(angle), Math.sin(angle)], thickness / 2);
  const centre = pointOf(space, column.field("center"));
  return { from: plus(centre, times(half, -1)), to: plus(centre, half), thickness };
};

/** A space's walls that belong to no room: partitions, unclosed outlines, columns. */
export const wallsOf = (
  space: Space,
  losses: ImportLosses,
): readonly Omit<StandingLine, "id">[] => {
  const { source } = space;
  const partitions = source
    .field("partitions")
    .list()
    .map((wall) => ({
      from: pointOf(space, wall.field("a")),
      to: pointOf(space, wall.field("b")),
      thickness: thicknessOf(wall.field("cm")),
    }));
  const columns = source.field("wall_columns").list();
  for (const column of columns)
    if (column.field("shape").text() === "circle") losses.add("roundColumns");
  const lines: readonly Line[] = [
    ...partitions,
    ...source
      .field("room_drafts")
      .list()
      .flatMap((draft) => linesOfDraft(space, draft)),
    ...columns.map((column) => lineOfColumn(space, column)),
  ];
  return lines.map(({ from, thickness, to }) => ({ level: space.id, from, to, thickness }));
};

/** The most common thickness of room walls, in metres; other thicknesses are losses. */
export const defaultThickness = (
  spaces: readonly Space[],
  losses: ImportLosses,
): number | undefined => {
  const all = spaces.flatMap(({ source }) =>
    source
      .field("walls")
      .list()
      .map((wall) => thicknessOf(wall.field("cm"))),
  );
  const usual = mostCommon(all);
  losses.add("wallThickness", "", all.filter((each) => each !== usual).length);
  return usual;
};

/** Most metres between an opening and its wall: it snaps to the line, but the room may have moved since. */
const within = 0.3;

const typesOf: Readonly<Record<string, OpeningName>> = {
  door: "door",
  gate: "garage_door",
  window: "window",
  passage: "passage",
};

/** A door as House Plan draws it: hinged left, opening upwards, before flip and rotation. */
const leafOf = (source: Source, centre: Point, angle: number, width: number) => {
  const x = (source.field("flip_h").isTrue() ? 1 : -1) * (width / 2);
  const y = source.field("flip_v").isTrue() ? width : -width;
  const at = (point: Point): Point => plus(centre, turned(point, angle));
  return { hinge: at([x, 0]), end: at([x, y]) };
};

const openingOf = (space: Space, source: Source): ImportedOpening => {
  const named = source.field("type").needed();
  const type = Object.hasOwn(typesOf, named) ? typesOf[named] : undefined;
  if (type === undefined)
    return refuse("wrongType", source.file, {
      place: source.field("type").place,
      expected: Object.keys(typesOf).join(", "),
    });
  const centre = pointFrom(space, source.field("x"), source.field("y"));
  const angle = source.field("angle").number() ?? 0;
  const width = source.field("length").metres(space.width);
  const entities: readonly (readonly [string, string | undefined])[] = [
    ["contact", source.field("contact").text()],
    ["lock", source.field("lock").text()],
  ];
  const more: JsonObject = Object.fromEntries(entities.filter(([, entity]) => entity));
  const hung = type === "door" ? { leaf: leafOf(source, centre, angle, width) } : {};
  return { level: space.id, type, centre, angle, width, within, more, ...hung };
};

/** An open stretch of a wall, as a passage. */
const openSpan = (space: Space, span: Source): ImportedOpening => {
  const [from, to] = [pointOf(space, span.field("a")), pointOf(space, span.field("b"))];
  const [x, z] = minus(to, from);
  return {
    level: space.id,
    type: "passage",
    centre: middle(from, to),
    angle: (Math.atan2(z, x) * 180) / Math.PI,
    width: distance(from, to),
    within,
  };
};

/** Puts a space's openings into walls; those without a wall are losses. */
export const placeOpenings = (space: Space, placer: OpeningPlacer, losses: ImportLosses): void => {
  for (const source of space.source.field("openings").list()) {
    if (placer.place(openingOf(space, source)) === undefined)
      losses.add("looseOpenings", source.field("id").text() ?? "");
  }
  const spans = space.source.field("open_spans").list();
  for (const span of spans)
    if (placer.place(openSpan(space, span)) === undefined) losses.add("openBoundaries");
  if (spans.length > 0) return;
  for (const room of space.source.field("rooms").list())
    losses.add(
      "openBoundaries",
      room.field("name").text() ?? "",
      room.field("open_to").list().length,
    );
};
