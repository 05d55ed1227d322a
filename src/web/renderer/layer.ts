import { noChange } from "lit";
import { type ChildPart, Directive, directive } from "lit/directive.js";
import { insertPart, removePart, setChildPartValue } from "lit/directive-helpers.js";
import { longestIncreasing } from "../../model/arrangement.ts";
import type { LayerItem } from "./options.ts";

type Items = () => readonly LayerItem[];

interface Row {
  readonly key: string;
  /** Undefined until first drawn; the last rows of a large new layer are deferred. */
  part: ChildPart | undefined;
  causes: readonly unknown[];
}

/**
 * The most items that all layers draw at once; more are drawn in turns, so that the first ones appear early and the page
 * answers meanwhile.
 */
const maxAtOnce = 300;

/** Milliseconds of drawing per turn: the browser takes twice as long to style, lay out and paint what was drawn. */
const turnMs = 40;

/**
 * The pause after a turn as a multiple of the time that the browser took to lay out and paint, and its most milliseconds. So
 * long it goes on to rasterize, during which the next frame would wait for it.
 */
const [pause, mostPauseMs] = [2, 400];

/** Causes of an item not drawn yet, identical to no others. */
const undrawn: readonly unknown[] = [{}];

/** Whether two lists have identical values. */
export const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};

/** Draws until a time of the page's clock in milliseconds; returns whether everything is drawn. */
interface Drawing {
  readonly draw: (end: number) => boolean;
}

/** Incomplete layers of this page, the next one first. */
const unfinished = new Set<Drawing>();
let isTurnDue = false;

/** Draws after the next frame, in which the browser shows what is already drawn: two turns in one would make it a long one. */
const turnLater = (): void => {
  if (isTurnDue || unfinished.size === 0) return;
  isTurnDue = true;
  requestAnimationFrame((began) =>
    setTimeout(() =>
      setTimeout(takeTurn, Math.min(mostPauseMs, pause * (performance.now() - began))),
    ),
  );
};

const takeTurn = (): void => {
  isTurnDue = false;
  const end = performance.now() + turnMs;
  try {
    for (const layer of unfinished) {
      unfinished.delete(layer);
      if (layer.draw(end)) continue;
      unfinished.add(layer);
      return;
    }
  } finally {
    // A failing layer does not stop the others.
    turnLater();
  }
};

const drawInTurns = (layer: Drawing): void => {
  unfinished.add(layer);
  turnLater();
};

/** How many items were drawn at once in this task. */
let drawnNow = 0;

/** Whether so many items more may be drawn at once; counts them. */
const mayDraw = (many: number): boolean => {
  if (drawnNow + many > maxAtOnce) return false;
  drawnNow += many;
  setTimeout(() => (drawnNow = 0));
  return true;
};

/** Keeps each item's nodes by key: during a drag, thousands of items are compared per frame and one is redrawn. */
class LayerDirective extends Directive {
  #rows: readonly Row[] = [];
  #sharedInputs: readonly unknown[] = [];
  /** The deferred comparison of the items, until done. */
  #begin: (() => void) | undefined;
  /** Items still to be drawn, the next one last. */
  #due: (() => void)[] = [];

  /** Used without a document, where there are no nodes to keep. */
  override render(items: Items, _many: number, _sharedInputs: readonly unknown[]): unknown {
    return items().map((item) => item.draw());
  }

  override update(
    container: ChildPart,
    [items, many, sharedInputs]: [Items, number, readonly unknown[]],
  ): unknown {
    this.#begin = () => this.#look(container, items(), sharedInputs);
    // For a large new layer, the comparison is deferred as well.
    if (many <= maxAtOnce || this.#rows.length > 0) this.#start();
    if (this.#begin === undefined && mayDraw(this.#due.length)) this.draw(Infinity);
    else drawInTurns(this);
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

  /** Finds the items to draw. */
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

  /** Sorts the rows like the items, moving as few as possible. */
  #arranged(container: ChildPart, items: readonly LayerItem[]): readonly Row[] {
    const places = new Map(items.map(({ key }, at) => [key, at] as const));
    const drawn = this.#rows.filter(({ part }) => part !== undefined);
    if (drawn.length === 0) return items.map(({ key }) => ({ key, part: undefined, causes: [] }));
    const left = drawn.filter(({ key }) => places.has(key));
    for (const { key, part } of drawn) if (part !== undefined && !places.has(key)) removePart(part);
    const staying = longestIncreasing(left.map(({ key }) => places.get(key) ?? 0));
    const known = new Map(left.map((row, at) => [row.key, { row, stays: staying.has(at) }]));
    const rows: Row[] = [];
    // From last to first, since nodes are inserted before their successor.
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

/**
 * Draws the items of a layer (about `many`) in order, in a manner common to all. A new revision touches only the nodes
 * of changed items.
 */
export const drawLayer = directive(LayerDirective);
