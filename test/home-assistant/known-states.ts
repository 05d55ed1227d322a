import { isDeepStrictEqual } from "node:util";
import { isLeft } from "fp-ts/lib/Either.js";
import { entitiesEventCodec } from "../../src/home-assistant/shared/entity-events.ts";
import { until } from "../support/timeouts.ts";
import type { Message, Peer } from "../support/peer.ts";

/** The states that a peer was told so far. */
export const statesOf = (peer: Peer): Record<string, string> => {
  const states: Record<string, string> = {};
  for (const { type, event } of peer.received) {
    if (type !== "event") continue;
    const read = entitiesEventCodec.decode(event);
    if (isLeft(read)) continue;
    const { a = {}, c = {}, r = [] } = read.right;
    for (const [id, { s }] of Object.entries(a)) states[id] = s;
    for (const [id, change] of Object.entries(c)) states[id] = change["+"]?.s ?? states[id] ?? "";
    for (const id of r) delete states[id];
  }
  return states;
};

/** Resolves when a peer knows these states. */
export const waitForStates = (peer: Peer, wanted: Record<string, string>): Promise<void> =>
  until(() => isDeepStrictEqual(statesOf(peer), wanted));

/** A state as `subscribe_entities` tells it. */
export const compressedState = (
  s: string,
  a: Message = {},
): { readonly s: string; readonly a: Message; readonly c: string; readonly lc: number } => ({
  s,
  a,
  c: "c",
  lc: 1000,
});
