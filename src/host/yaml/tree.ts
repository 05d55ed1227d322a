import { Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";

import { tags } from "./resolve.ts";

/**
 * A parsed text in the node model of the `yaml` package. Every node has its tag resolved and its
 * range set; the value of a scalar is its text. An alias is the very node it stands for.
 */
export type Tree = Scalar<string> | TreeSeq | TreeMap;
/** A list. */
export type TreeSeq = YAMLSeq<Tree>;
/** A mapping; its pairs always have a value node. */
export type TreeMap = YAMLMap<Tree, Tree>;

/** A scalar that starts `offset` units into the text. */
export const scalarNode = (text: string, tag: string, offset: number): Scalar<string> => {
  const node = new Scalar(text);
  node.tag = tag;
  node.range = [offset, offset, offset];
  return node;
};

/** An empty list; `tag` is absent where the text has none. */
export const seqNode = (tag: string | undefined, offset: number): TreeSeq => {
  const node: TreeSeq = new YAMLSeq();
  node.tag = tag ?? tags.seq;
  node.range = [offset, offset, offset];
  return node;
};

/** An empty mapping; `tag` is absent where the text has none. */
export const mapNode = (tag: string | undefined, offset: number): TreeMap => {
  const node: TreeMap = new YAMLMap();
  node.tag = tag ?? tags.map;
  node.range = [offset, offset, offset];
  return node;
};

/** Adds an entry as it is: neither duplicates nor merge keys are looked at yet. */
export const addPair = (map: TreeMap, key: Tree, value: Tree): void => {
  map.items.push(new Pair(key, value));
};

/** Where a node starts, in UTF-16 units. */
export const offsetOf = (node: Tree): number | undefined => node.range?.[0];
