import type { Point } from "../../../model/geometry/vector.ts";
import { isList, isObject, type Json, listIn, textIn } from "../../../model/json.ts";
import type { Path } from "../../../model/trackers/path.ts";
import type { TrackerKind } from "../../../model/trackers/tracker-codec.ts";

/** How sure a place is: an ellipse of one standard deviation. */
export interface Spread {
  /** Metres from the middle along the long and the short axis. */
  readonly along: number;
  readonly across: number;
  /** Of the long axis: degrees from right, clockwise on the screen. */
  readonly angle: number;
}

/** A place on the plan. */
export interface LocatedPosition {
  readonly state: "located";
  /** Metres of the plan. */
  readonly place: Point;
  /** The id of the floor; undefined for the first. */
  readonly level: string | undefined;
  /** Where it faces: degrees from right, clockwise on the screen. */
  readonly heading: number | undefined;
  /** Metres. */
  readonly accuracy: number | undefined;
  readonly spread: Spread | undefined;
  /** A room's name or the id of an area. */
  readonly room: string | undefined;
  /** Of a vacuum: where it has been, as lines in metres. */
  readonly path: Path | undefined;
}

/** Why a target cannot be told: a word of docs/trackers.md, and the entity and value that it is about. */
export interface PositionProblem {
  readonly state: "problem";
  readonly problem: string;
  readonly entity: string | undefined;
  readonly value: string | number | undefined;
}

/** What the service says of where a target is. */
export type Position = {
  readonly id: string;
  readonly name: string | undefined;
  readonly kind: TrackerKind;
  /** The id of the target that this one has been fused into, which is drawn in its place. */
  readonly partOf: string | undefined;
  /** Of somebody who is fused: the ids of the targets that they are. */
  readonly sources: readonly string[] | undefined;
  /** When its newest entity had changed, in seconds since 1970 by Home Assistant's clock. */
  readonly changedAt: number;
  /** The coordinates as the source has them, unrounded, also of a target that cannot be placed. */
  readonly source: Point | undefined;
  /** The name of the map that they are of. */
  readonly map: string | undefined;
  /** Of a vacuum: the charger's place, in the same coordinates. */
  readonly dock: Point | undefined;
} & (
  | LocatedPosition
  /** A room's name or the id of an area. */
  | { readonly state: "room"; readonly room: string }
  | { readonly state: "absent" }
  | PositionProblem
);

const kinds: Readonly<Record<TrackerKind, true>> = {
  vacuum: true,
  person: true,
  pet: true,
  target: true,
  device: true,
};

const isKind = (value: Json | undefined): value is TrackerKind =>
  typeof value === "string" && Object.hasOwn(kinds, value);

const number = (value: Json | undefined): number | undefined =>
  typeof value === "number" ? value : undefined;

const pointOf = (x: Json | undefined, y: Json | undefined): Point | undefined =>
  typeof x === "number" && typeof y === "number" ? [x, y] : undefined;

const sourceOf = (value: Json | undefined): Point | undefined =>
  isList(value) ? pointOf(value[0], value[1]) : undefined;

const spreadOf = (value: Json | undefined): Spread | undefined => {
  if (!isObject(value)) return undefined;
  const { along, across, angle } = value;
  return typeof along === "number" && typeof across === "number" && typeof angle === "number"
    ? { along, across, angle }
    : undefined;
};

const pathOf = (value: Json | undefined): Path | undefined =>
  isList(value)
    ? value.map((line) =>
        listIn(line)
          .map(sourceOf)
          .filter((point) => point !== undefined),
      )
    : undefined;

const idsOf = (value: Json | undefined): readonly string[] | undefined =>
  isList(value) ? value.flatMap((id) => textIn(id) ?? []) : undefined;

/** What the service tells of a target, as an entity of `subscribe_entities`; undefined if it cannot be read. */
export const readPosition = (id: string, told: Json | undefined): Position | undefined => {
  const { s: state, a: attributes, lc } = isObject(told) ? told : {};
  const a = isObject(attributes) ? attributes : {};
  const known = {
    id,
    name: textIn(a["name"]),
    kind: isKind(a["kind"]) ? a["kind"] : "target",
    partOf: textIn(a["part_of"]),
    sources: idsOf(a["sources"]),
    changedAt: number(lc) ?? 0,
    source: sourceOf(a["source"]),
    map: textIn(a["map"]),
    dock: sourceOf(a["dock"]),
  } as const;
  const room = textIn(a["room"]);
  const place = pointOf(a["x"], a["z"]);
  if (state === "absent") return { ...known, state };
  if (state === "room" && room !== undefined) return { ...known, state, room };
  if (state === "problem")
    return {
      ...known,
      state,
      problem: textIn(a["problem"]) ?? "",
      entity: textIn(a["entity"]),
      value: number(a["value"]) ?? textIn(a["value"]),
    };
  if (state !== "located" || place === undefined) return undefined;
  return {
    ...known,
    state,
    place,
    level: textIn(a["level"]),
    heading: number(a["heading"]),
    accuracy: number(a["accuracy"]),
    spread: spreadOf(a["spread"]),
    room,
    path: pathOf(a["path"]),
  };
};
