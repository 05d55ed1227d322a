import { createHash } from "node:crypto";

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
