import { isMap, isSeq, type Pair, type YAMLMap } from "yaml";

import { offsetOf, tagOf, type Nodes, type Tree } from "../../server/yaml/nodes.ts";
import { YamlProblem } from "./problem.ts";
import { tags } from "../../server/yaml/scalars.ts";

/**
 * Replaces the merge keys (`<<`) of a mapping by the entries they bring, in the order in which
 * PyYAML lets the last of equal keys win: what is merged first, the first of a list of mappings
 * after the others, the mapping's own entries last. The mapping is changed in place, once, as
 * PyYAML does, so that one which merges itself comes to an end. `yamlDepth` bounds how many mappings
 * merge one another; `count` is called for every mapping and entry merged, so that merges of
 * merges stay bounded.
 */
export const flattenMerges = (
  map: YAMLMap,
  nodes: Nodes,
  depth: number,
  count: (source: Tree) => void,
): void => {
  const isMerge = (key: unknown): boolean => tagOf(nodes.at(key)) === tags.merge;
  if (!map.items.some(({ key }) => isMerge(key))) return;
  if (depth <= 0) throw new YamlProblem("too many mappings that merge one another", offsetOf(map));
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
  value: Tree,
  nodes: Nodes,
  depth: number,
  count: (source: Tree) => void,
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

const refused = (node: Tree, expected: string): YamlProblem =>
  new YamlProblem(`${expected} expected after "<<"`, offsetOf(node));
