import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  pointIn,
  textIn,
} from "../../model/json.ts";
import { isCollection } from "../../model/kinds/kinds.ts";
import type { Copied, Fragment } from "../../model/editing/fragment.ts";

/** What says that a text is a fragment of a plan, and how it is written. */
const mark = { floorplan: "fragment", version: 1 } as const;

/** Longer than a whole plan may be, in characters; and deeper than the service takes. */
const [longest, deepest] = [16 * 1024 * 1024, 120];

/** The text of a fragment, for a clipboard. */
export const writeFragment = (fragment: Fragment): string =>
  JSON.stringify({ ...mark, ...fragment });

const isShallow = (value: Json | undefined, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((inner: Json | undefined) => isShallow(inner, levels - 1));
};

const parsed = (text: string): Json | undefined => {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

const elementIn = (value: Json): readonly Copied[] => {
  if (!isObject(value)) return [];
  const { collection, data } = value;
  if (typeof collection !== "string" || !isCollection(collection) || !isObject(data)) return [];
  const at = pointIn(value["at"]);
  return [at === undefined ? { collection, data } : { collection, data, at }];
};

const labelsIn = (value: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(([, at]) => pointIn(at) !== undefined),
  );

/**
 * The fragment that a text from a clipboard holds. Undefined where it is none: another text, a version that is not
 * known, or nothing that could be added. Elements of lists that are not known are left out.
 */
export const readFragment = (text: string): Fragment | undefined => {
  // Most of what lies on a clipboard is something else, and may be long.
  if (text.length > longest || !/^\s*\{/.test(text) || !text.includes(mark.floorplan))
    return undefined;
  const value = parsed(text);
  if (!isObject(value) || !isShallow(value, deepest)) return undefined;
  if (value["floorplan"] !== mark.floorplan || value["version"] !== mark.version) return undefined;
  if (!isList(value["elements"])) return undefined;
  const elements = listIn(value["elements"]).flatMap(elementIn);
  const outdoor = textIn(value["outdoor"]);
  if (elements.length === 0) return undefined;
  return {
    elements,
    labels: labelsIn(value["labels"]),
    ...(outdoor === undefined ? {} : { outdoor }),
    middle: pointIn(value["middle"]) ?? [0, 0],
  };
};
