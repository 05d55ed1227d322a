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
import { roomIdOf } from "../kinds/opening.ts";
import { openingsOf, ownerOf } from "../elements/opening-walls.ts";
import { findRoom, roomsOf } from "../elements/rooms.ts";
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

/** A copied element. */
interface Copied extends PlacedElement {
  /** The position in metres of an opening whose wall was not copied. */
  readonly at?: Point;
}

/** Copied elements, to be pasted into this plan or another one. */
export interface Fragment {
  readonly elements: readonly Copied[];
  readonly labels: JsonObject;
  /** The id of the outdoor room among them. */
  readonly outdoor?: string;
  /** The middle of all elements, in metres. */
  readonly middle: Point;
}

/** Copies elements; rooms with their openings, labels and items, freestanding walls with their openings. */
export const copyElements = (plan: PlanData, refs: readonly Ref[]): Fragment => {
  const named = new Set(withContents(plan, refs));
  const rooms = new Set(
    roomsOf(plan).flatMap(({ entity, id }) => (named.has(refOf(entity)) ? (id ?? []) : [])),
  );
  for (const opening of openingsOf(plan, named)) named.add(refOf(opening));
  const labels = Object.entries(entriesOf(plan["labels"])).filter(([id]) => rooms.has(id));
  const box = boundsOf(plan, named);
  const outdoor = textIn(plan["outdoor"]);
  return {
    elements: findRefs(plan, named).map((entity): Copied => {
      const { collection, data } = entity;
      const isAlone = kinds[collection].place === "wall" && !named.has(ownerOf(data) ?? "");
      const at = isAlone ? centreOf(plan, entity) : undefined;
      return at === undefined ? { collection, data } : { collection, data, at };
    }),
    labels: Object.fromEntries(labels),
    ...(outdoor !== undefined && rooms.has(outdoor) ? { outdoor } : {}),
    middle: box === undefined ? [0, 0] : middleOf(box),
  };
};

/** The copies with new ids, so that each preview of a paste has the same ids. */
export const withNewIds = (plan: PlanData, fragment: Fragment): Fragment => {
  const owners = new Map<Ref, string>();
  const groups = new Map<string, string>();
  const renewed = fragment.elements.map((element): Copied => {
    const { collection, data } = element;
    const id = newId(plan, collection);
    const [old, group] = [idOf(data), groupOf(data)];
    if (old !== undefined) owners.set(`${collection}/${old}`, id);
    if (group === undefined) return { ...element, data: { ...data, id } };
    // The copies form a new group, separate from the originals.
    const next = groups.get(group) ?? newGroup();
    groups.set(group, next);
    return { ...element, data: { ...data, id, group: next } };
  });
  const moved = Object.entries(fragment.labels).flatMap(([id, at]) => {
    const next = owners.get(`rooms/${id}`);
    return next === undefined || pointIn(at) === undefined ? [] : [[next, at] as const];
  });
  const outdoor = owners.get(`rooms/${fragment.outdoor}`);
  const inNewWall = (element: Copied): Copied => {
    const { data } = element;
    const owner = kinds[element.collection].place === "wall" ? ownerOf(data) : undefined;
    const id = owners.get(owner ?? "");
    if (id === undefined) return element;
    const field = roomIdOf(data) === undefined ? "wall_id" : "room_id";
    return { ...element, data: withField(data, field, id) };
  };
  return {
    elements: renewed.map(inNewWall),
    labels: Object.fromEntries(moved),
    ...(outdoor === undefined ? {} : { outdoor }),
    middle: fragment.middle,
  };
};

/** The refs of a renewed fragment's elements after it is pasted. */
export const refsOfFragment = ({ elements }: Fragment): readonly Ref[] =>
  elements.map(({ collection, data }) => `${collection}/${idOf(data) ?? ""}`);

/**
 * Pastes a renewed fragment on a floor, moved by metres. An opening without its wall goes into the one at its new
 * position; it is left out if there is no wall or no space. The copy of the outdoor room is outdoors only if the plan
 * has no other.
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
    // The floor's id from another plan would be an invalid reference.
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

/** The elements of a renewed fragment that the plan has; openings without space are missing. */
export const pastedRefs = (plan: PlanData, fragment: Fragment): readonly Ref[] =>
  refsOfFragment(fragment).filter((ref) => findRef(plan, ref) !== undefined);

/** Marks a text as a fragment of a plan, with the version of the format. */
const mark = { floorplan: "fragment", version: 1 } as const;

/** Limits on pasted text: more characters than a plan can have, and deeper nesting than the server accepts. */
const [longest, deepest] = [16 * 1024 * 1024, 120];

/** A fragment as text for the clipboard. */
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
 * Reads a fragment from clipboard text. Undefined for other text, an unknown version, or a fragment without elements.
 * Elements of unknown lists are left out.
 */
export const readFragment = (text: string): Fragment | undefined => {
  // The clipboard usually holds something else, which may be long, so check cheaply before parsing.
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
