import { type Either, left, right } from "fp-ts/lib/Either.js";
import { Document, type Node, Pair, Scalar, type ScalarTag, YAMLMap, YAMLSeq } from "yaml";
import { dumpScalar } from "../../host/yaml/dump-scalar.ts";
import { YamlProblem } from "../../host/yaml/problem.ts";
import { parseWithin } from "../../host/yaml/size.ts";
import type { Json, YamlError, YamlLimits } from "./types.ts";

/**
 * Writes the data of JSON as YAML that PyYAML's SafeLoader reads back as the same data.
 *
 * In: a text of any JSON within `limits.yamlDepth` and `limits.yamlNodes`. Out: a text of at most
 * `limits.yamlBytes` bytes, or an `invalid` error that names the limit. Keys keep their order,
 * printable characters stay as they are, null is empty, and the lists in a mapping are not
 * indented, as PyYAML and Home Assistant write them. No line is folded.
 */
export const dumpYaml = (json: string, limits: YamlLimits): Either<YamlError, string> => {
  try {
    const data = parseWithin(json, limits);
    const document = new Document(null, { customTags: [scalarTag] });
    document.contents = nodeOf(data);
    const written = document.toString({ indentSeq: false, lineWidth: 0 });
    // The package leaves a blank after the dash of an empty item; no scalar ends with one.
    const text = written.replaceAll(/- $/gm, "-");
    if (Buffer.byteLength(text) > limits.yamlBytes)
      throw new YamlProblem(`the text would be longer than yaml-bytes, ${limits.yamlBytes} bytes`);
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

const nodeOf = (data: Json): Node => {
  if (data === null || typeof data !== "object") return scalar(data);
  if (isList(data)) {
    const list = new YAMLSeq<Node>();
    for (const item of data) list.items.push(nodeOf(item));
    return list;
  }
  const map = new YAMLMap<Node, Node>();
  for (const [key, value] of Object.entries(data))
    map.items.push(new Pair(scalar(key), nodeOf(value)));
  return map;
};

const scalar = (value: null | boolean | number | string): Node =>
  new Scalar(new Written(dumpScalar(value)));

const isList = (data: Json): data is readonly Json[] => Array.isArray(data);
