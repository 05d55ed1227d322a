import { entitiesOf, idOf, type PlanData } from "../../elements/entities.ts";
import { type JsonObject } from "../../json/json.ts";
import { numberIn, textIn } from "../../json/read.ts";
import { type Point, isSame, minus, tidy } from "../../geometry/vector.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { update } from "./change.ts";
import { cornersOf, lengthOf, nearestOn, pointAlong, type Wall, wallsOf } from "./walls.ts";

/** The kinds of openings that are drawn. */
export type OpeningKind = "door" | "window" | "passage";

/** Usual widths, in metres. */
export const usualWidth: Readonly<Record<OpeningKind, number>> = {
  door: 0.9,
  window: 1.2,
  passage: 1.2,
};

/** The narrowest opening, in metres. */
export const leastWidth = 0.3;

/** Where on its wall an opening is, and how wide; in metres. */
export interface Span {
  readonly offset: number;
  readonly width: number;
}

export const kindOf = (opening: JsonObject): OpeningKind => {
  if (opening["style"] === "passage") return "passage";
  return opening["type"] === "window" ? "window" : "door";
};

/** Where an opening says that it is. */
export const spanOf = (opening: JsonObject): Span => ({
  offset: numberIn(opening["offset"], 0),
  width: numberIn(opening["width"], usualWidth[kindOf(opening)]),
});

/** The span moved, and narrowed if it must be, so that it fits a wall of this length. */
export const fitSpan = ({ offset, width }: Span, length: number): Span => {
  const fitting = Math.min(width, length);
  return {
    offset: tidy(Math.max(fitting / 2, Math.min(length - fitting / 2, offset))),
    width: tidy(fitting),
  };
};

/** A new opening on a room's wall; a field that a kind does not have is left out. */
export const makeOpening = (
  id: string,
  kind: OpeningKind,
  roomId: string,
  edge: number,
  span: Span,
): JsonObject => ({
  id,
  room_id: roomId,
  edge,
  offset: span.offset,
  width: span.width,
  type: kind === "window" ? "window" : "door",
  ...(kind === "passage" ? { style: "passage" } : {}),
  ...(kind === "door" ? { hinge: "left", swing: "in" } : {}),
});

/** The wall that an opening is in, with its room; undefined for one that hangs in the air. */
export const wallOfOpening = (
  plan: PlanData,
  opening: JsonObject,
): { readonly room: Ref; readonly edge: number; readonly wall: Wall } | undefined => {
  const roomId = textIn(opening["room_id"]);
  const room = entitiesOf(plan, "rooms").find(({ data }) => idOf(data) === roomId);
  const edge = numberIn(opening["edge"], -1);
  const wall = room === undefined ? undefined : wallsOf(cornersOf(room.data))[edge];
  return room === undefined || wall === undefined ? undefined : { room: refOf(room), edge, wall };
};

/** Both ends of an opening, in metres. */
export const endsOf = (wall: Wall, { offset, width }: Span): readonly [Point, Point] => [
  pointAlong(wall, offset - width / 2),
  pointAlong(wall, offset + width / 2),
];

/** Writes a span, fitted to the wall. */
export const withSpan = (opening: JsonObject, span: Span, wall: Wall): JsonObject => {
  const { offset, width } = fitSpan(span, lengthOf(wall));
  return offset === opening["offset"] && width === opening["width"]
    ? opening
    : { ...opening, offset, width };
};

const followed = (opening: JsonObject, before: Wall, after: Wall): JsonObject => {
  const moved = minus(after.from, before.from);
  // A wall that moves as a whole takes its openings along; else they stay where they are.
  if (isSame(moved, minus(after.to, before.to))) return opening;
  const span = spanOf(opening);
  const { along } = nearestOn(after, pointAlong(before, span.offset));
  return withSpan(opening, { ...span, offset: along }, after);
};

/** The openings of rooms whose corners moved: they stay where they were, as far as the new wall goes. */
export const followWalls = (
  before: PlanData,
  after: PlanData,
  rooms: ReadonlySet<Ref>,
): PlanData => {
  const walls = new Map<string, readonly [readonly Wall[], readonly Wall[]]>();
  const next = new Map(entitiesOf(after, "rooms").map((room) => [refOf(room), room.data]));
  for (const room of entitiesOf(before, "rooms")) {
    const id = idOf(room.data);
    const data = next.get(refOf(room));
    if (id === undefined || data === undefined || !rooms.has(refOf(room))) continue;
    walls.set(id, [wallsOf(cornersOf(room.data)), wallsOf(cornersOf(data))]);
  }
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  for (const opening of entitiesOf(after, "openings")) {
    const [old, now] = walls.get(textIn(opening.data["room_id"]) ?? "") ?? [];
    const edge = numberIn(opening.data["edge"], -1);
    const was = old?.[edge];
    const is = now?.[edge];
    if (was === undefined || is === undefined) continue;
    changes.set(refOf(opening), (data) => followed(data, was, is));
  }
  return update(after, changes);
};

/** Turns a door around: hinges on the other side, or leaf to the other side. */
export const flip = (opening: JsonObject, what: "hinge" | "swing"): JsonObject =>
  what === "hinge"
    ? { ...opening, hinge: opening["hinge"] === "right" ? "left" : "right" }
    : { ...opening, swing: opening["swing"] === "out" ? "in" : "out" };
