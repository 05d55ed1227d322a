import { constants, deflateRawSync } from "node:zlib";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import { eventHead, tailOf } from "../../server/websocket/frames.ts";

/** Text as a block of a deflate stream that is stored as it is (RFC 1951, 3.2.4). */
const storedBlock = (text: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(~text.length & 0xffff, 3);
  return Buffer.concat([head, text]);
};

/** What is left of the empty block that ends a message (RFC 7692, 7.2.1). */
const end = Buffer.alloc(1);

/** An event as a compressed message up to its id, which ends on a byte's border: the same for every subscriber. */
export const deflatedEvent = (json: JsonText): Buffer =>
  deflateRawSync(Buffer.concat([eventHead, ...json]), {
    // The next ones save a tenth of the bytes, for up to two fifths more time.
    level: constants.Z_BEST_SPEED,
    finishFlush: constants.Z_SYNC_FLUSH,
  });

/** The rest of that message, with a subscription's id. */
export const deflatedTail = (id: number): Buffer => Buffer.concat([storedBlock(tailOf(id)), end]);
