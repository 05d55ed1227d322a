import { noChange } from "lit";
import { type ChildPart, Directive, directive } from "lit/directive.js";
import { insertPart, removePart, setChildPartValue } from "lit/directive-helpers.js";

/** An element of a layer. */
export interface LayerItem {
  /** Its name, which no other one of the layer has. */
  readonly key: string;
  /** What its drawing depends on; while all of it is identical, its nodes stay as they are. */
  readonly causes: readonly unknown[];
  readonly draw: () => unknown;
}

interface Row {
  readonly key: string;
  readonly part: ChildPart;
  causes: readonly unknown[];
}

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};

/** Keeps the nodes of each item by its key: a drag passes thousands of them at every frame, and changes one. */
class LayerDirective extends Directive {
  #rows: readonly Row[] = [];

  override render(_: readonly LayerItem[]): unknown {
    return noChange;
  }

  override update(container: ChildPart, [items]: [readonly LayerItem[]]): unknown {
    const rows = this.#rows;
    if (items.length !== rows.length || items.some(({ key }, at) => rows[at]?.key !== key))
      this.#rows = this.#arranged(container, items);
    this.#rows.forEach((row, at) => {
      const item = items[at];
      if (item === undefined || areSame(row.causes, item.causes)) return;
      row.causes = item.causes;
      setChildPartValue(row.part, item.draw());
    });
    return noChange;
  }

  /** The rows in the order of the items; put there from the last to the first, and what is in order stays. */
  #arranged(container: ChildPart, items: readonly LayerItem[]): readonly Row[] {
    const wanted = new Set(items.map(({ key }) => key));
    const known = new Map(this.#rows.map((row) => [row.key, row] as const));
    const left = this.#rows.filter(({ key }) => wanted.has(key));
    for (const { key, part } of this.#rows) if (!wanted.has(key)) removePart(part);
    const moved = new Set<Row | undefined>();
    const rows: Row[] = [];
    for (const { key } of items.toReversed()) {
      const next = rows.at(-1)?.part;
      while (moved.has(left.at(-1))) left.pop();
      const row = known.get(key);
      if (row === undefined) rows.push({ key, part: insertPart(container, next), causes: [] });
      else {
        rows.push(row);
        if (row === left.at(-1)) left.pop();
        else {
          insertPart(container, next, row.part);
          moved.add(row);
        }
      }
    }
    return rows.toReversed();
  }
}

/** Draws the items of a layer in their order; a new revision touches the nodes of what has changed, and no others. */
export const drawLayer = directive(LayerDirective);
