import assert from "node:assert/strict";
import type { Message, Peer } from "../support/peer.ts";

/** A value out of JSON that must be an object. */
export const objectOf = (value: unknown): Message => {
  const isObject = (given: unknown): given is Message =>
    typeof given === "object" && given !== null && !Array.isArray(given);
  assert(isObject(value), "an object is expected");
  return value;
};

/** The revision of a stored plan; 0 of the empty one. */
export const revOf = (plan: unknown): number => {
  const { rev = 0 } = objectOf(plan);
  assert(typeof rev === "number");
  return rev;
};

/** The revisions of all events that a peer received, in order; of one subscription where its id is given. */
export const eventRevs = (peer: Peer, subscription?: unknown): number[] =>
  peer.received
    .filter(({ type, id }) => type === "event" && (subscription ?? id) === id)
    .map(({ event }) => revOf(event));

/** All integers from `first` to `last`. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, step) => first + step);

/** The revisions in the history, newest first. */
export const historyRevs = async (peer: Peer): Promise<number[]> => {
  const entries = await peer.result("floorplan/history/list");
  assert(Array.isArray(entries));
  return entries.map(revOf);
};

/** What `GET /healthz` answers. */
export const health = async (url: string): Promise<{ status: number; body: Message }> => {
  const response = await fetch(`${url}/healthz`);
  return { status: response.status, body: objectOf(await response.json()) };
};
