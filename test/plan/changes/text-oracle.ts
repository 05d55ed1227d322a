import assert from "node:assert/strict";
import { type Node, tokensIn, treeOf } from "../raw-json/json-tree.ts";

/**
 * JSON Patch (RFC 6902) on texts, in the plainest way: a tree of all that is written, changed in place. Keys, numbers and
 * escapes keep their text, which libraries, with parsed values, lose.
 */

/** A member: its name, its key as written, and its value. */
interface Member {
  readonly name: string;
  readonly key: string;
  value: Tree;
}

type Tree =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly elements: Tree[] }
  | { readonly kind: "object"; members: Member[] };

const treeIn = (tokens: readonly string[], node: Node): Tree => {
  if (node.kind === "value") return { kind: "scalar", text: tokens[node.from] ?? "" };
  if (node.kind === "list")
    return { kind: "list", elements: node.parts.map((part) => treeIn(tokens, part.node)) };
  const members = node.parts.map((part) => ({
    name: part.key,
    key: tokens[part.from] ?? "",
    value: treeIn(tokens, part.node),
  }));
  return { kind: "object", members };
};

const parsed = (text: string): Tree => {
  const tokens = tokensIn(text);
  return treeIn(tokens, treeOf(tokens));
};

const written = (tree: Tree): string => {
  if (tree.kind === "scalar") return tree.text;
  if (tree.kind === "list") return `[${tree.elements.map(written).join(",")}]`;
  return `{${tree.members.map(({ key, value }) => `${key}:${written(value)}`).join(",")}}`;
};

/** A JSON text without white space between its tokens. */
export const compacted = (text: string): string => written(parsed(text));

/** The value of a member that counts: the last one of its name. */
const memberOf = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.kind === "object"
    ? tree.members.findLast((member) => member.name === name)?.value
    : undefined;

const stringOf = (tree: Tree | undefined): string => {
  assert(tree?.kind === "scalar", "an operation's names are texts");
  return String(JSON.parse(tree.text));
};

const tokensOfPointer = (pointer: string): readonly string[] => {
  assert(pointer === "" || pointer.startsWith("/"), "a pointer begins with /");
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replace(/~[01]/g, (escape) => (escape === "~1" ? "/" : "~")));
};

/** What is wrong with an operation. */
class Refused extends Error {}

const refuse = (): never => {
  throw new Refused("the operation cannot be done");
};

const positionIn = (elements: readonly Tree[], token: string, most: number): number => {
  const position = elements.findIndex((_, at) => String(at) === token);
  if (position !== -1) return position;
  return most === elements.length && (token === "-" || token === String(elements.length))
    ? elements.length
    : refuse();
};

const childOf = (tree: Tree, token: string): Tree => {
  if (tree.kind === "object") return memberOf(tree, token) ?? refuse();
  if (tree.kind === "scalar") return refuse();
  return tree.elements[positionIn(tree.elements, token, -1)] ?? refuse();
};

/** Each key once: where it stood first, with the member that counted. */
const withoutDuplicates = (members: readonly Member[]): Member[] => [
  ...new Map(members.map((member) => [member.name, member])).values(),
];

const isEqual = (one: Tree, other: Tree): boolean => {
  if (one.kind === "scalar" && other.kind === "scalar")
    return JSON.parse(one.text) === JSON.parse(other.text);
  if (one.kind === "list" && other.kind === "list")
    return (
      one.elements.length === other.elements.length &&
      one.elements.every((element, at) => isEqual(element, other.elements[at] ?? element))
    );
  if (one.kind !== "object" || other.kind !== "object") return false;
  const [first, second] = [withoutDuplicates(one.members), withoutDuplicates(other.members)];
  return (
    first.length === second.length &&
    first.every(({ name, value }) => {
      const own = memberOf(other, name);
      return own !== undefined && isEqual(value, own);
    })
  );
};

class Document {
  root: Tree;

  constructor(text: string) {
    this.root = parsed(text);
  }

  do(operation: Tree): void {
    const op = stringOf(memberOf(operation, "op"));
    const path = tokensOfPointer(stringOf(memberOf(operation, "path")));
    const value = memberOf(operation, "value");
    const from = (): readonly string[] => tokensOfPointer(stringOf(memberOf(operation, "from")));
    if (op === "remove") return this.#remove(path);
    if (op === "copy") return this.#add(path, parsed(written(this.#find(from()))));
    if (op === "move") return this.#move(from(), path);
    assert(value !== undefined, "the operation has a value");
    if (op === "add") return this.#add(path, value);
    if (op === "test") return void (isEqual(this.#find(path), value) || refuse());
    assert.equal(op, "replace");
    this.#find(path);
    if (path.length > 0) this.#remove(path, value);
    else this.root = value;
  }

  #find(path: readonly string[]): Tree {
    return path.reduce(childOf, this.root);
  }

  /** The container around a place; every object on the way is one that the operation changes. */
  #around(path: readonly string[]): Tree {
    const around = this.#find(path.slice(0, -1));
    path
      .slice(0, -1)
      .reduce((tree, token) => this.#changed(childOf(tree, token)), this.#changed(this.root));
    return around;
  }

  #changed(tree: Tree): Tree {
    if (tree.kind === "object") tree.members = withoutDuplicates(tree.members);
    return tree;
  }

  #add(path: readonly string[], value: Tree): void {
    const last = path.at(-1);
    if (last === undefined) return void (this.root = value);
    const around = this.#around(path);
    if (around.kind === "scalar") return refuse();
    if (around.kind === "list") {
      const { elements } = around;
      return void elements.splice(positionIn(elements, last, elements.length), 0, value);
    }
    const member = around.members.find(({ name }) => name === last);
    if (member === undefined) around.members.push({ name: last, key: JSON.stringify(last), value });
    else member.value = value;
  }

  /** Removes what is at a place, or puts something else there. */
  #remove(path: readonly string[], instead?: Tree): void {
    const last = path.at(-1) ?? refuse();
    this.#find(path);
    const around = this.#around(path);
    if (around.kind === "list") {
      const at = positionIn(around.elements, last, -1);
      return void around.elements.splice(at, 1, ...(instead === undefined ? [] : [instead]));
    }
    if (around.kind === "scalar") return refuse();
    if (instead === undefined) around.members = around.members.filter(({ name }) => name !== last);
    else for (const member of around.members) if (member.name === last) member.value = instead;
  }

  #move(from: readonly string[], path: readonly string[]): void {
    const value = this.#find(from);
    const isInside = from.length < path.length && from.every((token, at) => token === path[at]);
    if (isInside) return refuse();
    if (from.length === 0) return;
    this.#remove(from);
    this.#add(path, value);
  }
}

/** The text that a patch makes of another one; a number for the first operation that cannot be done. */
export const patched = (text: string, patch: string): string | number => {
  const document = new Document(text);
  const operations = parsed(patch);
  assert(operations.kind === "list", "a patch is a list");
  for (const [index, operation] of operations.elements.entries()) {
    try {
      document.do(operation);
    } catch (error) {
      if (error instanceof Refused) return index;
      throw error;
    }
  }
  return written(document.root);
};

/** The members of an object by name, as compact texts; the last one of a name counts. */
export const textsIn = (text: string): ReadonlyMap<string, string> => {
  const tree = parsed(text);
  assert(tree.kind === "object", "the text is an object");
  return new Map(tree.members.map(({ name, value }) => [name, written(value)]));
};
