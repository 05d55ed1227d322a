import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { urlOf } from "../server/http/routes.ts";
import { isHomeId } from "./directory/home-record.ts";

/** What a request is for: a home, and the rest of its target there. */
export interface HomePlace {
  readonly id: string;
  /** Path and query at the home, beginning with a slash; undefined if the home's own slash is missing. */
  readonly target: string | undefined;
}

/** Finds the home that a request is for; undefined if it is for none. */
export type FindHome = (request: IncomingMessage) => HomePlace | undefined;

/** The first part of the paths of homes. */
export const homesPath = "/h/";

const nameOf = (host: string): string =>
  host.trim().toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");

/** The id in a host name that fits a pattern such as `*.plans.example`; undefined if it does not fit. */
const homeOfHost = (host: string, pattern: string): string | undefined => {
  const ending = pattern.slice(1);
  const name = nameOf(host);
  if (pattern === "" || !name.endsWith(ending)) return undefined;
  const label = name.slice(0, -ending.length);
  return isHomeId(label) ? label : undefined;
};

/** Whether a request's host name fits the pattern of the homes' names. */
export const isHomeHost = ({ headers }: IncomingMessage, pattern: string): boolean =>
  homeOfHost(headers.host ?? "", pattern) !== undefined;

/**
 * A request's target from its path on, as it was written; undefined if it is invalid, or names another host than `Host`:
 * a proxy may have gone by either.
 */
const targetOf = (request: IncomingMessage): string | undefined => {
  const { url = "/", headers } = request;
  if (url.startsWith("/")) return url;
  const absolute = urlOf(request);
  if (absolute === undefined) return undefined;
  const { host = absolute.host } = headers;
  return nameOf(host) === nameOf(absolute.host) ? absolute.pathname + absolute.search : undefined;
};

/**
 * Finds homes by host name, if `pattern` is not empty, and by path: `/h/<home>/…`. Reads the target as it was written:
 * neither dots nor percent signs in it lead out of a home, past a proxy that guards some paths.
 */
export const homeFinder =
  (pattern: string): FindHome =>
  (request) => {
    const target = targetOf(request);
    if (target === undefined) return undefined;
    const named = homeOfHost(request.headers.host ?? "", pattern);
    if (named !== undefined) return { id: named, target };
    if (!target.startsWith(homesPath)) return undefined;
    const [id = ""] = target.slice(homesPath.length).split(/[/?]/, 1);
    if (!isHomeId(id)) return undefined;
    const rest = target.slice(homesPath.length + id.length);
    return { id, target: rest.startsWith("/") ? rest : undefined };
  };

/** How much a node is preferred for a home: alike for all who compute it, and without a pattern. */
const weightOf = (home: string, node: string): bigint =>
  createHash("sha256").update(`${home}\n${node}`).digest().readBigUInt64BE();

/**
 * The addresses of nodes in the order in which a home prefers them, by rendezvous hashing. Every node computes the same
 * order by itself, homes are spread evenly, and a node that comes or goes moves one home in N, those that it gets or
 * had, and no other. It is a hint: any node serves any home. Clients that lose a node try the next one of the order,
 * so those of one home meet again at one node.
 */
export const preferredNodes = (home: string, nodes: readonly string[]): readonly string[] =>
  nodes
    .map((node) => ({ node, weight: weightOf(home, node) }))
    .toSorted((one, other) => {
      if (one.weight === other.weight) return one.node < other.node ? -1 : 1;
      return one.weight > other.weight ? -1 : 1;
    })
    .map(({ node }) => node);

/** A live node, by its id and the name of its machine. */
interface LiveNode {
  readonly id: string;
  readonly host: string;
}

/**
 * The id of the node that does what a home needs while it sleeps: alike for all who know the same live nodes. A node that
 * comes back on its machine gets its homes back, and those of a lost one go to the others. Undefined if none is known.
 */
export const keeperOf = (home: string, nodes: readonly LiveNode[]): string | undefined => {
  const onHosts = new Map<string, number>();
  const named = new Map<string, string>();
  for (const { id, host } of nodes) {
    const before = onHosts.get(host) ?? 0;
    onHosts.set(host, before + 1);
    named.set(`${host} ${before}`, id);
  }
  const [first = ""] = preferredNodes(home, [...named.keys()]);
  return named.get(first);
};
