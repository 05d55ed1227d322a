import { isUtf8 } from "node:buffer";
import { allNodes, type Node, type Part, tokensIn, treeOf } from "./json-tree.ts";
import type { Random } from "../../support/random.ts";

const signs = Array.from('{}[],:"\\/-+.eEu019 \t\n\r\u0000tfn', (sign) => Buffer.from(sign));

type OfBytes = (bytes: Buffer, random: Random) => Buffer;

const spliced = (bytes: Buffer, at: number, remove: number, insert: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);

/** Two places, the first not behind the second. */
const range = (bytes: Buffer, random: Random): readonly [number, number] => {
  const start = random.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + random.below(40))];
};

const ofBytes: Readonly<Record<string, OfBytes>> = {
  "a bit turned": (bytes, random) => {
    const at = random.below(bytes.length);
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  "a byte inserted": (bytes, random) =>
    spliced(bytes, random.below(bytes.length + 1), 0, Buffer.of(random.below(256))),
  "a sign inserted": (bytes, random) =>
    spliced(
      bytes,
      random.below(bytes.length + 1),
      random.below(2),
      signs[random.below(signs.length)] ?? bytes,
    ),
  "bytes deleted": (bytes, random) =>
    spliced(bytes, random.below(bytes.length + 1), 1 + random.below(4), Buffer.alloc(0)),
  "a range twice": (bytes, random) => {
    const [start, end] = range(bytes, random);
    return spliced(bytes, end, 0, bytes.subarray(start, end));
  },
  "ranges exchanged": (bytes, random) => {
    const [start, end] = range(bytes, random);
    const other = end + random.below(bytes.length - end + 1);
    const otherEnd = Math.min(bytes.length, other + random.below(40));
    return Buffer.concat([
      bytes.subarray(0, start),
      bytes.subarray(other, otherEnd),
      bytes.subarray(end, other),
      bytes.subarray(start, end),
      bytes.subarray(otherEnd),
    ]);
  },
  "cut off": (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
};

/** Spellings of numbers; some are beyond the range of a double. */
const oddNumbers = [
  ..."-0 0.0 1.0 1E2 1e+2 1e-2 100e-2 1e308 1e309 -1e309 1e-999 0e999 1e999 1e-999999999999".split(
    " ",
  ),
  "9".repeat(308),
  "9".repeat(309),
  `0.${"0".repeat(320)}1e321`,
  `1${"0".repeat(310)}e-310`,
];

const values = [
  ...'null true false 0 "" "a" [] {} [1] {"a":1} [[]] {"url":1} {"url":null} {"0":{"url":"u"}}'.split(
    " ",
  ),
  '{"a":{"url":2},"a":{}}',
  '["\\ud800","\\u0022","],}"]',
  '{"0":null,"1":{"url":{}}}',
];

const keys = [
  ...'"rev" "rooms" "backgrounds" "url" "furniture" "devices" "levels" "0" "" "__proto__"'.split(
    " ",
  ),
  ...'"r\\u0065v" "ro\\u006fms" "\\u0062ackgrounds" "u\\u0072l" "ＲＥＶ" "Rev" "\\"rev\\""'.split(
    " ",
  ),
];

type OfTokens = (tokens: readonly string[], tree: Node, random: Random) => readonly string[];

const blank = (random: Random): string =>
  [" ", "\n", "\t", "\r\n", "  ", "\n    "][random.below(6)] ?? " ";

const anyNode = (tree: Node, random: Random): Node => {
  const nodes = allNodes(tree);
  return nodes[random.below(nodes.length)] ?? tree;
};

const replaced = (tokens: readonly string[], { from, to }: Node, text: string): readonly string[] =>
  tokens.toSpliced(from, to - from, text);

/** An object with members, and one of them; the plan itself most of the time. */
const anyMember = (
  tree: Node,
  random: Random,
): { readonly object: Node; readonly member: Part } | undefined => {
  const objects = allNodes(tree).filter(({ kind, parts }) => kind === "object" && parts.length > 0);
  const object = random.below(2) === 0 ? tree : objects[random.below(objects.length)];
  const member = object?.parts[random.below(object.parts.length)];
  return object && member && object.kind === "object" ? { object, member } : undefined;
};

/** Puts a member's text somewhere into an object. */
const inserted = (
  tokens: readonly string[],
  { parts, from }: Node,
  text: string,
  random: Random,
): readonly string[] => {
  const before = parts[random.below(parts.length + 1)];
  if (before !== undefined) return tokens.toSpliced(before.from, 0, text, ",");
  const last = parts.at(-1);
  return last === undefined
    ? tokens.toSpliced(from + 1, 0, text)
    : tokens.toSpliced(last.node.to, 0, ",", text);
};

const ofTokens: Readonly<Record<string, OfTokens>> = {
  "white space": (tokens, _tree, random) => {
    const most = 1 + random.below(10);
    return tokens.map((token) =>
      random.below(12) < most ? `${blank(random)}${token}${blank(random)}` : token,
    );
  },
  "an odd number": (tokens, tree, random) => {
    const numbers = allNodes(tree).filter(({ from }) => /^[-\d]/.test(tokens[from] ?? ""));
    const node = numbers[random.below(numbers.length)] ?? anyNode(tree, random);
    return replaced(tokens, node, oddNumbers[random.below(oddNumbers.length)] ?? "0");
  },
  "a member twice": (tokens, tree, random) => {
    const found = anyMember(tree, random);
    if (found === undefined) return tokens;
    const { object, member } = found;
    const value =
      random.below(2) === 0
        ? tokens.slice(member.node.from, member.node.to).join("")
        : (values[random.below(values.length)] ?? "");
    return inserted(tokens, object, `${tokens[member.from] ?? ""}:${value}`, random);
  },
  "a member moved": (tokens, tree, random) => {
    const found = anyMember(tree, random);
    if (found === undefined || found.object.parts.length < 2) return tokens;
    const { object, member } = found;
    const texts = object.parts.map(({ from, node }) => tokens.slice(from, node.to).join(""));
    const [moved = ""] = texts.splice(object.parts.indexOf(member), 1);
    texts.splice(random.below(texts.length + 1), 0, moved);
    return replaced(tokens, object, `{${texts.join(",")}}`);
  },
  "a member more": (tokens, tree, random) => {
    const { object } = anyMember(tree, random) ?? { object: tree };
    if (object.kind !== "object") return tokens;
    const value = values[random.below(values.length)] ?? "";
    return inserted(tokens, object, `${keys[random.below(keys.length)] ?? ""}:${value}`, random);
  },
  "another key": (tokens, tree, random) => {
    const found = anyMember(tree, random);
    const key = keys[random.below(keys.length)] ?? "";
    return found === undefined ? tokens : tokens.toSpliced(found.member.from, 1, key);
  },
  "another value": (tokens, tree, random) =>
    replaced(tokens, anyNode(tree, random), values[random.below(values.length)] ?? ""),
  "deep nesting": (tokens, tree, random) => {
    const node = anyNode(tree, random);
    const levels = 1 + random.below(random.below(20) === 0 ? 130 : 6);
    const inner = tokens.slice(node.from, node.to).join("");
    const [opening, closing] = random.below(2) === 0 ? ["[", "]"] : ['{"a":', "}"];
    return replaced(tokens, node, opening.repeat(levels) + inner + closing.repeat(levels));
  },
};

const changeBytes = (text: string, random: Random, name: string): string => {
  const bytes = ofBytes[name]?.(Buffer.from(text), random) ?? Buffer.alloc(0);
  // What is no UTF-8 closes a connection before it is looked at.
  return isUtf8(bytes) ? bytes.toString() : bytes.toString("latin1");
};

const byteNames = Object.keys(ofBytes);
const tokenNames = Object.keys(ofTokens);

/** Changes a plan's text in some of many ways: tokens first, and then, of every third, the bytes, which mostly makes it no JSON. */
export const change = (
  text: string,
  random: Random,
): { readonly names: readonly string[]; readonly text: string } => {
  const names: string[] = [];
  let changed = text;
  for (let times = random.below(4); times > 0; times -= 1) {
    const name = tokenNames[random.below(tokenNames.length)] ?? "";
    const tokens = tokensIn(changed);
    changed = ofTokens[name]?.(tokens, treeOf(tokens), random).join("") ?? changed;
    names.push(name);
  }
  for (let times = random.below(3) > 0 ? 0 : 1 + random.below(2); times > 0; times -= 1) {
    const name = byteNames[random.below(byteNames.length)] ?? "";
    changed = changeBytes(changed, random, name);
    names.push(name);
  }
  return { names, text: changed };
};
