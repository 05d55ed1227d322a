import {
  entitiesOf,
  type Entity,
  entriesOf,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { moved, roomAround } from "../elements/places.ts";
import { roomsOf, wallOf } from "../elements/rooms.ts";
import { minus, plus, type Point, tidyPoint, turned } from "../geometry/vector.ts";
import { pointIn } from "../json.ts";
import { kinds, standingCollections } from "../kinds/kinds.ts";
import { updateElements, withEntries } from "./change.ts";
import { slideBy } from "../../web/model/slide.ts";

/** What moves along with these: the items that stand in the rooms among them. */
export const withContents = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] => {
  const named = new Set(refs);
  const rooms = roomsOf(plan).filter(({ entity }) => named.has(refOf(entity)));
  if (rooms.length === 0) return refs;
  const inside = standingCollections
    .flatMap((collection) => entitiesOf(plan, collection))
    .filter((item) => roomAround(plan, item, rooms) !== undefined);
  return [...new Set([...refs, ...inside.map(refOf)])];
};

/** The plan with the labels of those rooms that are named moved, as the rooms were in `plan`. */
const withLabels = (
  next: PlanData,
  plan: PlanData,
  refs: readonly Ref[],
  to: (at: Point) => Point,
): PlanData => {
  const named = new Set(refs);
  const labels = entriesOf(plan["labels"]);
  const carried = roomsOf(plan).flatMap(({ entity, id }) => {
    const at = id !== undefined && named.has(refOf(entity)) ? pointIn(labels[id]) : undefined;
    return id === undefined || at === undefined ? [] : [[id, tidyPoint(to(at))] as const];
  });
  return withEntries(next, "labels", Object.fromEntries(carried));
};

/**
 * Moves elements by metres. Rooms take their labels along, and openings on their own slide along
 * their walls, beside others (`slideBy`); what stands in a room is to be named too (`withContents`).
 */
export const moveBy = (plan: PlanData, refs: readonly Ref[], by: Point): PlanData => {
  const named = new Set(refs);
  const entities = findRefs(plan, refs);
  const move = { to: (at: Point) => plus(at, by), degrees: 0 };
  const slides = ({ collection, data }: Entity): boolean =>
    kinds[collection].place === "wall" && !named.has(wallOf(plan, data)?.room ?? "");
  const sliding = new Set(entities.filter(slides));
  const changes = entities
    .filter((entity) => !sliding.has(entity))
    .map((entity) => [refOf(entity), () => moved(entity, move)] as const);
  const rest = updateElements(plan, new Map(changes));
  return withLabels(slideBy(rest, [...sliding], by), plan, refs, move.to);
};

/**
 * Turns elements clockwise by degrees about a point: furniture turns, everything else is carried
 * round, the labels of rooms too.
 */
export const rotateBy = (
  plan: PlanData,
  refs: readonly Ref[],
  degrees: number,
  about: Point,
): PlanData => {
  const move = { to: (at: Point) => plus(about, turned(minus(at, about), degrees)), degrees };
  const changes = findRefs(plan, refs).map(
    (entity) => [refOf(entity), () => moved(entity, move)] as const,
  );
  return withLabels(updateElements(plan, new Map(changes)), plan, refs, move.to);
};
