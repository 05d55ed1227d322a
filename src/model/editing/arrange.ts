import {
  entitiesOf,
  type Entity,
  findRef,
  findRefs,
  listOfRef,
  newName,
  placeOfRef,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { levelOf } from "../elements/levels.ts";
import { type JsonObject, numberIn, textIn, withField } from "../json.ts";
import { standingCollections } from "../kinds/kinds.ts";
import { updateElements } from "./change.ts";
import { boundsOf, elementsOn, levelOfEntity } from "../elements/places.ts";
import type { Box } from "../geometry/polygon.ts";
import { type Point, roundForStorage } from "../geometry/vector.ts";
import { moveBy, withContents } from "./transform.ts";

/** The name of an item's group; a group is selected and moved as one. */
export const groupOf = (data: JsonObject): string | undefined => textIn(data["group"]);

/** A random name for a new group, so that it does not collide with one that somebody else makes at the same time. */
export const newGroup = (): string => newName("group");

const isItem = (ref: Ref): boolean => {
  const list = listOfRef(ref);
  return list !== undefined && standingCollections.includes(list);
};

/** The elements plus all members of their groups on the same floor, without duplicates. */
export const withGroups = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] => {
  const keyOf = (data: JsonObject): string | undefined => {
    const group = groupOf(data);
    return group && JSON.stringify([levelOf(plan, data) ?? "", group]);
  };
  const items = findRefs(plan, refs.filter(isItem));
  const groups = new Set(items.flatMap(({ data }) => keyOf(data) ?? []));
  if (groups.size === 0) return refs;
  const members = standingCollections
    .flatMap((collection) => entitiesOf(plan, collection))
    .filter(({ data }) => groups.has(keyOf(data) ?? ""));
  return [...new Set([...refs, ...members.map(refOf)])];
};

/** The elements that can be in a group. */
export const groupable = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] =>
  refs.filter((ref) => isItem(ref) && findRef(plan, ref) !== undefined);

/** Puts items into a group, or removes them from theirs. */
export const setGroup = (
  plan: PlanData,
  refs: readonly Ref[],
  group: string | undefined,
): PlanData =>
  updateElements(
    plan,
    new Map(groupable(plan, refs).map((ref) => [ref, (data) => withField(data, "group", group)])),
  );

/** The edges and centres to align to. */
export const edges = ["left", "centre", "right", "top", "middle", "bottom"] as const;

export type Edge = (typeof edges)[number];

/** The directions in which to distribute. */
export const axes = ["horizontally", "vertically"] as const;

export type Axis = (typeof axes)[number];

/** What moves as one: a room with its items, a group, or a single element. */
interface Body {
  readonly refs: readonly Ref[];
  readonly box: Box;
}

/**
 * Splits a selection into what moves as one. Items in a selected room belong to it; openings are left out, since they
 * stay in their walls.
 */
export const bodiesOf = (plan: PlanData, selection: readonly Ref[]): readonly Body[] => {
  const rest = new Set(selection.filter((ref) => findRef(plan, ref) !== undefined));
  const take = (ref: Ref, refs: readonly Ref[], bounds: readonly Ref[]): readonly Body[] => {
    for (const each of refs) rest.delete(each);
    rest.delete(ref);
    const box = boundsOf(plan, bounds);
    return box === undefined ? [] : [{ refs, box }];
  };
  const rooms = [...rest].filter((ref) => listOfRef(ref) === "rooms");
  const bodies = rooms.flatMap((ref) => take(ref, withContents(plan, [ref]), [ref]));
  const others = [...rest].flatMap((ref) => {
    if (!rest.has(ref) || placeOfRef(ref) === "wall") return [];
    const group = withGroups(plan, [ref]).filter((each) => rest.has(each));
    return take(ref, group, group);
  });
  return [...bodies, ...others];
};

const frameOf = (bodies: readonly Body[]): Box => {
  const left = Math.min(...bodies.map(({ box }) => box.left));
  const top = Math.min(...bodies.map(({ box }) => box.top));
  return {
    left,
    top,
    width: Math.max(...bodies.map(({ box }) => box.left + box.width)) - left,
    height: Math.max(...bodies.map(({ box }) => box.top + box.height)) - top,
  };
};

const wayTo: Readonly<Record<Edge, (box: Box, frame: Box) => Point>> = {
  left: (box, frame) => [frame.left - box.left, 0],
  centre: (box, frame) => [frame.left + frame.width / 2 - box.left - box.width / 2, 0],
  right: (box, frame) => [frame.left + frame.width - box.left - box.width, 0],
  top: (box, frame) => [0, frame.top - box.top],
  middle: (box, frame) => [0, frame.top + frame.height / 2 - box.top - box.height / 2],
  bottom: (box, frame) => [0, frame.top + frame.height - box.top - box.height],
};

/** Aligns the bodies of a selection to an edge or the centre of their bounding box. */
export const align = (plan: PlanData, selection: readonly Ref[], edge: Edge): PlanData => {
  const bodies = bodiesOf(plan, selection);
  const frame = frameOf(bodies);
  return bodies.reduce(
    (result, { refs, box }) => moveBy(result, refs, wayTo[edge](box, frame)),
    plan,
  );
};

/**
 * Makes the gaps between the bodies of a selection equal; the outermost two stay. If there is not enough space between
 * those, all overlap equally.
 */
export const distribute = (plan: PlanData, selection: readonly Ref[], axis: Axis): PlanData => {
  const isAcross = axis === "horizontally";
  const startOf = ({ box }: Body): number => (isAcross ? box.left : box.top);
  const lengthOf = ({ box }: Body): number => (isAcross ? box.width : box.height);
  const middleOf = (body: Body): number => startOf(body) + lengthOf(body) / 2;
  const bodies = bodiesOf(plan, selection).toSorted((a, b) => middleOf(a) - middleOf(b));
  const [first, last] = [bodies[0], bodies.at(-1)];
  if (first === undefined || last === undefined || bodies.length < 3) return plan;
  const whole = startOf(last) + lengthOf(last) - startOf(first);
  const filled = bodies.reduce((sum, body) => sum + lengthOf(body), 0);
  const gap = (whole - filled) / (bodies.length - 1);
  let next = startOf(first);
  return bodies.reduce((result, body) => {
    const way = next - startOf(body);
    next += lengthOf(body) + gap;
    return body === first || body === last
      ? result
      : moveBy(result, body.refs, isAcross ? [way, 0] : [0, way]);
  }, plan);
};

/** New positions in the stacking order of items of the same kind on a floor. */
const orders = ["toFront", "forward", "backward", "toBack"] as const;

export type Order = (typeof orders)[number];

/** An item in the stacking order. */
interface Placed {
  readonly ref: Ref;
  readonly index: number;
  /** Its `layer`: higher layers lie on top; 0 if it has none. */
  readonly layer: number;
}

const placedOf = (entity: Entity): Placed => ({
  ref: refOf(entity),
  index: entity.index,
  layer: numberIn(entity.data["layer"], 0),
});

/** Drawing order: by layer, then by place in the list. */
const byHeight = (one: Placed, other: Placed): number =>
  one.layer - other.layer || one.index - other.index;

/** Whether two boxes overlap. */
export const overlap = (one: Box | undefined, other: Box | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** The next layer beyond `layer` in a direction, but before any other item's layer there. */
const beyond = (layer: number, others: readonly Placed[], step: 1 | -1): number => {
  const further = others.flatMap((each) =>
    (each.layer - layer) * step > 0 ? [each.layer * step] : [],
  );
  const next = Math.min(...further) * step;
  const whole = (step > 0 ? Math.floor(layer) : Math.ceil(layer)) + step;
  return (next - whole) * step > 0 ? whole : roundForStorage((layer + next) / 2);
};

/** The item moved past another one; with the same layer if the order in the list already puts it there. */
const past = (thing: Placed, other: Placed, others: readonly Placed[], step: 1 | -1): Placed => {
  const isPastInList = (thing.index - other.index) * step > 0;
  return { ...thing, layer: isPastInList ? other.layer : beyond(other.layer, others, step) };
};

/** The items of one kind on one floor whose layer changes. */
const arranged = (
  plan: PlanData,
  all: readonly Placed[],
  chosen: ReadonlySet<Ref>,
  order: Order,
): readonly Placed[] => {
  const step = order === "toFront" || order === "forward" ? 1 : -1;
  const isToEnd = order === "toFront" || order === "toBack";
  const rest = all.filter(({ ref }) => !chosen.has(ref));
  const end = rest.toSorted(byHeight).at(step > 0 ? -1 : 0);
  // Items pass others in this order.
  const inTurn = all.filter(({ ref }) => chosen.has(ref)).toSorted((a, b) => byHeight(a, b) * step);
  let before: Placed | undefined;
  return inTurn.flatMap((thing) => {
    const box = isToEnd ? undefined : boundsOf(plan, [thing.ref]);
    const over = rest.filter(
      (each) =>
        byHeight(each, thing) * step > 0 && (isToEnd || overlap(box, boundsOf(plan, [each.ref]))),
    );
    const next = isToEnd ? end : over.toSorted(byHeight).at(step > 0 ? 0 : -1);
    let placed = next === undefined || over.length === 0 ? thing : past(thing, next, over, step);
    if (isToEnd && before !== undefined && byHeight(placed, before) * step < 0)
      placed = past(thing, before, [], step);
    before = placed;
    return placed.layer === thing.layer ? [] : [placed];
  });
};

/**
 * Changes the `layer` of selected items: to the front or back of all items of their kind and floor, or past the next
 * item that they overlap (with others on its layer). Items sent to the front or back keep their order among themselves;
 * the other items keep their layers.
 */
export const arrangeOrder = (plan: PlanData, selection: readonly Ref[], order: Order): PlanData => {
  const chosen = new Set(selection);
  const items = findRefs(plan, selection);
  const changed = standingCollections.flatMap((collection) => {
    const own = items.filter((item) => item.collection === collection);
    const floors = new Set(own.map((item) => levelOfEntity(plan, item)));
    return [...floors].flatMap((level) =>
      arranged(plan, elementsOn(plan, level, [collection]).map(placedOf), chosen, order),
    );
  });
  return updateElements(
    plan,
    new Map(changed.map(({ ref, layer }) => [ref, (data) => withField(data, "layer", layer)])),
  );
};
