import type { Span } from "../geometry/vector.ts";
import { type JsonObject, numberIn } from "../json.ts";
import type { Form, Kind, EntityFilter } from "./kind.ts";

export const openings: Kind = {
  place: "wall",
  idPrefix: "opening",
};

/** Entities that fit each field of an opening. */
export const openingEntityFilters = {
  contact: {
    only: ["binary_sensor", "input_boolean"],
    first: ["door", "window", "opening", "garage_door"],
  },
  lock: { only: ["lock"] },
  blind: { only: ["cover"], first: ["blind", "shade", "shutter", "curtain", "awning"] },
} as const satisfies Readonly<Record<string, EntityFilter>>;

/** The form for openings. */
export const openingsForm: Form = {
  hasRules: false,
  fields: () => [
    { group: "main", name: "type", input: ["door", "window"] },
    { group: "main", name: "style", input: ["passage"] },
    { group: "main", name: "hinge", input: ["left", "right"] },
    { group: "main", name: "swing", input: ["in", "out"] },
    { group: "place", name: "room_id", input: "room", isOwn: true },
    { group: "place", name: "edge", input: "wall", isOwn: true },
    { group: "place", name: "offset", input: "metres", isOwn: true },
    { group: "place", name: "width", input: "metres" },
    { group: "entities", name: "contact", input: "entity", wants: openingEntityFilters.contact },
    { group: "entities", name: "lock", input: "entity", wants: openingEntityFilters.lock },
    { group: "entities", name: "blind", input: "entity", wants: openingEntityFilters.blind },
  ],
};

/** The kinds of openings that are drawn. */
export type OpeningKind = "door" | "window" | "passage";

/** Usual widths, in metres. */
export const defaultWidth: Readonly<Record<OpeningKind, number>> = {
  door: 0.9,
  window: 1.2,
  passage: 1.2,
};

/** The narrowest opening, in metres. */
export const minWidth = 0.3;

export const kindOf = (opening: JsonObject): OpeningKind => {
  if (opening["style"] === "passage") return "passage";
  return opening["type"] === "window" ? "window" : "door";
};

/** The part of the wall that an opening takes. */
export const spanOf = (opening: JsonObject): Span => ({
  offset: numberIn(opening["offset"], 0),
  width: numberIn(opening["width"], defaultWidth[kindOf(opening)]),
});

/** A new opening in a room's wall; fields that its kind does not have are left out. */
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

/** The opening at another part of its wall. */
export const withSpan = (opening: JsonObject, { offset, width }: Span): JsonObject =>
  offset === opening["offset"] && width === opening["width"]
    ? opening
    : { ...opening, offset, width };

/** Flips a door: `hinge` moves the hinges to the other end, `swing` the leaf to the other side of the wall. */
export const flip = (opening: JsonObject, what: "hinge" | "swing"): JsonObject =>
  what === "hinge"
    ? { ...opening, hinge: opening["hinge"] === "right" ? "left" : "right" }
    : { ...opening, swing: opening["swing"] === "out" ? "in" : "out" };
