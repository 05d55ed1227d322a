import { type Direction, distanceToWall } from "../../../model/editing/distances.ts";
import { setField } from "../../../model/editing/change.ts";
import { findRefs, type Entity, type PlanData, refOf } from "../../../model/elements/entities.ts";
import { sizeOf } from "../../../model/elements/places.ts";
import { wallOf } from "../../../model/elements/opening-walls.ts";
import { roundForStorage } from "../../../model/geometry/vector.ts";
import { numberIn } from "../../../model/json.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import { spanOf } from "../../../model/kinds/opening.ts";
import type { EditorContext } from "../component.ts";
import { typedMetresFormat } from "../formats.ts";
import { measuredStart, openingRefusal } from "../measures/element-measures.ts";
import { seenDirection, type Turn } from "../seen-directions.ts";
import type { FieldInput } from "./typed-input.ts";

/** A field of a position, shown as the distance that the drawing shows too. */
interface DistanceField {
  readonly label: string;
  readonly metres: number;
  /** The value to store for a distance. */
  readonly stored: (metres: number) => number;
  /** The message for a distance that is not possible; undefined if it is. */
  readonly refuse: (metres: number) => string | undefined;
}

/** The wall from which each coordinate of an item is measured: the left or the upper one, as seen. */
const wayOf = (field: string, turn: Turn): Direction | undefined => {
  if (field === "x") return "left";
  if (field !== "z") return undefined;
  return turn === 0 ? "up" : "down";
};

/** The place of an item on the turned sheet; the labels of its fields are for one that is not turned. */
const onTurnedSheet = (
  field: string,
  at: number | undefined,
  { texts }: EditorContext,
): DistanceField | undefined => {
  if (at === undefined || (field !== "x" && field !== "z")) return undefined;
  const { up, right } = texts.measures.fromOrigin;
  return {
    label: field === "x" ? up : right,
    metres: at,
    stored: (metres) => metres,
    refuse: () => undefined,
  };
};

/** Metres by which a distance may differ from the typed one: less than the precision shown. */
const exact = 5e-4;

/** The distance of an item from a wall of its room; undefined in no room, where its place on the sheet is shown. */
const fromWall = (
  item: Entity,
  { field, context }: FieldInput,
  plan: PlanData,
): DistanceField | undefined => {
  const { turn } = context.view.state;
  const way = wayOf(field.name, turn);
  const at = numberIn(item.data[field.name], undefined);
  const sort = context.view.state.measures;
  const metres = way && distanceToWall(plan, item, way, sort);
  if (way === undefined || at === undefined || metres === undefined)
    return turn === 0 ? undefined : onTurnedSheet(field.name, at, context);
  const { fromWalls, noFit } = context.texts.measures;
  const away = way === "down" ? -1 : 1;
  const stored = (typed: number): number => roundForStorage(at + away * (typed - metres));
  return {
    label: seenDirection(turn, way) === "left" ? fromWalls.left : fromWalls.up,
    metres: roundForStorage(metres),
    stored,
    refuse: (typed) => {
      const edit = setField(plan, [refOf(item)], field.name, stored(typed));
      const after = edit.change(plan);
      const [moved] = findRefs(after, edit.refs);
      const is = moved && distanceToWall(after, moved, way, sort);
      return is !== undefined && Math.abs(is - typed) < exact ? undefined : noFit;
    },
  };
};

/** The distance of an opening from the end of its wall where the wall starts. */
const alongWall = (
  opening: Entity,
  { context }: FieldInput,
  plan: PlanData,
): DistanceField | undefined => {
  const wall = wallOf(plan, opening.data);
  if (wall === undefined) return undefined;
  const { offset, width } = spanOf(opening.data);
  const start = measuredStart(plan, wall, context.view.state.measures);
  const stored = (typed: number): number => roundForStorage(typed + start + width / 2);
  return {
    label: `${context.texts.measures.ends[0]} (m)`,
    metres: roundForStorage(offset - width / 2 - start),
    stored,
    refuse: (typed) => openingRefusal("offset", stored(typed), context),
  };
};

/** How a field of the selected element is shown as a distance; undefined if it is shown as it is stored. */
export const distanceFor = (input: FieldInput): DistanceField | undefined => {
  const { session, view } = input.context;
  const { plan } = session.state;
  const [only, ...others] = findRefs(plan, view.state.selection);
  if (only === undefined || others.length > 0) return undefined;
  const { place } = kinds[only.collection];
  if (place === "point") return fromWall(only, input, plan);
  return place === "wall" && input.field.name === "offset"
    ? alongWall(only, input, plan)
    : undefined;
};

/** The width or depth that furniture has if its field is empty; empty for other fields. */
export const usualSize = ({ field, context }: FieldInput): string => {
  const { session, view, language } = context;
  const [only, ...others] = findRefs(session.state.plan, view.state.selection);
  if (only?.collection !== "furniture" || others.length > 0) return "";
  const [w, d] = sizeOf(only);
  return field.name === "w"
    ? typedMetresFormat(language, w)
    : field.name === "d"
      ? typedMetresFormat(language, d)
      : "";
};
