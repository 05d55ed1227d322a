import assert from "node:assert/strict";

const token =
  /[ \t\n\r]*("(?:[^"\\]|\\[^])*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|[{}[\],:])/y;

/** The tokens of JSON, white space left out; undefined where the text has none, or something else. Whether they follow JSON's grammar is not asked. */
export const tokensOf = (text: string): string[] | undefined => {
  const tokens: string[] = [];
  token.lastIndex = 0;
  let at = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    tokens.push(found[1] ?? "");
    at = token.lastIndex;
  }
  return tokens.length > 0 && /^[ \t\n\r]*$/.test(text.slice(at)) ? tokens : undefined;
};

/** A member of an object, or an element of a list. */
export interface Part {
  /** The key's text; the position in a list. */
  readonly key: string;
  /** Its first token: the key's, or the value's in a list. */
  readonly from: number;
  readonly node: Node;
}

/** A value in a sequence of tokens. Unlike parsed JSON it has all that stands there, duplicates too. */
export interface Node {
  /** First token, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly kind: "object" | "list" | "value";
  readonly parts: readonly Part[];
}

const keyOf = (text: string): string =>
  text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);

/** Reads the tokens of a text that is known to be JSON. */
export const treeOf = (tokens: readonly string[], from = 0): Node => {
  const opening = tokens[from];
  if (opening !== "{" && opening !== "[") return { from, to: from + 1, kind: "value", parts: [] };
  const isObject = opening === "{";
  const parts: Part[] = [];
  let at = from + 1;
  while (tokens[at] !== "}" && tokens[at] !== "]") {
    if (tokens[at] === ",") at += 1;
    const start = at;
    const node = treeOf(tokens, isObject ? at + 2 : at);
    const key = isObject ? keyOf(tokens[start] ?? "") : String(parts.length);
    parts.push({ key, from: start, node });
    at = node.to;
  }
  return { from, to: at + 1, kind: isObject ? "object" : "list", parts };
};

/** All values in a tree, itself included. */
export const allNodes = (node: Node): readonly Node[] => {
  const found = [node];
  // What is found is looked into in turn.
  for (const each of found) for (const part of each.parts) found.push(part.node);
  return found;
};

/** The tokens of a text that must have some. */
export const tokensIn = (text: string): string[] => {
  const tokens = tokensOf(text);
  assert(tokens !== undefined, "the text has tokens");
  return tokens;
};
