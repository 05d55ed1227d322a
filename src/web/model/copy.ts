import { entitiesOf, idOf, newId, type PlanData } from "../../elements/entities.ts";
import { type Collection, collections } from "../../kinds/index.ts";
import { type JsonObject } from "../../json/json.ts";
import { boxAround } from "../../geometry/polygon.ts";
import { pointIn, textIn } from "../../json/read.ts";
import { type Point } from "../../geometry/vector.ts";
import { pointsAround } from "./bounds.ts";
import { add } from "./change.ts";
import { entriesOf, findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { levelField } from "./levels.ts";
import { moveBy, withContents } from "./move.ts";

/** Elements taken out of a plan to be added again, here or elsewhere. */
export interface Fragment {
  readonly elements: readonly { readonly collection: Collection; readonly data: JsonObject }[];
  readonly labels: JsonObject;
  /** The middle of it all, in metres. */
  readonly middle: Point;
}

/** Copies elements; rooms come with their openings, their labels and what stands in them. */
export const copy = (plan: PlanData, refs: readonly Ref[]): Fragment => {
  const entities = findRefs(plan, withContents(plan, refs));
  const named = new Set(entities.map(refOf));
  const rooms = new Set(
    entities.flatMap(({ collection, data }) => (collection === "rooms" ? (idOf(data) ?? []) : [])),
  );
  const openings = entitiesOf(plan, "openings").filter(
    (opening) => rooms.has(textIn(opening.data["room_id"]) ?? "") && !named.has(refOf(opening)),
  );
  const all = [...entities, ...openings];
  const box = boxAround(all.flatMap((entity) => pointsAround(plan, entity)));
  const labels = Object.entries(entriesOf(plan["labels"])).filter(([id]) => rooms.has(id));
  return {
    elements: all.map(({ collection, data }) => ({ collection, data })),
    labels: Object.fromEntries(labels),
    middle: box === undefined ? [0, 0] : [box.left + box.width / 2, box.top + box.height / 2],
  };
};

/** The copies that a paste will add: they have their new ids, so that each preview adds the same. */
export const renew = (plan: PlanData, { elements, labels, middle }: Fragment): Fragment => {
  const roomIds = new Map<string, string>();
  const renewed = elements.map(({ collection, data }) => {
    const id = newId(plan, collection);
    const old = idOf(data);
    if (collection === "rooms" && old !== undefined) roomIds.set(old, id);
    const copied: JsonObject = { ...data, id };
    return { collection, data: copied };
  });
  const moved = Object.entries(labels).flatMap(([id, at]) => {
    const next = roomIds.get(id);
    return next === undefined || pointIn(at) === undefined ? [] : [[next, at] as const];
  });
  return {
    elements: renewed.map(({ collection, data }) => {
      const room = roomIds.get(textIn(data["room_id"]) ?? "");
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
  const onLevel = (data: JsonObject): JsonObject => ({ ...data, ...field });
  const placed = collections.reduce((result, collection) => {
    const ours = fragment.elements.filter((each) => each.collection === collection);
    const elements = ours.map(({ data }) => (collection === "openings" ? data : onLevel(data)));
    return elements.length === 0 ? result : add(result, collection, ...elements);
  }, plan);
  const labels = Object.keys(fragment.labels);
  const labelled =
    labels.length === 0
      ? placed
      : { ...placed, labels: { ...entriesOf(placed["labels"]), ...fragment.labels } };
  return moveBy(labelled, refsOfFragment(fragment), by);
};
