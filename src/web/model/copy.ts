import { idOf, newId, type PlanData } from "../../elements/entities.ts";
import { boundsOf } from "../../elements/bounds.ts";
import type { Placed } from "../../elements/items.ts";
import { levelField } from "../../elements/levels.ts";
import { entriesOf, findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { openingsOf, roomIdOf, roomsOf } from "../../elements/rooms.ts";
import { middleOf } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json/json.ts";
import { pointIn } from "../../json/read.ts";
import { collections, kinds } from "../../kinds/index.ts";
import { add, withEntries } from "./change.ts";
import { moveBy, withContents } from "./move.ts";

/** Elements taken out of a plan to be added again, here or elsewhere. */
export interface Fragment {
  readonly elements: readonly Placed[];
  readonly labels: JsonObject;
  /** The middle of it all, in metres. */
  readonly middle: Point;
}

/** Copies elements; rooms come with their openings, their labels and what stands in them. */
export const copy = (plan: PlanData, refs: readonly Ref[]): Fragment => {
  const named = new Set(withContents(plan, refs));
  const rooms = new Set(
    roomsOf(plan).flatMap(({ entity, id }) => (named.has(refOf(entity)) ? (id ?? []) : [])),
  );
  for (const opening of openingsOf(plan, rooms)) named.add(refOf(opening));
  const labels = Object.entries(entriesOf(plan["labels"])).filter(([id]) => rooms.has(id));
  const box = boundsOf(plan, named);
  return {
    elements: findRefs(plan, named),
    labels: Object.fromEntries(labels),
    middle: box === undefined ? [0, 0] : middleOf(box),
  };
};

/** The copies that a paste will add: they have their new ids, so that each preview adds the same. */
export const renew = (plan: PlanData, { elements, labels, middle }: Fragment): Fragment => {
  const roomIds = new Map<string, string>();
  const renewed = elements.map(({ collection, data }): Placed => {
    const id = newId(plan, collection);
    const old = idOf(data);
    if (kinds[collection].place === "polygon" && old !== undefined) roomIds.set(old, id);
    return { collection, data: { ...data, id } };
  });
  const moved = Object.entries(labels).flatMap(([id, at]) => {
    const next = roomIds.get(id);
    return next === undefined || pointIn(at) === undefined ? [] : [[next, at] as const];
  });
  return {
    elements: renewed.map(({ collection, data }) => {
      const room = roomIds.get(roomIdOf(data) ?? "");
      return { collection, data: room === undefined ? data : { ...data, room_id: room } };
    }),
    labels: Object.fromEntries(moved),
    middle,
  };
};

/** What a renewed fragment is called once it is in the plan. */
export const refsOfFragment = ({ elements }: Fragment): readonly Ref[] =>
  elements.map(({ collection, data }) => `${collection}/${idOf(data) ?? ""}`);

/** Adds a renewed fragment on a level, moved by metres. */
export const paste = (
  plan: PlanData,
  fragment: Fragment,
  level: string | undefined,
  by: Point,
): PlanData => {
  const field = levelField(plan, level);
  const placed = collections.reduce((result, collection) => {
    const ours = fragment.elements.filter((each) => each.collection === collection);
    const own = kinds[collection].place === "wall" ? {} : field;
    const withLevel = (data: JsonObject): JsonObject => ({ ...data, ...own });
    return ours.length === 0
      ? result
      : add(result, collection, ...ours.map(({ data }) => withLevel(data)));
  }, plan);
  const labelled = withEntries(placed, "labels", fragment.labels);
  return moveBy(labelled, refsOfFragment(fragment), by);
};
