import assert from "node:assert/strict";
import type { Message, Peer } from "../../support/peer.ts";

const expectedCodes = new Set<unknown>([
  "invalid_format",
  "id_reuse",
  "unknown_command",
  "unauthorized",
  "not_found",
  "conflict",
  "invalid_yaml",
  "too_many_subscriptions",
  "home_assistant_unavailable",
  "nonsense",
]);

/** The replies that a frame must get; undefined where it is no JSON in UTF-8. */
export const repliesTo = (bytes: Buffer): number | undefined => {
  try {
    const parsed: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    return !Array.isArray(parsed) || parsed.length > 1000 ? 1 : parsed.length;
  } catch {
    return undefined;
  }
};

export const assertIsReply = ({ id, type, success, error }: Message): void => {
  assert.equal(typeof id, "number");
  if (type === "pong" || success === true) return;
  assert(type === "result" && typeof error === "object" && error !== null && "code" in error);
  assert(expectedCodes.has(error.code), String(error.code));
};

/** Asks for a reply that nothing else gets, and counts the replies before it. */
export const countReplies = async (peer: Peer): Promise<number> => {
  const id = 0.123;
  peer.send({ id });
  for (let count = 0; ;) {
    const message = await peer.next();
    if (message["type"] === "event") continue;
    assertIsReply(message);
    if (message["id"] === id) return count;
    count += 1;
  }
};
