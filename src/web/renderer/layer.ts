import { noChange } from "lit";
import { type ChildPart, Directive, directive } from "lit/directive.js";
import { insertPart, removePart, setChildPartValue } from "lit/directive-helpers.js";

/**
 * The places of the longest part of a list of different numbers that is in rising order already: whatever is not in
 * it has to be moved, and no more than that. Takes n·log n steps ("patience sorting").
 */
export const longestIncreasing = (numbers: readonly number[]): ReadonlySet<number> => {
  /** Of rising parts of each length, the place at which the one ends that ends lowest. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  });
  const places = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) places.add(at);
  return places;
};

/** An element of a layer. */
export interface LayerItem {
  /** Its name, which no other one of the layer has. */
  readonly key: string;
  /** What its drawing depends on beside the inputs that all items share; while all of it is identical, its nodes stay as they are. */
  readonly causes: readonly unknown[];
  readonly draw: () => unknown;
}

type Items = () => readonly LayerItem[];

interface Row {
  readonly key: string;
  /** Nothing until it is drawn for the first time, which the last rows of a layer that is new may wait for. */
  part: ChildPart | undefined;
  causes: readonly unknown[];
}

/** Up to how many items are drawn at once; of more nobody waits for the last one to see the first. */
const maxAtOnce = 800;

/** Milliseconds for which a page draws before it does what else there is to do. */
const turnMs = 50;

/** Milliseconds before the first of these turns, in which a browser shows what is drawn already. */
const frameMs = 20;

/** What has not been drawn yet was drawn for no reasons. */
const undrawn: readonly unknown[] = [{}];

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};

/** What draws until a time of the page's clock, in milliseconds, and says whether that was all. */
interface Drawing {
  readonly draw: (end: number) => boolean;
}

/** The layers of this page that are not drawn whole, the one first whose turn it is. */
const unfinished = new Set<Drawing>();
let turn: ReturnType<typeof setTimeout> | undefined;

const takeTurn = (): void => {
  turn = undefined;
  const end = performance.now() + turnMs;
  try {
    for (const layer of unfinished) {
      unfinished.delete(layer);
      if (layer.draw(end)) continue;
      unfinished.add(layer);
      return;
    }
  } finally {
    // What fails ends alone.
    if (unfinished.size > 0) turn = setTimeout(takeTurn);
  }
};

const drawInTurns = (layer: Drawing): void => {
  unfinished.add(layer);
  turn ??= setTimeout(takeTurn, frameMs);
};

/** Keeps the nodes of each item by its key: a drag passes thousands of them at every frame, and changes one. */
class LayerDirective extends Directive {
  #rows: readonly Row[] = [];
  #sharedInputs: readonly unknown[] = [];
  /** Looks through the items, as long as that has not been done. */
  #begin: (() => void) | undefined;
  /** What is still to be drawn, the next one last. */
  #due: (() => void)[] = [];

  /** Where there is no document, and so nothing to keep. */
  override render(items: Items, _many: number, _sharedInputs: readonly unknown[]): unknown {
    return items().map((item) => item.draw());
  }

  override update(
    container: ChildPart,
    [items, many, sharedInputs]: [Items, number, readonly unknown[]],
  ): unknown {
    this.#begin = () => this.#look(container, items(), sharedInputs);
    // Of what is new here and much nobody waits for the looking through, either.
    if (many <= maxAtOnce || this.#rows.length > 0) this.#start();
    if (this.#begin !== undefined || this.#due.length > maxAtOnce) drawInTurns(this);
    else this.draw(Infinity);
    return noChange;
  }

  draw(end: number): boolean {
    this.#start();
    for (let draw = this.#due.pop(); draw !== undefined; draw = this.#due.pop()) {
      draw();
      if (performance.now() >= end) return this.#due.length === 0;
    }
    return true;
  }

  #start(): void {
    this.#begin?.();
    this.#begin = undefined;
  }

  /** Finds out what is to be drawn. */
  #look(container: ChildPart, items: readonly LayerItem[], sharedInputs: readonly unknown[]): void {
    const rows = this.#rows;
    const isAlike = areSame(this.#sharedInputs, sharedInputs);
    this.#sharedInputs = sharedInputs;
    if (items.length !== rows.length || items.some(({ key }, at) => rows[at]?.key !== key))
      this.#rows = this.#arranged(container, items);
    this.#due = this.#rows.flatMap((row, at) => {
      const item = items[at];
      if (item === undefined || (isAlike && areSame(row.causes, item.causes))) return [];
      row.causes = undrawn;
      const draw = (): void => {
        row.causes = item.causes;
        row.part ??= insertPart(container);
        setChildPartValue(row.part, item.draw());
      };
      return [draw];
    });
    this.#due.reverse();
  }

  /** The rows in the order of the items; as few as possible are moved. */
  #arranged(container: ChildPart, items: readonly LayerItem[]): readonly Row[] {
    const places = new Map(items.map(({ key }, at) => [key, at] as const));
    const drawn = this.#rows.filter(({ part }) => part !== undefined);
    if (drawn.length === 0) return items.map(({ key }) => ({ key, part: undefined, causes: [] }));
    const left = drawn.filter(({ key }) => places.has(key));
    for (const { key, part } of drawn) if (part !== undefined && !places.has(key)) removePart(part);
    const staying = longestIncreasing(left.map(({ key }) => places.get(key) ?? 0));
    const known = new Map(left.map((row, at) => [row.key, { row, stays: staying.has(at) }]));
    const rows: Row[] = [];
    // From the last to the first, as a place is told by what comes behind it.
    for (const { key } of items.toReversed()) {
      const next = rows.at(-1)?.part;
      const found = known.get(key);
      if (found === undefined) {
        rows.push({ key, part: insertPart(container, next), causes: [] });
        continue;
      }
      if (!found.stays) insertPart(container, next, found.row.part);
      rows.push(found.row);
    }
    return rows.toReversed();
  }
}

/** Draws the items of a layer, of which there are about so many, in their order, from inputs that all of them share; a new revision touches the nodes of what has changed, and no others. */
export const drawLayer = directive(LayerDirective);
