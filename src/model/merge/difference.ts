import { entitiesOf, type List, lists, type PlanData } from "../elements/entities.ts";
import { centreOf, placeFields, pointsAround, roomAround } from "../elements/places.ts";
import { imagePlace } from "../elements/levels.ts";
import { elementName, type MapName, mapNames } from "../elements/references.ts";
import { findRoom } from "../elements/rooms.ts";
import { distance, minus, plus, type Point } from "../geometry/vector.ts";
import { deepEqual, fieldsOf, isList, isObject, type Json, ownField, pointIn } from "../json.ts";
import { isCollection, kinds } from "../kinds/kinds.ts";
import { matchLists } from "./match.ts";

/** What a change or a conflict is about: an element of a list, an entry of a map, or a field of the plan. */
export type Subject = List | MapName | "plan";

/** A difference between two plans, in the view of whoever had the first and sees the second. */
export interface Change {
  readonly kind: "added" | "removed" | "moved" | "changed" | "reordered";
  readonly subject: Subject;
  /** The element's key in the second plan, in the first for what was removed; the room's or level's id for labels and backgrounds; the field's name for `plan`; empty where a list was reordered. */
  readonly key: string;
  /** What a person calls it: its name, text, entity or type; empty where it has none of them. */
  readonly name: string;
  /** The fields whose values differ, those of its place included. */
  readonly fields: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** How far it was moved, in metres; undefined where that makes no sense. */
  readonly distance: number | undefined;
  /** The name of the room in which it is, or was where it is gone, where that can be told. */
  readonly room: string | undefined;
}

/** How an element differs, as a drawing marks it. */
export type Mark = Exclude<Change["kind"], "reordered">;

type Plans = readonly [before: PlanData, after: PlanData];

/** Where something in a list or a map of the plan is, in metres: the middle of an element, the place of a label. */
export const whereIs = (
  plan: PlanData,
  subject: string,
  value: Json | undefined,
): Point | undefined =>
  isCollection(subject) && isObject(value)
    ? centreOf(plan, { collection: subject, data: value })
    : pointIn(value);

/** The name of the room that an opening belongs to, or that an item stands in. */
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

/** Whether an element was moved: a shape only where all its points went the same way. */
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

/** What one element's change is; undefined where nothing changed. */
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
  const [from, to] = [whereIs(old, subject, before), whereIs(next, subject, after)];
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

/** Everything in which two plans differ, but for their revision: list by list, then labels, backgrounds and other fields. */
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
