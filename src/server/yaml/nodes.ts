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
import { YamlProblem } from "./types.ts";

/** A node of the `yaml` package other than an alias. */
export type YamlNode = Scalar | YAMLMap | YAMLSeq;

export type YamlPair = Pair;

export const offsetOf = (node: YamlNode): number | undefined => node.range?.[0];

/** The tag that PyYAML gives a node: the explicit one, or the one its text resolves to. */
export const tagOf = (node: YamlNode): string => {
  if (isMap(node)) return node.tag ?? tags.map;
  if (isSeq(node)) return node.tag ?? tags.seq;
  // A lone `!` makes PyYAML resolve even a quoted scalar as if it were plain.
  const isPlain = node.tag === "!" || (node.tag === undefined && node.type === Scalar.PLAIN);
  return isPlain ? resolvePlain(textOf(node)) : (node.tag ?? tags.str);
};

/** The content of a scalar, without quotes or indentation. */
export const textOf = (node: Scalar): string => node.source ?? "";

/** Resolves the aliases of a text, each of which follows its anchor. */
export class Nodes {
  private readonly anchored = new Map<string, YamlNode>();

  constructor(root: unknown) {
    this.collect(root);
  }

  /** The node at a place: an alias's target, or a null for nothing. */
  at(node: unknown): YamlNode {
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

/**
 * Replaces the merge keys (`<<`) of a mapping by the entries they bring, in the order in which PyYAML lets the last of
 * equal keys win: merged entries first (of a list of mappings the first one last), then the mapping's own. Changes the
 * mapping in place, once, as PyYAML does, so a mapping that merges itself ends. `yamlDepth` bounds merges of merges;
 * `count` is called for every mapping and entry merged.
 */
export const flattenMerges = (
  map: YAMLMap,
  nodes: Nodes,
  depth: number,
  count: (source: YamlNode) => void,
): void => {
  const isMerge = (key: unknown): boolean => tagOf(nodes.at(key)) === tags.merge;
  if (!map.items.some(({ key }) => isMerge(key))) return;
  if (depth <= 0) throw new YamlProblem("too many nested merges", offsetOf(map));
  const merged: Pair[] = [];
  for (let index = 0; index < map.items.length;) {
    const pair = map.items[index];
    if (pair === undefined || !isMerge(pair.key)) {
      index += 1;
      continue;
    }
    map.items.splice(index, 1);
    for (const source of mergeSources(nodes.at(pair.value), nodes, depth, count).toReversed())
      for (const item of source) merged.push(item);
  }
  map.items = [...merged, ...map.items];
};

const mergeSources = (
  value: YamlNode,
  nodes: Nodes,
  depth: number,
  count: (source: YamlNode) => void,
): readonly Pair[][] => {
  const entriesOf = (source: YAMLMap): Pair[] => {
    flattenMerges(source, nodes, depth - 1, count);
    count(source);
    for (const { key } of source.items) count(nodes.at(key));
    return source.items;
  };
  if (isMap(value)) return [[...entriesOf(value)]];
  if (!isSeq(value)) throw refused(value, "a mapping or a list of mappings");
  return value.items.map((place) => {
    const item = nodes.at(place);
    if (!isMap(item)) throw refused(item, "a mapping");
    return entriesOf(item);
  });
};

const refused = (node: YamlNode, expected: string): YamlProblem =>
  new YamlProblem(`expected ${expected} after "<<"`, offsetOf(node));
