import {
  entriesOf,
  findRef,
  findRefs,
  idOf,
  newId,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { boundsOf, centreOf, type PlacedElement } from "../elements/places.ts";
import { levelFieldFor } from "../elements/levels.ts";
import { findRoom, openingsOf, roomIdOf, roomsOf } from "../elements/rooms.ts";
import { middleOf } from "../geometry/polygon.ts";
import { plus, type Point } from "../geometry/vector.ts";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  pointIn,
  textIn,
  withField,
} from "../json.ts";
import { collections, isCollection, kinds } from "../kinds/kinds.ts";
import { addElements, withEntries } from "./change.ts";
import { groupOf, newGroup } from "./arrange.ts";
import { moveBy, withContents } from "./transform.ts";
import { putOpening } from "./openings.ts";

/** An element that was taken out of a plan. */
interface Copied extends PlacedElement {
  /** Where an opening was whose room was not taken along, in metres. */
  readonly at?: Point;
}

/** Elements taken out of a plan to be added again, here or elsewhere. */
export interface Fragment {
  readonly elements: readonly Copied[];
  readonly labels: JsonObject;
  /** The id of the room among them that lies in the open air. */
  readonly outdoor?: string;
  /** The middle of it all, in metres. */
  readonly middle: Point;
}

/** Copies elements; rooms come with their openings, their labels and what stands in them. */
export const copyElements = (plan: PlanData, refs: readonly Ref[]): Fragment => {
  const named = new Set(withContents(plan, refs));
  const rooms = new Set(
    roomsOf(plan).flatMap(({ entity, id }) => (named.has(refOf(entity)) ? (id ?? []) : [])),
  );
  for (const opening of openingsOf(plan, rooms)) named.add(refOf(opening));
  const labels = Object.entries(entriesOf(plan["labels"])).filter(([id]) => rooms.has(id));
  const box = boundsOf(plan, named);
  const outdoor = textIn(plan["outdoor"]);
  return {
    elements: findRefs(plan, named).map((entity): Copied => {
      const { collection, data } = entity;
      const isAlone = kinds[collection].place === "wall" && !rooms.has(roomIdOf(data) ?? "");
      const at = isAlone ? centreOf(plan, entity) : undefined;
      return at === undefined ? { collection, data } : { collection, data, at };
    }),
    labels: Object.fromEntries(labels),
    ...(outdoor !== undefined && rooms.has(outdoor) ? { outdoor } : {}),
    middle: box === undefined ? [0, 0] : middleOf(box),
  };
};

/** The copies that a paste will add: they have their new ids, so that each preview adds the same. */
export const withNewIds = (plan: PlanData, fragment: Fragment): Fragment => {
  const roomIds = new Map<string, string>();
  const groups = new Map<string, string>();
  const renewed = fragment.elements.map((element): Copied => {
    const { collection, data } = element;
    const id = newId(plan, collection);
    const [old, group] = [idOf(data), groupOf(data)];
    if (kinds[collection].place === "polygon" && old !== undefined) roomIds.set(old, id);
    if (group === undefined) return { ...element, data: { ...data, id } };
    // The copies belong together, and not to what they were copied from.
    const next = groups.get(group) ?? newGroup();
    groups.set(group, next);
    return { ...element, data: { ...data, id, group: next } };
  });
  const moved = Object.entries(fragment.labels).flatMap(([id, at]) => {
    const next = roomIds.get(id);
    return next === undefined || pointIn(at) === undefined ? [] : [[next, at] as const];
  });
  const outdoor = roomIds.get(fragment.outdoor ?? "");
  const inNewRoom = (element: Copied): Copied => {
    const room = roomIds.get(roomIdOf(element.data) ?? "");
    return room === undefined
      ? element
      : { ...element, data: withField(element.data, "room_id", room) };
  };
  return {
    elements: renewed.map(inNewRoom),
    labels: Object.fromEntries(moved),
    ...(outdoor === undefined ? {} : { outdoor }),
    middle: fragment.middle,
  };
};

/** What a renewed fragment is called once it is in the plan. */
export const refsOfFragment = ({ elements }: Fragment): readonly Ref[] =>
  elements.map(({ collection, data }) => `${collection}/${idOf(data) ?? ""}`);

/**
 * Adds a renewed fragment on a level, moved by metres. An opening without its room goes into the wall that it comes
 * to lie at, and is left out where there is none or no place in it. What a plan has one of, the room in the open
 * air, the copy is only where the plan has no other.
 */
export const pasteFragment = (
  plan: PlanData,
  fragment: Fragment,
  level: string | undefined,
  by: Point,
): PlanData => {
  const field = levelFieldFor(plan, level);
  const whole = fragment.elements.filter(({ at }) => at === undefined);
  const placed = collections.reduce((result, collection) => {
    const ours = whole.filter((each) => each.collection === collection);
    const isInWall = kinds[collection].place === "wall";
    // A level of another plan would lead nowhere.
    const onLevel = (data: JsonObject): JsonObject =>
      isInWall ? data : { ...withField(data, "level", undefined), ...field };
    return ours.length === 0
      ? result
      : addElements(result, collection, ...ours.map(({ data }) => onLevel(data)));
  }, plan);
  const labelled = withEntries(placed, "labels", fragment.labels);
  const hasOutdoor = findRoom(plan, textIn(plan["outdoor"])) !== undefined;
  const { outdoor } = fragment;
  const marked =
    outdoor === undefined || hasOutdoor ? labelled : withField(labelled, "outdoor", outdoor);
  const moved = moveBy(marked, refsOfFragment({ ...fragment, elements: whole }), by);
  return fragment.elements.reduce(
    (result, { data, at }) =>
      at === undefined ? result : putOpening(result, level, data, plus(at, by)),
    moved,
  );
};

/** Which elements of a renewed fragment a plan has: some openings may have found no place. */
export const pastedRefs = (plan: PlanData, fragment: Fragment): readonly Ref[] =>
  refsOfFragment(fragment).filter((ref) => findRef(plan, ref) !== undefined);

/** What says that a text is a fragment of a plan, and how it is written. */
const mark = { floorplan: "fragment", version: 1 } as const;

/** Longer than a whole plan may be, in characters; and deeper than the service takes. */
const [longest, deepest] = [16 * 1024 * 1024, 120];

/** The text of a fragment, for a clipboard. */
export const writeFragment = (fragment: Fragment): string =>
  JSON.stringify({ ...mark, ...fragment });

const isShallow = (value: Json | undefined, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((inner: Json | undefined) => isShallow(inner, levels - 1));
};

const parsed = (text: string): Json | undefined => {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

const elementIn = (value: Json): readonly Copied[] => {
  if (!isObject(value)) return [];
  const { collection, data } = value;
  if (typeof collection !== "string" || !isCollection(collection) || !isObject(data)) return [];
  const at = pointIn(value["at"]);
  return [at === undefined ? { collection, data } : { collection, data, at }];
};

const labelsIn = (value: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(([, at]) => pointIn(at) !== undefined),
  );

/**
 * The fragment that a text from a clipboard holds. Undefined where it is none: another text, a version that is not
 * known, or nothing that could be added. Elements of lists that are not known are left out.
 */
export const readFragment = (text: string): Fragment | undefined => {
  // Most of what lies on a clipboard is something else, and may be long.
  if (text.length > longest || !/^\s*\{/.test(text) || !text.includes(mark.floorplan))
    return undefined;
  const value = parsed(text);
  if (!isObject(value) || !isShallow(value, deepest)) return undefined;
  if (value["floorplan"] !== mark.floorplan || value["version"] !== mark.version) return undefined;
  if (!isList(value["elements"])) return undefined;
  const elements = listIn(value["elements"]).flatMap(elementIn);
  const outdoor = textIn(value["outdoor"]);
  if (elements.length === 0) return undefined;
  return {
    elements,
    labels: labelsIn(value["labels"]),
    ...(outdoor === undefined ? {} : { outdoor }),
    middle: pointIn(value["middle"]) ?? [0, 0],
  };
};
