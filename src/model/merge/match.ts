import {
  canonicalJson,
  deepEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  numberIn,
  pointIn,
} from "../json.ts";
import { idOf } from "../elements/entities.ts";
import { distance, type Point } from "../geometry/vector.ts";

/** Pairs of elements from two lists, by their indexes; each element has at most one counterpart. */
export interface ElementPairs {
  readonly forward: ReadonlyMap<number, number>;
  readonly backward: ReadonlyMap<number, number>;
}

type Lists = readonly [before: readonly Json[], after: readonly Json[]];

const grouped = (
  places: readonly number[],
  textOf: (place: number) => string | undefined,
): ReadonlyMap<string, readonly number[]> => {
  const groups = new Map<string, number[]>();
  for (const at of places) {
    const text = textOf(at);
    if (text === undefined) continue;
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [at]);
    else group.push(at);
  }
  return groups;
};

class Pairs implements ElementPairs {
  readonly forward = new Map<number, number>();
  readonly backward = new Map<number, number>();
  readonly #lists: Lists;
  readonly #known: ReadonlyMap<number, number | undefined>;

  constructor(lists: Lists, known: ReadonlyMap<number, number | undefined>) {
    this.#lists = lists;
    this.#known = known;
    for (const [to, from] of known) if (from !== undefined) this.add(from, to);
  }

  isOpen(before: number, after: number): boolean {
    return !this.forward.has(before) && !this.backward.has(after) && !this.#known.has(after);
  }

  add(before: number, after: number): void {
    this.forward.set(before, after);
    this.backward.set(after, before);
  }

  /** The indexes of unmatched elements. */
  open(): readonly [readonly number[], readonly number[]] {
    const [before, after] = this.#lists;
    return [
      [...before.keys()].filter((at) => !this.forward.has(at)),
      [...after.keys()].filter((at) => !this.backward.has(at) && !this.#known.has(at)),
    ];
  }

  /** Pairs unmatched elements with equal text; among several, the nearest first. */
  group(textOf: (element: Json) => string | undefined, idsMayDiffer: boolean): void {
    const [old, next] = this.#lists;
    const [before, after] = this.open();
    const targets = grouped(after, (at) => textOf(next[at] ?? null));
    for (const [text, sources] of grouped(before, (at) => textOf(old[at] ?? null)))
      this.#nearest(sources, targets.get(text) ?? [], idsMayDiffer);
  }

  /** Unless ids may differ, two elements that both have an id are not paired, as equal ids are matched already. */
  #nearest(before: readonly number[], after: readonly number[], idsMayDiffer: boolean): void {
    const [old, next] = this.#lists;
    if (before.length * after.length > tooManyPairs) {
      for (const [position, to] of idsMayDiffer ? after.entries() : []) {
        const from = before[position];
        if (from !== undefined) this.add(from, to);
      }
      return;
    }
    const candidates = before.flatMap((from) =>
      after.flatMap((to) => {
        const one = old[from] ?? null;
        const other = next[to] ?? null;
        const fits = idsMayDiffer || idOf(one) === undefined || idOf(other) === undefined;
        return fits ? [{ from, to, away: distanceOf(one, other) }] : [];
      }),
    );
    candidates.sort((one, other) => one.away - other.away);
    for (const { from, to } of candidates) {
      if (!this.forward.has(from) && !this.backward.has(to)) this.add(from, to);
    }
  }
}

const tooManyPairs = 250_000;

/** Metres added for elements on different floors: more than any plan is wide. */
const otherLevel = 1e4;

const placeOf = ({ points, from, x, edge, z, offset }: JsonObject): Point =>
  pointIn(isList(points) ? points[0] : from) ?? [numberIn(x ?? edge, 0), numberIn(z ?? offset, 0)];

const distanceOf = (one: Json, other: Json): number => {
  if (!isObject(one) || !isObject(other)) return 0;
  const level = one["level"] === other["level"] ? 0 : otherLevel;
  return distance(placeOf(one), placeOf(other)) + level;
};

const textOf =
  (...fields: readonly string[]) =>
  (element: Json): string | undefined => {
    if (!isObject(element)) return undefined;
    const values = fields.map((field) => element[field] ?? null);
    return values.every((value) => value === null) ? undefined : canonicalJson(values);
  };

/** What identifies a changed element without an id, most reliable first. */
const traits = [
  textOf("type", "kind", "entity", "text", "name", "room_id", "wall_id"),
  textOf("level", "x", "z", "room_id", "edge", "wall_id", "offset", "points", "from", "to"),
  textOf("type", "kind", "entity"),
];

/** Options for matching lists. */
export interface MatchOptions {
  /** Whether to match only by id and equal content. */
  readonly isStrict?: boolean;
  /** Known counterparts in the first list, by index in the second; undefined for a new element. */
  readonly known?: ReadonlyMap<number, number | undefined>;
}

/**
 * Matches elements by id, and those without an id by equal content. Unless strict, it then matches the rest, where at
 * least one of the two has no id, by type and position.
 */
export const matchLists = (
  before: readonly Json[],
  after: readonly Json[],
  { isStrict = false, known = new Map() }: MatchOptions = {},
): ElementPairs => {
  const pairs = new Pairs([before, after], known);
  // Among equal elements without an id, those at the same index match.
  for (const [at, element] of before.entries()) {
    const other = after[at];
    if (isObject(element) && pairs.isOpen(at, at) && deepEqual(element, other)) pairs.add(at, at);
  }
  if (pairs.forward.size === before.length && before.length === after.length) return pairs;
  // Among elements that share an id, unchanged ones match first.
  const ids = new Map<string, number>();
  for (const element of [...before, ...after]) {
    const id = idOf(element);
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  const needsContent = (element: Json): boolean => {
    const id = idOf(element);
    return id === undefined || (ids.get(id) ?? 0) > 2;
  };
  pairs.group((element) => (needsContent(element) ? canonicalJson(element) : undefined), true);
  pairs.group(idOf, true);
  for (const trait of isStrict ? [] : traits) pairs.group(trait, false);
  return pairs;
};
