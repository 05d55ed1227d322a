import { entitiesOf, type List, lists, type PlanData } from "../elements/entities.ts";
import { centreOf, placeFields, pointsAround, roomAround } from "../elements/places.ts";
import { imagePlace } from "../elements/levels.ts";
import { elementName, type MapName, mapNames } from "../elements/references.ts";
import { findRoom } from "../elements/rooms.ts";
import { distance, minus, plus, type Point } from "../geometry/vector.ts";
import { deepEqual, fieldsOf, isList, isObject, type Json, ownField, pointIn } from "../json.ts";
import { isCollection, kinds } from "../kinds/kinds.ts";
import { matchLists } from "./match.ts";

/** The subject of a change or a conflict: a list, a map, or the plan for its other fields. */
export type Subject = List | MapName | "plan";

/** A difference between two plans, as seen by somebody who had the first and gets the second. */
export interface Change {
  readonly kind: "added" | "removed" | "moved" | "changed" | "reordered";
  readonly subject: Subject;
  /**
   * The element's key in the second plan (for removed elements in the first); the id of the room or floor for labels
   * and backgrounds; the field's name for `plan`; empty if a list was reordered.
   */
  readonly key: string;
  /** The name that people see: its name, text, entity or type; empty if it has none. */
  readonly name: string;
  /** The fields that differ, including those of the position. */
  readonly fields: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** How far it moved, in metres; undefined if that does not apply. */
  readonly distance: number | undefined;
  /** The name of the room that it is in, or was in before its deletion; undefined if unknown. */
  readonly room: string | undefined;
}

/** The kind of change that a drawing marks on an element. */
export type Mark = Exclude<Change["kind"], "reordered">;

type Plans = readonly [before: PlanData, after: PlanData];

/** The position in metres of an entry of a list or map: an element's middle, or a label's position. */
export const positionOf = (
  plan: PlanData,
  subject: string,
  value: Json | undefined,
): Point | undefined =>
  isCollection(subject) && isObject(value)
    ? centreOf(plan, { collection: subject, data: value })
    : pointIn(value);

/** The name of an opening's or an item's room. */
const roomNameOf = (
  plan: PlanData,
  subject: string,
  element: Json | undefined,
): string | undefined => {
  if (!isCollection(subject) || !isObject(element)) return undefined;
  if (kinds[subject].place === "polygon") return undefined;
  const room = roomAround(plan, { collection: subject, data: element });
  return elementName(room?.entity.data) || undefined;
};

/** Whether an element was moved; for a polygon or a line, whether all points moved by the same amount. */
const isMoved = (
  [old, next]: Plans,
  subject: Subject,
  before: Json,
  after: Json,
  fields: readonly string[],
): boolean => {
  if (subject === "labels") return true;
  if (subject === "backgrounds") return imagePlace.fields.some((field) => fields.includes(field));
  if (!isCollection(subject) || !isObject(before) || !isObject(after)) return false;
  if (!placeFields(subject).fields.some((field) => fields.includes(field))) return false;
  const { place } = kinds[subject];
  if (place === "point" || place === "wall") return true;
  const from = pointsAround(old, { collection: subject, data: before });
  const to = pointsAround(next, { collection: subject, data: after });
  const way = minus(to[0] ?? [0, 0], from[0] ?? [0, 0]);
  return (
    from.length === to.length &&
    from.every((point, at) => distance(plus(point, way), to[at] ?? point) < 1e-6)
  );
};

/** The change of one element; undefined if it did not change. */
const changeOf = (
  plans: Plans,
  subject: Subject,
  key: string,
  before: Json | undefined,
  after: Json | undefined,
): Change | undefined => {
  if (deepEqual(before, after)) return undefined;
  const [old, next] = plans;
  const room =
    subject === "labels"
      ? elementName((findRoom(next, key) ?? findRoom(old, key))?.entity.data) || undefined
      : after === undefined
        ? roomNameOf(old, subject, before)
        : roomNameOf(next, subject, after);
  const common = { subject, key, name: elementName(after ?? before), before, after, room };
  if (before === undefined || after === undefined) {
    const kind = before === undefined ? "added" : "removed";
    return { ...common, kind, fields: [], distance: undefined };
  }
  const fields =
    isObject(before) && isObject(after)
      ? fieldsOf(before, after).filter(
          (field) => !deepEqual(ownField(before, field), ownField(after, field)),
        )
      : [];
  if (!isMoved(plans, subject, before, after, fields))
    return { ...common, kind: "changed", fields, distance: undefined };
  const [from, to] = [positionOf(old, subject, before), positionOf(next, subject, after)];
  return { ...common, kind: "moved", fields, distance: from && to && distance(from, to) };
};

const inList = (plans: Plans, list: List): readonly (Change | undefined)[] => {
  const [old, next] = plans;
  const [before, after] = [old[list] ?? [], next[list] ?? []];
  if (before === after) return [];
  if (!isList(before) || !isList(after))
    return [changeOf(plans, "plan", list, old[list], next[list])];
  const { forward, backward } = matchLists(before, after);
  const [oldKeys, nextKeys] = plans.map(
    (plan) => new Map(entitiesOf(plan, list).map(({ index, key }) => [index, key] as const)),
  );
  const removed = before.map((element, at) =>
    forward.has(at) ? undefined : changeOf(plans, list, oldKeys?.get(at) ?? "", element, undefined),
  );
  const others = after.map((element, at) => {
    const source = backward.get(at);
    const known = source === undefined ? undefined : before[source];
    return changeOf(plans, list, nextKeys?.get(at) ?? "", known, element);
  });
  const sources = [...backward].toSorted(([one], [other]) => one - other).map(([, from]) => from);
  const isReordered = sources.some((from, at) => from < (sources[at - 1] ?? -1));
  const common = { subject: list, key: "", name: "", fields: [], distance: undefined };
  const order: Change = { ...common, kind: "reordered", before, after, room: undefined };
  return [...removed, ...others, isReordered ? order : undefined];
};

const inMap = (plans: Plans, subject: MapName): readonly (Change | undefined)[] => {
  const [before, after] = [plans[0][subject] ?? {}, plans[1][subject] ?? {}];
  if (before === after) return [];
  if (!isObject(before) || !isObject(after))
    return [changeOf(plans, "plan", subject, plans[0][subject], plans[1][subject])];
  return fieldsOf(before, after).map((key) =>
    changeOf(
      plans,
      subject,
      key,
      ownField(before, key) ?? undefined,
      ownField(after, key) ?? undefined,
    ),
  );
};

const known: ReadonlySet<string> = new Set([...lists, ...mapNames, "rev"]);

/** All differences between two plans except the revision: by list, then labels, backgrounds and other fields. */
export const differences = (before: PlanData, after: PlanData): readonly Change[] => {
  const plans = [before, after] as const;
  const fields = fieldsOf(before, after).filter((field) => !known.has(field));
  return [
    ...lists.flatMap((list) => inList(plans, list)),
    ...mapNames.flatMap((name) => inMap(plans, name)),
    ...fields.map((field) =>
      changeOf(plans, "plan", field, ownField(before, field), ownField(after, field)),
    ),
  ].filter((change) => change !== undefined);
};
