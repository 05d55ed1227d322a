import { isMap, isScalar, isSeq, type Pair, type ParsedNode } from "yaml";
import { flattenMerges, Nodes, offsetOf, tagOf, textOf, type YamlNode } from "./nodes.ts";
import { pythonFloat, readFloat, readInt, tags } from "./scalars.ts";
import { type Json, type YamlLimits, YamlProblem } from "./types.ts";

/**
 * The JSON that a tree stands for. Every use of an alias counts against `yamlNodes`, and scalar text against
 * `yamlBytes`, so a few aliases cannot expand without bound.
 */
export const constructJson = (root: ParsedNode, limits: YamlLimits): Json =>
  new Constructor(new Nodes(root), limits).value(root, 0);

/** A mapping key: its identity by Python's rules, and its text in JSON. */
type Key = { readonly identity: string; readonly text: string };

class Constructor {
  private readonly nodes: Nodes;
  private readonly limits: YamlLimits;
  private counted = 0;
  private units = 0;
  private readonly open = new Set<YamlNode>();

  constructor(nodes: Nodes, limits: YamlLimits) {
    this.nodes = nodes;
    this.limits = limits;
  }

  value(place: unknown, depth: number): Json {
    const node = this.nodes.at(place);
    this.count(node);
    switch (tagOf(node)) {
      case tags.null:
        this.text(node);
        return null;
      case tags.bool:
        return this.boolean(node);
      case tags.int:
        return this.safeInteger(node);
      case tags.float:
        return this.finite(node);
      case tags.str:
        return this.text(node);
      case tags.timestamp:
        return this.timestamp(node);
      case tags.seq:
        return this.inside(node, depth, () => this.list(node, depth + 1));
      case tags.map:
        return this.inside(node, depth, () => this.mapping(node, depth + 1));
      case tags.set:
        return this.inside(node, depth, () => this.set(node, depth + 1));
      case tags.omap:
      case tags.pairs:
        return this.inside(node, depth, () => this.pairs(node, depth + 1));
      case tags.merge:
      case tags.value:
        throw problem(node, '"<<" and "=" are allowed only as keys');
      default:
        throw problem(node, `${shortTag(tagOf(node))} cannot be represented in JSON`);
    }
  }

  private count(node: YamlNode): void {
    this.counted += 1;
    if (this.counted > this.limits.yamlNodes)
      throw problem(
        node,
        `more values than yaml-nodes, ${this.limits.yamlNodes}, with aliases expanded`,
      );
  }

  private inside<T>(node: YamlNode, depth: number, construct: () => T): T {
    if (depth >= this.limits.yamlDepth)
      throw problem(node, `nested deeper than yaml-depth, ${this.limits.yamlDepth} levels`);
    if (this.open.has(node)) throw problem(node, "a list or mapping that contains itself");
    this.open.add(node);
    const value = construct();
    this.open.delete(node);
    return value;
  }

  private list(node: YamlNode, depth: number): readonly Json[] {
    if (!isSeq(node)) throw problem(node, "expected a list");
    return node.items.map((item) => this.value(item, depth));
  }

  private mapping(node: YamlNode, depth: number): Json {
    const entries = new Map<string, [string, Json]>();
    for (const { key, value } of this.merged(node)) {
      const { identity, text } = this.key(key);
      const constructed = this.value(value, depth);
      // As in a Python dict, the first of equal keys keeps its place and the last value wins.
      entries.set(identity, [entries.get(identity)?.[0] ?? text, constructed]);
    }
    return Object.fromEntries(entries.values());
  }

  private set(node: YamlNode, depth: number): Json {
    const members = this.mapping(node, depth);
    return Object.fromEntries(Object.keys(members ?? {}).map((key) => [key, null]));
  }

  private pairs(node: YamlNode, depth: number): Json {
    if (!isSeq(node)) throw problem(node, "expected a list of pairs");
    return node.items.map((item) => {
      const map = this.nodes.at(item);
      const pair = isMap(map) && map.items.length === 1 ? map.items[0] : undefined;
      if (pair === undefined) throw problem(map, "expected a mapping with one entry");
      this.count(map);
      return [this.value(pair.key, depth + 1), this.value(pair.value, depth + 1)];
    });
  }

  private merged(node: YamlNode): readonly Pair[] {
    if (!isMap(node)) throw problem(node, "expected a mapping");
    flattenMerges(node, this.nodes, this.limits.yamlDepth, (merged) => this.count(merged));
    return node.items;
  }

  private key(place: unknown): Key {
    const node = this.nodes.at(place);
    this.count(node);
    switch (tagOf(node)) {
      case tags.null:
        this.text(node);
        return { identity: "null", text: "null" };
      case tags.bool: {
        const value = this.boolean(node);
        return { identity: value ? "number 1" : "number 0", text: String(value) };
      }
      case tags.int: {
        const value = this.integer(node).toString();
        return { identity: `number ${value}`, text: value };
      }
      case tags.float: {
        const value = this.finite(node);
        const number = Number.isInteger(value) ? BigInt(value) : value;
        return { identity: `number ${number}`, text: pythonFloat(value) };
      }
      case tags.timestamp:
        return stringKey(this.timestamp(node));
      case tags.str:
        return stringKey(this.text(node));
      // A lone `=` is a string only as a key.
      case tags.value:
        return stringKey(this.text(node));
      case tags.seq:
      case tags.map:
      case tags.set:
      case tags.omap:
      case tags.pairs:
        throw problem(node, "a list or mapping cannot be a key");
      default:
        throw problem(node, `${shortTag(tagOf(node))} cannot be a key`);
    }
  }

  private text(node: YamlNode, depth = 0): string {
    if (isScalar(node)) {
      const text = textOf(node);
      this.units += text.length;
      if (this.units > this.limits.yamlBytes)
        throw problem(
          node,
          `longer than yaml-bytes, ${this.limits.yamlBytes}, with aliases expanded`,
        );
      return text;
    }
    // PyYAML reads a mapping tagged as a scalar as the value of its `=` key.
    const pair = isMap(node)
      ? node.items.find(({ key }) => tagOf(this.nodes.at(key)) === tags.value)
      : undefined;
    if (pair === undefined || depth > this.limits.yamlDepth)
      throw problem(node, `expected a scalar after ${shortTag(tagOf(node))}`);
    return this.text(this.nodes.at(pair.value), depth + 1);
  }

  private boolean(node: YamlNode): boolean {
    const text = this.text(node);
    const value = booleans.get(text.toLowerCase());
    if (value === undefined) throw problem(node, `${quote(text)} is not a boolean`);
    return value;
  }

  private integer(node: YamlNode): bigint {
    const text = this.text(node);
    const value = readInt(text);
    if (value === undefined) throw problem(node, `${quote(text)} is not an integer`);
    if (value > keptDigits || value < -keptDigits)
      throw problem(node, `the integer ${quote(text)} is too long`);
    return value;
  }

  private safeInteger(node: YamlNode): number {
    const exact = this.integer(node);
    const value = Number(exact);
    if (Number.isSafeInteger(value)) return value;
    const shown = quote(exact.toString());
    throw problem(node, `the integer ${shown} is beyond 2^53 - 1, and JSON would lose digits`);
  }

  private finite(node: YamlNode): number {
    const text = this.text(node);
    const value = readFloat(text);
    if (value === undefined) throw problem(node, `${quote(text)} is not a number`);
    if (!Number.isFinite(value)) throw problem(node, `${quote(text)} is not a number in JSON`);
    return value;
  }

  private timestamp(node: YamlNode): string {
    const text = isScalar(node) ? this.text(node) : "";
    if (!timestampPattern.test(text)) throw problem(node, `${quote(text)} is not a timestamp`);
    return text;
  }
}

const stringKey = (text: string): Key => ({ identity: `string ${text}`, text });

/** Keys need not fit a double, but turning millions of digits into text takes too long. */
const keptDigits = 10n ** 4_300n;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
  ["true", true],
  ["false", false],
  ["on", true],
  ["off", false],
]);

const timestampPattern =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)?\n?$/;

const problem = (node: YamlNode, message: string): YamlProblem =>
  new YamlProblem(message, offsetOf(node));

const quote = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);

const shortTag = (tag: string): string => tag.replace(/^tag:yaml\.org,2002:/, "!!");
