import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { resolvePlain, tags } from "./scalars.ts";

/** A node of the `yaml` package that is no alias. */
export type Tree = Scalar | YAMLMap | YAMLSeq;

/** An entry of a mapping, as the package has it. */
export type Entry = Pair;

/** Where a node starts, in UTF-16 units. */
export const offsetOf = (node: Tree): number | undefined => node.range?.[0];

/** The tag that PyYAML gives a node: the one written before it, or that of what it looks like. */
export const tagOf = (node: Tree): string => {
  if (isMap(node)) return node.tag ?? tags.map;
  if (isSeq(node)) return node.tag ?? tags.seq;
  // The lone `!` makes PyYAML resolve even a quoted scalar as if it were plain.
  const isPlain = node.tag === "!" || (node.tag === undefined && node.type === Scalar.PLAIN);
  return isPlain ? resolvePlain(textOf(node)) : (node.tag ?? tags.str);
};

/** What a scalar says, without its quotes or indentation. */
export const textOf = (node: Scalar): string => node.source ?? "";

/** Follows the aliases of a text, none of which comes before its anchor. */
export class Nodes {
  private readonly anchored = new Map<string, Tree>();

  constructor(root: unknown) {
    this.collect(root);
  }

  /** The node that stands here, an alias standing for what it names and nothing for a null. */
  at(node: unknown): Tree {
    if (isScalar(node) || isMap(node) || isSeq(node)) return node;
    const named = isAlias(node) ? this.anchored.get(node.source) : emptyNode();
    if (named === undefined) throw new Error("an alias of a YAML text has no anchor");
    return named;
  }

  private collect(node: unknown): void {
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return;
    if (node.anchor !== undefined) this.anchored.set(node.anchor, node);
    if (isSeq(node)) for (const item of node.items) this.collect(item);
    if (isMap(node))
      for (const { key, value } of node.items) {
        this.collect(key);
        this.collect(value);
      }
  }
}

const emptyNode = (): Scalar => {
  const node = new Scalar("");
  node.type = Scalar.PLAIN;
  return node;
};
