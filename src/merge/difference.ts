import { entitiesOf, findEntity, type List, lists, type PlanData } from "../elements/entities.ts";
import { isList, isObject, type Json, type JsonObject, same } from "../json/json.ts";
import { matchLists } from "./match.ts";
import { nameOf } from "../elements/name.ts";
import { pointIn, roomNameOf } from "./whereabouts.ts";

/** What a change or a conflict is about: an element of a list, an entry of a map, or a field of the plan. */
export type Subject = List | "labels" | "backgrounds" | "plan";

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

type Plans = readonly [before: PlanData, after: PlanData];

const placeFields: ReadonlySet<string> = new Set([
  "x",
  "z",
  "room_id",
  "edge",
  "offset",
  "left",
  "top",
]);

const isShifted = (before: JsonObject, after: JsonObject): boolean => {
  const [old, next] = [before["points"], after["points"]];
  if (!isList(old) || !isList(next) || old.length !== next.length) return false;
  const steps = old.map((corner, at) => {
    const other = next[at];
    if (!isList(corner) || !isList(other)) return undefined;
    const [[x, z], [x2, z2]] = [corner, other];
    const isPair = [x, z, x2, z2].every((each) => typeof each === "number");
    return isPair ? [Number(x2) - Number(x), Number(z2) - Number(z)] : undefined;
  });
  const first = steps[0];
  return (
    first !== undefined &&
    steps.every((step) => step?.every((each, axis) => Math.abs(each - (first[axis] ?? 0)) < 1e-6))
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
  if (same(before, after)) return undefined;
  const [old, next] = plans;
  const room =
    subject === "labels"
      ? nameOf((findEntity(next, "rooms", key) ?? findEntity(old, "rooms", key))?.data) || undefined
      : after === undefined
        ? roomNameOf(old, before)
        : roomNameOf(next, after);
  const common = { subject, key, name: nameOf(after ?? before), before, after, room };
  if (before === undefined || after === undefined) {
    const kind = before === undefined ? "added" : "removed";
    return { ...common, kind, fields: [], distance: undefined };
  }
  const fields =
    isObject(before) && isObject(after)
      ? [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
          (field) => !same(before[field], after[field]),
        )
      : [];
  const isMoved =
    subject === "labels" ||
    fields.some((field) => placeFields.has(field)) ||
    (fields.includes("points") && isObject(before) && isObject(after) && isShifted(before, after));
  if (!isMoved) return { ...common, kind: "changed", fields, distance: undefined };
  const [from, to] = [pointIn(old, before), pointIn(next, after)];
  const distance =
    from === undefined || to === undefined
      ? undefined
      : Math.hypot(to[0] - from[0], to[1] - from[1]);
  return { ...common, kind: "moved", fields, distance };
};

const defined = <A>(value: A | undefined): readonly A[] => (value === undefined ? [] : [value]);

const inList = (plans: Plans, list: List): readonly Change[] => {
  const [old, next] = plans;
  const [before, after] = [old[list], next[list]];
  if (before === after) return [];
  if ((before ?? after) === undefined) return [];
  if (!isList(before ?? []) || !isList(after ?? [])) {
    return defined(changeOf(plans, "plan", list, before, after));
  }
  const [oldList, nextList] = [isList(before) ? before : [], isList(after) ? after : []];
  const { forward, backward } = matchLists(oldList, nextList);
  const oldKeys = new Map(entitiesOf(old, list).map(({ index, key }) => [index, key] as const));
  const nextKeys = new Map(entitiesOf(next, list).map(({ index, key }) => [index, key] as const));
  const removed = oldList.flatMap((element, at) =>
    forward.has(at)
      ? []
      : defined(changeOf(plans, list, oldKeys.get(at) ?? "", element, undefined)),
  );
  const others = nextList.flatMap((element, at) => {
    const source = backward.get(at);
    const known = source === undefined ? undefined : oldList[source];
    return defined(changeOf(plans, list, nextKeys.get(at) ?? "", known, element));
  });
  const sources = [...backward].toSorted(([one], [other]) => one - other).map(([, from]) => from);
  const isReordered = sources.some((from, at) => from < (sources[at - 1] ?? -1));
  const order: readonly Change[] = isReordered
    ? [
        {
          kind: "reordered",
          subject: list,
          key: "",
          name: "",
          fields: [],
          before,
          after,
          distance: undefined,
          room: undefined,
        },
      ]
    : [];
  return [...removed, ...others, ...order];
};

const inMap = (plans: Plans, subject: "labels" | "backgrounds"): readonly Change[] => {
  const [before, after] = [plans[0][subject], plans[1][subject]];
  if (before === after) return [];
  if (!isObject(before ?? {}) || !isObject(after ?? {})) {
    return defined(changeOf(plans, "plan", subject, before, after));
  }
  const [old, next] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((key) =>
    defined(changeOf(plans, subject, key, old[key] ?? undefined, next[key] ?? undefined)),
  );
};

const known: ReadonlySet<string> = new Set([...lists, "labels", "backgrounds", "rev"]);

/** Everything in which two plans differ, but for their revision: list by list, then labels, backgrounds and other fields. */
export const differences = (before: PlanData, after: PlanData): readonly Change[] => {
  const plans = [before, after] as const;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !known.has(field),
  );
  return [
    ...lists.flatMap((list) => inList(plans, list)),
    ...inMap(plans, "labels"),
    ...inMap(plans, "backgrounds"),
    ...fields.flatMap((field) =>
      defined(changeOf(plans, "plan", field, before[field], after[field])),
    ),
  ];
};
