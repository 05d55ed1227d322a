import type { OutlineNode } from "../../canvas/inspector/outline-tree.ts";

/** A node of the outline that is in sight. */
export interface OutlineRow {
  readonly node: OutlineNode;
  /** How deep it lies; 1 is the top. */
  readonly level: number;
  /** Whether what is below it is in sight; undefined where there is nothing below. */
  readonly isOpen: boolean | undefined;
}

/** As many as a person reads through; what is searched for longer is found sooner. */
const mostFound = 200;

/** The rows in sight, and how many more a search has found. */
export interface OutlineRows {
  readonly rows: readonly OutlineRow[];
  readonly more: number;
}

/**
 * The rows in sight. Without a search those whose parents are open; with one those that match,
 * below their parents, the first 200 of them.
 */
export const rowsOf = (
  nodes: readonly OutlineNode[],
  open: ReadonlyMap<string, boolean>,
  search: string,
  wordsOf: (node: OutlineNode) => string,
): OutlineRows => {
  let found = 0;
  const matches = (node: OutlineNode): boolean =>
    wordsOf(node).toLocaleLowerCase().includes(search);
  const below = (all: readonly OutlineNode[], level: number): readonly OutlineRow[] =>
    all.flatMap((node): readonly OutlineRow[] => {
      const hasChildren = node.children.length > 0;
      if (search === "") {
        const isOpen = hasChildren ? (open.get(node.id) ?? level === 1) : undefined;
        return [
          { node, level, isOpen },
          ...(isOpen === true ? below(node.children, level + 1) : []),
        ];
      }
      const isMatch = matches(node);
      if (isMatch) found += 1;
      const isFound = isMatch && found <= mostFound;
      const inside = below(node.children, level + 1);
      if (!isFound && inside.length === 0) return [];
      return [{ node, level, isOpen: inside.length > 0 ? true : undefined }, ...inside];
    });
  const rows = below(nodes, 1);
  return { rows, more: Math.max(0, found - mostFound) };
};

/** The row to which a key leads from another one, in a tree; nothing for other keys. */
export const rowAfter = (
  rows: readonly OutlineRow[],
  at: number,
  key: string,
): string | undefined => {
  const parent = rows.findLastIndex(
    ({ level }, position) => position < at && level < (rows[at]?.level ?? 0),
  );
  const to: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    ArrowRight: rows[at]?.isOpen === true ? at + 1 : at,
    ArrowLeft: parent === -1 ? at : parent,
    Home: 0,
    End: rows.length - 1,
  };
  const position = to[key];
  return position === undefined ? undefined : rows[position]?.node.id;
};
