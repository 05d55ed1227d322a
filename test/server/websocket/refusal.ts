import assert from "node:assert/strict";
import type { Peer } from "../../support/peer.ts";

/** Sends a message as it is, and returns the id and the error code of its reply. */
export const refusal = async (
  peer: Peer,
  message: unknown,
): Promise<readonly [unknown, unknown]> => {
  peer.send(message);
  const { id, type, success, error } = await peer.next();
  assert.equal(type, "result");
  assert.equal(success, false);
  assert(typeof error === "object" && error !== null && "code" in error);
  return [id, error.code];
};
