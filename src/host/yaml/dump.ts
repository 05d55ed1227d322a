import { left, right, type Either } from "fp-ts/lib/Either.js";
import { Document, Pair, Scalar, YAMLMap, YAMLSeq, type Node, type ScalarTag } from "yaml";

import { dumpScalar } from "./dump-scalar.ts";
import { YamlProblem } from "./problem.ts";
import type { Json, YamlError, YamlLimits } from "./types.ts";

/**
 * Writes JSON as YAML that PyYAML's SafeLoader reads back as the same data.
 *
 * In: any JSON within `limits.yamlDepth` and `limits.yamlNodes`. Out: a text of at most
 * `limits.yamlBytes` bytes, or an `invalid` error that names the limit. Keys keep their order,
 * printable characters stay as they are, null is empty, and the lists in a mapping are not
 * indented, as PyYAML and Home Assistant write them. No line is folded.
 */
export const dumpYaml = (data: Json, limits: YamlLimits): Either<YamlError, string> => {
  try {
    const document = new Document(null, { customTags: [scalarTag] });
    document.contents = new Builder(limits).node(data, 0);
    const written = document.toString({ indentSeq: false, lineWidth: 0 });
    // The package leaves a blank after the dash of an empty item; no scalar ends with one.
    const text = written.replaceAll(/- $/gm, "-");
    if (Buffer.byteLength(text) > limits.yamlBytes) throw tooLong(limits);
    return right(text);
  } catch (error) {
    if (error instanceof YamlProblem) return left({ kind: "invalid", message: error.message });
    throw error;
  }
};

/** The finished text of a scalar, which the package's writer puts in its place as it is. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

// The package's own quoting is made for YAML 1.2 and its own reader, so it sees no bare value.
const scalarTag: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value: unknown) => value instanceof Written,
  resolve: (text) => text,
  stringify: ({ value }) => (value instanceof Written ? value.text : ""),
};

const tooLong = (limits: YamlLimits): YamlProblem =>
  new YamlProblem(`the text would be longer than yaml-bytes, ${limits.yamlBytes} bytes`);

class Builder {
  private readonly limits: YamlLimits;
  private nodes = 0;
  private units = 0;

  constructor(limits: YamlLimits) {
    this.limits = limits;
  }

  node(data: Json, depth: number): Node {
    this.count();
    if (data === null || typeof data !== "object") return this.scalar(data);
    if (depth >= this.limits.yamlDepth)
      throw new YamlProblem(`nested deeper than yaml-depth, ${this.limits.yamlDepth} levels`);
    if (isList(data)) {
      const list = new YAMLSeq<Node>();
      for (const item of data) list.items.push(this.node(item, depth + 1));
      return list;
    }
    const map = new YAMLMap<Node, Node>();
    for (const [key, value] of Object.entries(data)) {
      this.count();
      map.items.push(new Pair(this.scalar(key), this.node(value, depth + 1)));
    }
    return map;
  }

  private scalar(value: null | boolean | number | string): Node {
    const text = dumpScalar(value);
    this.units += text.length;
    // Before anything is put together, so that no text far beyond the limit is ever made.
    if (this.units > this.limits.yamlBytes) throw tooLong(this.limits);
    return new Scalar(new Written(text));
  }

  private count(): void {
    this.nodes += 1;
    if (this.nodes > this.limits.yamlNodes)
      throw new YamlProblem(`more values than yaml-nodes, ${this.limits.yamlNodes}`);
  }
}

const isList = (data: Json): data is readonly Json[] => Array.isArray(data);
