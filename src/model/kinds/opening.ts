import type { Span } from "../geometry/vector.ts";
import { type JsonObject, numberIn, textIn } from "../json.ts";
import type { EntityFilter, Field, Form, Kind } from "./kind.ts";

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

/** A type of openings: what clients that know no more draw in its place, its style, and its usual width in metres. */
interface OpeningType {
  readonly type: "door" | "window";
  readonly style?: string;
  readonly width: number;
}

/** All types of openings, in palette order; the name of one with a style is its style and its `type`. */
export const openingTypes = {
  door: { type: "door", width: 0.9 },
  double_door: { type: "door", style: "double", width: 1.6 },
  sliding_door: { type: "door", style: "sliding", width: 1.8 },
  pocket_door: { type: "door", style: "pocket", width: 0.9 },
  folding_door: { type: "door", style: "folding", width: 2.4 },
  french_door: { type: "door", style: "french", width: 1.6 },
  revolving_door: { type: "door", style: "revolving", width: 2 },
  garage_door: { type: "door", style: "garage", width: 2.5 },
  passage: { type: "door", style: "passage", width: 1.2 },
  window: { type: "window", width: 1.2 },
  fixed_window: { type: "window", style: "fixed", width: 1.2 },
  sliding_window: { type: "window", style: "sliding", width: 1.6 },
  bay_window: { type: "window", style: "bay", width: 2.4 },
  roof_window: { type: "window", style: "roof", width: 0.8 },
} as const satisfies Readonly<Record<string, OpeningType>>;

/** The name of a type of openings. */
export type OpeningName = keyof typeof openingTypes;

const types: ReadonlyMap<string, OpeningType> = new Map(Object.entries<OpeningType>(openingTypes));

/** Whether a text is the name of a type of openings. */
export const isOpeningName = (name: string): name is OpeningName => types.has(name);

/** The names of all types of openings, in palette order. */
export const openingNames: readonly OpeningName[] = Object.keys(openingTypes).filter(isOpeningName);

/** What all openings are to a wall: a door, a window, or only a gap. */
export type OpeningKind = "door" | "window" | "passage";

export const kindOf = (opening: JsonObject): OpeningKind => {
  if (opening["style"] === "passage") return "passage";
  return opening["type"] === "window" ? "window" : "door";
};

/** The type of an opening; of one with an unknown style, the plain door or window that is drawn in its place. */
export const openingName = (opening: JsonObject): OpeningName => {
  const kind = kindOf(opening);
  const name = `${textIn(opening["style"]) ?? ""}_${kind}`;
  return isOpeningName(name) ? name : kind;
};

/** What an opening of a type is to a wall. */
export const kindOfType = (name: OpeningName): OpeningKind =>
  name === "passage" ? name : openingTypes[name].type;

/** The styles of doors, or of windows. */
const stylesOf = (kind: OpeningKind): readonly string[] =>
  openingNames.flatMap((name) => {
    const { type, style }: OpeningType = openingTypes[name];
    return style === undefined || (type === "window") !== (kind === "window") ? [] : [style];
  });

/** The id of the room of an opening's wall; undefined for an opening in a freestanding wall. */
export const roomIdOf = (opening: JsonObject): string | undefined => textIn(opening["room_id"]);

/**
 * The id of an opening's freestanding wall. One that also names a room is in the room's wall, where clients draw it that
 * know no other.
 */
export const wallIdOf = (opening: JsonObject): string | undefined =>
  roomIdOf(opening) === undefined ? textIn(opening["wall_id"]) : undefined;

/** Whether an opening is in a freestanding wall, whether the plan has that or not. */
export const isInStandingWall = (opening: JsonObject): boolean => wallIdOf(opening) !== undefined;

/** The fields of the form that name a wall. */
const wallInputs = (opening: JsonObject): readonly Field[] =>
  isInStandingWall(opening)
    ? [{ group: "place", name: "wall_id", input: "standingWall", isOwn: true }]
    : [
        { group: "place", name: "room_id", input: "room", isOwn: true },
        { group: "place", name: "edge", input: "wall", isOwn: true },
      ];

/** The form for openings. */
export const openingsForm: Form = {
  hasRules: false,
  fields: (opening) => [
    { group: "main", name: "type", input: ["door", "window"] },
    { group: "main", name: "style", input: stylesOf(kindOf(opening)) },
    { group: "main", name: "hinge", input: ["left", "right"] },
    { group: "main", name: "swing", input: ["in", "out"] },
    ...wallInputs(opening),
    { group: "place", name: "offset", input: "metres", isOwn: true },
    { group: "place", name: "width", input: "metres" },
    { group: "place", name: "sill", input: "height" },
    { group: "place", name: "lintel", input: "height" },
    { group: "entities", name: "contact", input: "entity", wants: openingEntityFilters.contact },
    { group: "entities", name: "lock", input: "entity", wants: openingEntityFilters.lock },
    { group: "entities", name: "blind", input: "entity", wants: openingEntityFilters.blind },
  ],
};

/** The narrowest opening, in metres. */
export const minWidth = 0.3;

/** The part of the wall that an opening takes. */
export const spanOf = (opening: JsonObject): Span => ({
  offset: numberIn(opening["offset"], 0),
  width: numberIn(opening["width"], openingTypes[openingName(opening)].width),
});

/** The fields by which an opening names its wall. */
export const wallFields = ["room_id", "edge", "wall_id"] as const;

/** How an opening names its wall: by its room and the number there, or the id of a freestanding one. */
export type WallName =
  | { readonly room_id: string; readonly edge: number }
  | { readonly wall_id: string };

/** The opening in another wall. */
export const inWall = (opening: JsonObject, wall: WallName): JsonObject => {
  const isOld = (field: string): boolean =>
    wallFields.some((each) => each === field) && !(field in wall);
  return Object.fromEntries(
    Object.entries({ ...opening, ...wall }).filter(([field]) => !isOld(field)),
  );
};

/** A new opening in a wall; fields that its type does not have are left out. */
export const makeOpening = (
  id: string,
  name: OpeningName,
  wall: WallName,
  span: Span,
): JsonObject => {
  const { type, style, width: _ }: OpeningType = openingTypes[name];
  return {
    id,
    ...wall,
    offset: span.offset,
    width: span.width,
    type,
    ...(style === undefined ? {} : { style }),
    ...(type === "door" && name !== "passage" ? { hinge: "left", swing: "in" } : {}),
  };
};

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
