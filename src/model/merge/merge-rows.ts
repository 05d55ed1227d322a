import { canonicalJson, deepEqual, isObject, type Json, listIn, ownField } from "../json.ts";
import { idOf, type List, lists, type PlanData } from "../elements/entities.ts";
import { containerOf, referenceNames, references, referencesIn } from "../elements/references.ts";
import type { Versions } from "./conflict.ts";
import { type ElementPairs, matchLists } from "./match.ts";

/** The rows of a list, in each side's order. */
export interface Rows {
  readonly base: readonly Versions[];
  readonly mine: readonly Versions[];
  readonly theirs: readonly Versions[];
}

const itemAt = <A>(list: readonly A[], place: number | undefined): A | undefined =>
  place === undefined ? undefined : list[place];

interface Sides {
  readonly toMine: ElementPairs;
  readonly toTheirs: ElementPairs;
}

/** Indexes by id or, without an id, by content; undefined if several elements have the same. */
const placesOf = (list: readonly Json[]): ReadonlyMap<string, number | undefined> => {
  const places = new Map<string, number | undefined>();
  list.forEach((element, place) => {
    if (!isObject(element)) return;
    const name = idOf(element) ?? canonicalJson(element);
    places.set(name, places.has(name) ? undefined : place);
  });
  return places;
};

/**
 * Whether an element's counterpart may be a wrong guess; also true if it has none. A counterpart that still has no id
 * is certain.
 */
const mayBeGuessed = (list: readonly Json[], place: number | undefined): boolean =>
  place === undefined || idOf(list[place]) !== undefined;

/** Matches both sides' lists with the base. */
const matchSides = (old: readonly Json[], own: readonly Json[], other: readonly Json[]): Sides => {
  const [toMine, toTheirs] = [matchLists(old, own), matchLists(old, other)];
  const [known, names, places] = [placesOf(old), placesOf(own), placesOf(other)];
  const inMine = new Map<number, number | undefined>();
  const inTheirs = new Map<number, number | undefined>();
  const taken = new Set<number>();
  for (const [name, place] of names) {
    const partner = places.get(name);
    if (known.has(name) || place === undefined || partner === undefined) continue;
    const [one, two] = [toMine.backward.get(place), toTheirs.backward.get(partner)];
    if (one === two) continue;
    // An element that has the same id or content on both sides is one element, even if matching guessed two different
    // origins. An origin that is matched with another element without an id was not guessed; then this element is new.
    const isFree = (source: number | undefined): source is number => {
      if (source === undefined || taken.has(source)) return false;
      const [to, toOther] = [toMine.forward.get(source), toTheirs.forward.get(source)];
      return (
        (to === place || mayBeGuessed(own, to)) &&
        (toOther === partner || mayBeGuessed(other, toOther))
      );
    };
    const source = [two, one].find(isFree);
    if (source !== undefined) taken.add(source);
    inMine.set(place, source);
    inTheirs.set(partner, source);
  }
  if (inMine.size === 0) return { toMine, toTheirs };
  return {
    toMine: matchLists(old, own, { known: inMine }),
    toTheirs: matchLists(old, other, { known: inTheirs }),
  };
};

/** Aligns the elements of three lists in rows. */
const sideBySide = (old: readonly Json[], own: readonly Json[], other: readonly Json[]): Rows => {
  const { toMine, toTheirs } = matchSides(old, own, other);
  const newMine = [...own.keys()].filter((place) => !toMine.backward.has(place));
  const newTheirs = [...other.keys()].filter((place) => !toTheirs.backward.has(place));
  // Elements that both sides added with the same id or content are one element.
  const added = matchLists(
    newMine.map((place) => own[place] ?? null),
    newTheirs.map((place) => other[place] ?? null),
    { isStrict: true },
  );
  const pairs = [...added.forward].map(([one, two]) => [newMine[one], newTheirs[two]] as const);
  const toAdded = new Map(pairs);
  const fromAdded = new Map(pairs.map(([one, two]) => [two, one] as const));
  const baseRows = old.map((element, place) => ({
    base: element,
    mine: itemAt(own, toMine.forward.get(place)),
    theirs: itemAt(other, toTheirs.forward.get(place)),
  }));
  const mineRows = own.map(
    (element, place) =>
      itemAt(baseRows, toMine.backward.get(place)) ?? {
        base: undefined,
        mine: element,
        theirs: itemAt(other, toAdded.get(place)),
      },
  );
  const theirsRows = other.map(
    (element, place) =>
      itemAt(baseRows, toTheirs.backward.get(place)) ??
      itemAt(mineRows, fromAdded.get(place)) ?? {
        base: undefined,
        mine: undefined,
        theirs: element,
      },
  );
  return { base: baseRows, mine: mineRows, theirs: theirsRows };
};

export const noRows: Rows = { base: [], mine: [], theirs: [] };

/** The rows of one list in three plans. */
export const rowsOf = (list: List, base: PlanData, mine: PlanData, theirs: PlanData): Rows =>
  sideBySide(listIn(base[list]), listIn(mine[list]), listIn(theirs[list]));

/** Each row once. */
export const allRows = ({ base, mine, theirs }: Rows): ReadonlySet<Versions> =>
  new Set([...mine, ...theirs, ...base]);

/** The rows of every list in three plans. */
export type PlanRows = ReadonlyMap<List, Rows>;

/** Whether a list's elements contain others, as floors, rooms, and freestanding walls with openings do. */
export const isGround = (list: List): boolean => ["levels", "rooms", "walls"].includes(list);

export const planRows = (base: PlanData, mine: PlanData, theirs: PlanData): PlanRows =>
  new Map(
    lists.map((list) => {
      const isShared = base[list] === mine[list] && base[list] === theirs[list];
      const isNeeded = !isShared || isGround(list);
      return [list, isNeeded ? rowsOf(list, base, mine, theirs) : noRows] as const;
    }),
  );

/** The rooms, freestanding walls and floors, such as `rooms/kitchen`, that contain a side's own edits. */
export const containersOfEdits = (
  rows: PlanRows,
  side: "mine" | "theirs",
  base: PlanData,
  plan: PlanData,
): ReadonlySet<string> => {
  const needed = new Set<string | undefined>();
  for (const [list, { [side]: own }] of rows) {
    for (const { base: former, [side]: element } of own)
      if (isObject(element) && !deepEqual(former, element))
        needed.add(containerOf(plan, list, element));
  }
  for (const name of referenceNames) {
    const [old, said] = [referencesIn(base, name), referencesIn(plan, name)];
    for (const id of Object.keys(said))
      if (!deepEqual(ownField(old, id), said[id])) needed.add(`${references[name]}/${id}`);
  }
  // Whatever is in a room or a freestanding wall is also on its floor.
  for (const [list, { [side]: own }] of rows) {
    if (!isGround(list)) continue;
    for (const { [side]: element } of own)
      if (isObject(element) && needed.has(`${list}/${idOf(element)}`))
        needed.add(containerOf(plan, list, element));
  }
  return new Set([...needed].flatMap((each) => each ?? []));
};

/**
 * Merges two orders: all of `backbone` in its order, and each element only in `other` right after its predecessor
 * there.
 */
export const mergeOrders = <A>(backbone: readonly A[], other: readonly A[]): readonly A[] => {
  const known = new Set(backbone);
  const first: A[] = [];
  const followers = new Map<A, A[]>();
  let group = first;
  for (const each of other) {
    if (known.has(each)) {
      group = [];
      followers.set(each, group);
    } else {
      group.push(each);
    }
  }
  return [...first, ...backbone.flatMap((each) => [each, ...(followers.get(each) ?? [])])];
};

/** Whether the elements that both have are in the same order. */
export const inSameOrder = <A>(one: readonly A[], other: readonly A[]): boolean => {
  const places = new Map(other.map((each, at) => [each, at] as const));
  let last = -1;
  return one.every((each) => {
    const at = places.get(each);
    if (at === undefined) return true;
    const isLater = at > last;
    last = at;
    return isLater;
  });
};
