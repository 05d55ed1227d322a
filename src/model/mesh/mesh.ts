import { isObject, type Json, listIn, objectsIn, textIn } from "../json.ts";

/** The radio meshes that can be read, by what reads them. */
export const meshKinds = ["zha", "zigbee2mqtt", "zwave", "thread"] as const;

export type MeshKind = (typeof meshKinds)[number];

/** What a node does in its mesh. */
export const meshRoles = ["coordinator", "router", "end_device", "unknown"] as const;

export type MeshRole = (typeof meshRoles)[number];

/** A device with a radio. */
export interface MeshNode {
  /** Its IEEE address, its number, or what else is unique in its mesh. */
  readonly id: string;
  readonly name: string;
  readonly role: MeshRole;
  /** When it was heard last, in seconds since 1970, if that is known. */
  readonly seen?: number;
  /** False if it is known not to answer. */
  readonly available?: boolean;
  /** The entities of its device in Home Assistant. */
  readonly entities: readonly string[];
}

/** Two nodes that hear each other, once for each pair. What it was measured by depends on the mesh. */
export interface MeshLink {
  readonly from: string;
  readonly to: string;
  /** Link quality from 0 to 255, of the worse direction. */
  readonly lqi?: number;
  /** Signal strength in dBm, of the worse direction. */
  readonly rssi?: number;
}

/** A mesh as it was read once. */
export interface Mesh {
  readonly kind: MeshKind;
  /** When it was read, or measured if that is known, in seconds since 1970. */
  readonly at: number;
  readonly nodes: readonly MeshNode[];
  readonly links: readonly MeshLink[];
  /** How many nodes and links beyond a limit are not in the lists. */
  readonly left_out: number;
}

/** The signal strengths of no quality and of full quality, in dBm. */
export const [weakest, strongest] = [-95, -45];

const part = (value: number): number => Math.max(0, Math.min(1, value));

/** What a signal strength means as a quality from 0 to 1. */
export const qualityOfStrength = (dBm: number): number =>
  part((dBm - weakest) / (strongest - weakest));

/** The quality of a link from 0 to 1; undefined if nothing was measured. Radios of different makers count differently. */
export const qualityOf = ({ lqi, rssi }: Pick<MeshLink, "lqi" | "rssi">): number | undefined => {
  if (rssi !== undefined) return qualityOfStrength(rssi);
  return lqi === undefined ? undefined : part(lqi / 255);
};

/** How good a quality is. A weak link often fails; the bounds are those of an LQI of 90 and of 153. */
export const gradeOf = (quality: number): "weak" | "fair" | "good" =>
  quality < weakBelow ? "weak" : quality < 0.6 ? "fair" : "good";

/** The quality below which a link is weak. */
export const weakBelow = 0.35;

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** The links with one for each pair of nodes, which has the worse of each measurement; none leads from a node to itself. */
export const joinedLinks = (links: readonly MeshLink[]): readonly MeshLink[] => {
  const pairs = new Map<string, MeshLink>();
  for (const link of links) {
    if (link.from === link.to) continue;
    const key = JSON.stringify([link.from, link.to].toSorted());
    const before = pairs.get(key);
    const lqi = least(before?.lqi, link.lqi);
    const rssi = least(before?.rssi, link.rssi);
    const { from, to } = before ?? link;
    pairs.set(key, {
      from,
      to,
      ...(lqi === undefined ? {} : { lqi }),
      ...(rssi === undefined ? {} : { rssi }),
    });
  }
  return [...pairs.values()];
};

const oneOf = <One extends string>(all: readonly One[], value: Json | undefined): One | undefined =>
  all.find((each) => each === value);

/** A number; times are too large for `numberIn`. */
const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

const optional = <Name extends string>(
  name: Name,
  value: Json | undefined,
): Partial<Record<Name, number>> => {
  const number = numberOf(value);
  const made: Partial<Record<Name, number>> = {};
  if (number !== undefined) made[name] = number;
  return made;
};

const nodeOf = (given: ReturnType<typeof objectsIn>[number]): readonly MeshNode[] => {
  const id = textIn(given["id"]);
  if (id === undefined) return [];
  const { available } = given;
  return [
    {
      id,
      name: textIn(given["name"]) ?? id,
      role: oneOf(meshRoles, given["role"]) ?? "unknown",
      entities: listIn(given["entities"]).filter((each) => typeof each === "string"),
      ...optional("seen", given["seen"]),
      ...(typeof available === "boolean" ? { available } : {}),
    },
  ];
};

const linkOf = (given: ReturnType<typeof objectsIn>[number]): readonly MeshLink[] => {
  const [from, to] = [textIn(given["from"]), textIn(given["to"])];
  if (from === undefined || to === undefined) return [];
  return [{ from, to, ...optional("lqi", given["lqi"]), ...optional("rssi", given["rssi"]) }];
};

/** The mesh in an answer of the service; undefined if there is none. */
export const meshIn = (given: Json | undefined): Mesh | undefined => {
  if (!isObject(given)) return undefined;
  const kind = oneOf(meshKinds, given["kind"]);
  if (kind === undefined) return undefined;
  return {
    kind,
    at: numberOf(given["at"]) ?? 0,
    nodes: objectsIn(given["nodes"]).flatMap(nodeOf),
    links: objectsIn(given["links"]).flatMap(linkOf),
    left_out: numberOf(given["left_out"]) ?? 0,
  };
};
