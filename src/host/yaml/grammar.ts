import { YamlProblem } from "./problem.ts";
import { resolvePlain } from "./resolve.ts";
import { scanTokens } from "./scanner.ts";
import { addPair, mapNode, scalarNode, seqNode, type Tree, type TreeMap } from "./tree.ts";
import { readDocumentStart, readProperties, type Properties, type TagHandles } from "./prologue.ts";
import { TokenStream } from "./token-stream.ts";
import type { TokenKind } from "./tokens.ts";

/**
 * The one document of a text as a tree, or nothing where the text has none. The grammar is that
 * of PyYAML's parser: a tree comes out exactly where its composer makes one, and the same tree.
 */
export const readTree = (text: string, maxDepth: number): Tree | undefined => {
  const stream = new TokenStream(scanTokens(text, maxDepth));
  const start = readDocumentStart(stream);
  if (start === undefined) return undefined;
  const reader = new Reader(stream, start.handles, maxDepth);
  const root =
    start.explicit && stream.is(...documentBounds) ? reader.empty() : reader.node("block");
  if (stream.is("documentEnd")) stream.take();
  while (stream.is("documentEnd")) stream.take();
  if (stream.is("directive", "documentStart"))
    throw new YamlProblem("more than one document", stream.offset);
  if (!stream.is("streamEnd")) stream.fail("the end of the document");
  return root;
};

const documentBounds: readonly TokenKind[] = [
  "directive",
  "documentStart",
  "documentEnd",
  "streamEnd",
];
const afterItem: readonly TokenKind[] = ["blockEntry", "blockEnd"];
const afterIndentlessItem: readonly TokenKind[] = ["blockEntry", "key", "value", "blockEnd"];
const afterBlockPart: readonly TokenKind[] = ["key", "value", "blockEnd"];

type FlowEnd = "flowSequenceEnd" | "flowMappingEnd";

/** Where a node stands: `indentless` is a mapping's part, where a list needs no indentation. */
type Place = "block" | "indentless" | "flow";

class Reader {
  private readonly stream: TokenStream;
  private readonly handles: TagHandles;
  private readonly maxDepth: number;
  private readonly anchors = new Map<string, Tree>();
  private depth = 0;

  constructor(stream: TokenStream, handles: TagHandles, maxDepth: number) {
    this.stream = stream;
    this.handles = handles;
    this.maxDepth = maxDepth;
  }

  /** The null that stands where the text has no node. */
  empty(): Tree {
    return scalarNode("", resolvePlain(""), this.stream.offset);
  }

  node(place: Place): Tree {
    const { stream } = this;
    if (stream.is("alias")) return this.alias();
    const properties = readProperties(stream, this.handles);
    const { anchor, offset } = properties;
    if (anchor !== undefined && this.anchors.has(anchor))
      throw new YamlProblem(`anchor ${JSON.stringify(anchor)} is defined twice`, offset);
    if (place === "indentless" && stream.is("blockEntry"))
      return this.inside(() => this.items(properties, afterIndentlessItem, false));
    if (stream.is("plain", "quoted", "block")) return this.scalar(properties);
    if (stream.is("flowSequenceStart")) return this.inside(() => this.flowSequence(properties));
    if (stream.is("flowMappingStart")) return this.inside(() => this.flowMapping(properties));
    if (place !== "flow" && stream.is("blockSequenceStart")) {
      stream.take();
      return this.inside(() => this.items(properties, afterItem, true));
    }
    if (place !== "flow" && stream.is("blockMappingStart"))
      return this.inside(() => this.blockMapping(properties));
    if (anchor === undefined && properties.tag === undefined) return stream.fail("a value");
    const tag = properties.tag ?? "!";
    return this.anchored(properties, scalarNode("", tag === "!" ? resolvePlain("") : tag, offset));
  }

  private alias(): Tree {
    const { value, start } = this.stream.take();
    const node = this.anchors.get(value);
    if (node === undefined)
      throw new YamlProblem(`alias ${JSON.stringify(value)} has no anchor before it`, start);
    return node;
  }

  private anchored<Node extends Tree>({ anchor }: Properties, node: Node): Node {
    if (anchor !== undefined) this.anchors.set(anchor, node);
    return node;
  }

  private inside(read: () => Tree): Tree {
    this.depth += 1;
    if (this.depth > this.maxDepth)
      throw new YamlProblem(
        `nested deeper than yaml-depth, ${this.maxDepth} levels`,
        this.stream.offset,
      );
    const node = read();
    this.depth -= 1;
    return node;
  }

  private scalar(properties: Properties): Tree {
    const { kind, value } = this.stream.take();
    const { tag, offset } = properties;
    // The lone `!` makes PyYAML resolve even a quoted scalar as if it were plain.
    const plain = tag === "!" || (tag === undefined && kind === "plain");
    const resolved = plain ? resolvePlain(value) : (tag ?? quotedTag);
    return this.anchored(properties, scalarNode(value, resolved, offset));
  }

  private items(properties: Properties, ends: readonly TokenKind[], closed: boolean): Tree {
    const { stream } = this;
    const list = this.anchored(properties, seqNode(properties.collectionTag, properties.offset));
    while (stream.is("blockEntry")) {
      stream.take();
      list.items.push(stream.is(...ends) ? this.empty() : this.node("block"));
    }
    if (closed) stream.expect("blockEnd", "a list item");
    return list;
  }

  private blockMapping(properties: Properties): Tree {
    const { stream } = this;
    const map = this.anchored(properties, mapNode(properties.collectionTag, properties.offset));
    stream.take();
    while (stream.is("key")) {
      const key = this.part(afterBlockPart, "indentless");
      const value = stream.is("value") ? this.part(afterBlockPart, "indentless") : this.empty();
      addPair(map, key, value);
    }
    stream.expect("blockEnd", "a mapping key");
    return map;
  }

  /** What follows a `key` or `value` token: a node, or null before one of `ends`. */
  private part(ends: readonly TokenKind[], place: Place): Tree {
    this.stream.take();
    return this.stream.is(...ends) ? this.empty() : this.node(place);
  }

  private flowPair(map: TreeMap, end: FlowEnd): void {
    const { stream } = this;
    const key = this.part(["value", "flowEntry", end], "flow");
    const value = stream.is("value") ? this.part(["flowEntry", end], "flow") : this.empty();
    addPair(map, key, value);
  }

  private flowEntries(end: FlowEnd, entry: () => void): void {
    const { stream } = this;
    stream.take();
    for (let first = true; !stream.is(end); first = false) {
      if (!first) stream.expect("flowEntry", '"," or the end of the collection');
      if (stream.is(end)) break;
      entry();
    }
    stream.take();
  }

  private flowSequence(properties: Properties): Tree {
    const list = this.anchored(properties, seqNode(properties.collectionTag, properties.offset));
    this.flowEntries("flowSequenceEnd", () => {
      list.items.push(this.stream.is("key") ? this.lonePair() : this.node("flow"));
    });
    return list;
  }

  private lonePair(): Tree {
    return this.inside(() => {
      const map = mapNode(undefined, this.stream.offset);
      this.flowPair(map, "flowSequenceEnd");
      return map;
    });
  }

  private flowMapping(properties: Properties): Tree {
    const map = this.anchored(properties, mapNode(properties.collectionTag, properties.offset));
    this.flowEntries("flowMappingEnd", () => {
      if (this.stream.is("key")) this.flowPair(map, "flowMappingEnd");
      else addPair(map, this.node("flow"), this.empty());
    });
    return map;
  }
}

const quotedTag = "tag:yaml.org,2002:str";
