import type { PlanLimits } from "../../../src/plan/read-plan.ts";
import { type Node, tokensIn, treeOf } from "./json-tree.ts";

/** What is wrong with a plan, and where, as one text. */
export type Told = string;

/** What the rules say of a plan's text. */
export interface Verdict {
  /** Everything that is wrong with its types, in no order. */
  readonly types: readonly Told[];
  /** What is too deep or out of range, in the order of the text; a list that is too deep is told once. */
  readonly troubles: readonly Told[];
  /** Too many bytes. */
  readonly sizes: readonly Told[];
  /** The text as it is stored, but for the revision: its tokens, one after another. */
  readonly compact: string;
  readonly rooms: number;
  readonly items: number;
}

/** A path and what is wrong there, in one text that no other path has. */
export const told = (path: readonly string[], what: string): Told =>
  `${JSON.stringify(path)} ${what}`;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A field of a parsed object; what is `null` is absent (PLAN-6). */
const fieldOf = (object: Fields, field: string): unknown =>
  Object.hasOwn(object, field) ? (object[field] ?? undefined) : undefined;

const items = ["furniture", "devices", "sensors", "texts"];
const lists = ["rooms", "levels", ...items];

/** SAVE-6, of what JSON.parse makes of the text. */
const typesOf = (plan: unknown): readonly Told[] => {
  if (!isObject(plan)) return [told([], "expected object")];
  const found: Told[] = [];
  for (const list of lists) {
    const value = fieldOf(plan, list);
    if (value !== undefined && !Array.isArray(value)) found.push(told([list], "expected array"));
  }
  const backgrounds = fieldOf(plan, "backgrounds");
  if (backgrounds === undefined) return found;
  if (!isObject(backgrounds)) return [...found, told(["backgrounds"], "expected object")];
  for (const key of Object.keys(backgrounds)) {
    const entry = fieldOf(backgrounds, key);
    if (entry === undefined) continue;
    const path = ["backgrounds", key];
    if (!isObject(entry)) found.push(told(path, "expected object"));
    else if (!["undefined", "string"].includes(typeof fieldOf(entry, "url")))
      found.push(told([...path, "url"], "expected string"));
  }
  return found;
};

/** SAVE-7 and SAVE-8, of the text. */
const troublesOf = (
  tokens: readonly string[],
  node: Node,
  path: readonly string[],
  limits: PlanLimits,
): readonly Told[] => {
  const { planDepth } = limits;
  if (node.kind === "value") {
    const text = tokens[node.from] ?? "";
    return /^[-\d]/.test(text) && !Number.isFinite(Number(text))
      ? [told(path, "number out of range")]
      : [];
  }
  if (path.length >= planDepth)
    return [told(path, `nested deeper than plan-depth, ${planDepth} levels`)];
  const found: Told[] = [];
  for (const part of node.parts)
    if (part.node.kind !== "value" || /^[-\d]/.test(tokens[part.node.from] ?? ""))
      found.push(...troublesOf(tokens, part.node, [...path, part.key], limits));
  return found;
};

const lengthOf = (plan: unknown, field: string): number => {
  const list = isObject(plan) ? fieldOf(plan, field) : undefined;
  return Array.isArray(list) ? list.length : 0;
};

/** Judges a text that is JSON. */
export const verdictOn = (text: string, limits: PlanLimits): Verdict => {
  const plan: unknown = JSON.parse(text);
  const tokens = tokensIn(text);
  const tree = treeOf(tokens);
  const members = tree.parts
    .filter(({ key }) => key !== "rev")
    .map(({ from, node }) => tokens.slice(from, node.to).join(""));
  const compact = `{${members.join(",")}}`;
  const bytes = Buffer.byteLength(compact);
  const size = `${bytes} bytes as JSON, more than plan-bytes, ${limits.planBytes}`;
  return {
    types: typesOf(plan),
    troubles: tree.kind === "object" ? troublesOf(tokens, tree, [], limits) : [],
    sizes: tree.kind === "object" && bytes > limits.planBytes ? [told([], size)] : [],
    compact,
    rooms: lengthOf(plan, "rooms"),
    items: items.reduce((sum, field) => sum + lengthOf(plan, field), 0),
  };
};
