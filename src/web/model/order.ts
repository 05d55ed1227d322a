import { boundsOf, elementsOn, levelOfEntity } from "../../model/elements/places.ts";
import {
  type Entity,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../../model/elements/entities.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import { tidy } from "../../model/geometry/vector.ts";
import { numberIn, withField } from "../../model/json.ts";
import { standingCollections } from "../../model/kinds/kinds.ts";
import { updateElements } from "../../model/editing/change.ts";

/** Where something goes among those of its kind that lie on its floor. */
export const orders = ["toFront", "forward", "backward", "toBack"] as const;

export type Order = (typeof orders)[number];

/** A thing as far as its order is asked for. */
interface Placed {
  readonly ref: Ref;
  readonly index: number;
  /** The number by which it lies over others of its kind, 0 where it says none. */
  readonly layer: number;
}

const placedOf = (entity: Entity): Placed => ({
  ref: refOf(entity),
  index: entity.index,
  layer: numberIn(entity.data["layer"], 0),
});

/** As they are drawn: the higher numbers later, and of equal ones what stands later in its list. */
const byHeight = (one: Placed, other: Placed): number =>
  one.layer - other.layer || one.index - other.index;

const meet = (one: Box | undefined, other: Box | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** The number just beyond `layer`, and before the next one that there is that way. */
const beyond = (layer: number, others: readonly Placed[], step: 1 | -1): number => {
  const further = others.flatMap((each) =>
    (each.layer - layer) * step > 0 ? [each.layer * step] : [],
  );
  const next = Math.min(...further) * step;
  const whole = (step > 0 ? Math.floor(layer) : Math.ceil(layer)) + step;
  return (next - whole) * step > 0 ? whole : tidy((layer + next) / 2);
};

/** A thing past another one: by the same number, where its place in the list says so already. */
const past = (thing: Placed, other: Placed, others: readonly Placed[], step: 1 | -1): Placed => {
  const isPastInList = (thing.index - other.index) * step > 0;
  return { ...thing, layer: isPastInList ? other.layer : beyond(other.layer, others, step) };
};

/** Of some things of one kind on one floor, those whose number changes. */
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
  // In the order in which they come to lie past each other.
  const inTurn = all.filter(({ ref }) => chosen.has(ref)).toSorted((a, b) => byHeight(a, b) * step);
  let before: Placed | undefined;
  return inTurn.flatMap((thing) => {
    const box = isToEnd ? undefined : boundsOf(plan, [thing.ref]);
    const over = rest.filter(
      (each) =>
        byHeight(each, thing) * step > 0 && (isToEnd || meet(box, boundsOf(plan, [each.ref]))),
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
 * Changes how the items of a selection lie among the others of their kinds and floors, by their `layer`: over or
 * under all of them, or over or under the next that they overlap (with those of its number). Those that are sent to
 * an end stay among themselves as they lay; the others keep their numbers.
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
