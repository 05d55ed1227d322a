import { isObject, type Json, listIn, objectsIn, textIn } from "../json.ts";
import { type MeshLink, qualityOf } from "./mesh.ts";

/** When something was measured, in seconds since 1970, and what; null if it was not known from then on. */
export type PastValue = readonly [at: number, value: number | null];

/** How well a node was heard in the past, by its sensor. */
export interface NodePast {
  /** The id of the node in its mesh. */
  readonly node: string;
  /** What was measured: link quality from 0 to 255, or signal strength in dBm. */
  readonly measure: "lqi" | "rssi";
  /** The earliest first; each counts until the next one. */
  readonly values: readonly PastValue[];
}

/** The past of a mesh. */
export interface MeshPast {
  readonly nodes: readonly NodePast[];
  /** How many nodes have a sensor for it that is disabled in Home Assistant. */
  readonly disabled: number;
}

/**
 * Thins values out: cuts the time from `start` to `end`, in seconds since 1970, into `most` parts, and keeps the last value of
 * each. What was known before the start counts from the start on. The values may come in any order.
 */
export const thinned = (
  values: readonly PastValue[],
  start: number,
  end: number,
  most: number,
): readonly PastValue[] => {
  const parts = new Map<number, PastValue>();
  for (const [at, value] of values.toSorted(([one], [other]) => one - other)) {
    if (at > end) break;
    const from = Math.max(start, at);
    const part = Math.min(most - 1, Math.floor(((from - start) / (end - start)) * most));
    parts.set(part, [from, value]);
  }
  const kept = [...parts.values()];
  return kept.filter(([, value], at) => at === 0 || value !== kept[at - 1]?.[1]);
};

/** What a node's sensor said at a moment, in seconds since 1970; undefined if nothing is known of then. */
export const measuredAt = (
  { measure, values }: NodePast,
  moment: number,
): Pick<MeshLink, "lqi" | "rssi"> | undefined => {
  const value = values.findLast(([at]) => at <= moment)?.[1];
  return value == null ? undefined : { [measure]: value };
};

/** The quality from 0 to 1 that each node had at a moment, in seconds since 1970, by its id; others are not known. */
export const qualitiesAt = ({ nodes }: MeshPast, moment: number): ReadonlyMap<string, number> => {
  const known = new Map<string, number>();
  for (const past of nodes) {
    const quality = qualityOf(measuredAt(past, moment) ?? {});
    if (quality !== undefined) known.set(past.node, quality);
  }
  return known;
};

const valueIn = (given: Json): readonly PastValue[] => {
  const [at, value] = listIn(given);
  if (typeof at !== "number") return [];
  return typeof value === "number" || value === null ? [[at, value]] : [];
};

/** The past in an answer of the service; undefined if there is none. */
export const meshPastIn = (given: Json | undefined): MeshPast | undefined => {
  if (!isObject(given)) return undefined;
  const nodes = objectsIn(given["nodes"]).flatMap((each): readonly NodePast[] => {
    const node = textIn(each["node"]);
    const measure = each["measure"];
    if (node === undefined || (measure !== "lqi" && measure !== "rssi")) return [];
    return [{ node, measure, values: listIn(each["values"]).flatMap(valueIn) }];
  });
  const { disabled } = given;
  return { nodes, disabled: typeof disabled === "number" ? disabled : 0 };
};
