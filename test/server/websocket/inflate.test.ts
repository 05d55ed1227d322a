import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { isRight } from "fp-ts/lib/Either.js";
import { Inflation } from "../../../src/server/websocket/permessage-deflate.ts";

/** Stored blocks of a deflate stream that hold nothing (RFC 1951, 3.2.4): long to read, and empty. */
const emptyBlocks = (bytes: number): Buffer =>
  Buffer.alloc(bytes - (bytes % 5), Buffer.from([0, 0, 0, 0xff, 0xff]));

test("CHAN-38: what is long, or becomes long, is decompressed beside the event loop, and only that", async () => {
  const inflation = new Inflation();
  const inflate = (data: Buffer) => inflation.inflate([data], 2 ** 20, () => true);
  const short = inflate(deflateRawSync(Buffer.alloc(64 * 1024, "a")).subarray(0, -4));
  assert(!(short instanceof Promise), "a short one is there at once");
  for (const [data, becomes] of [
    [deflateRawSync(Buffer.alloc(64 * 1024 + 1, "a"), { finishFlush: 2 }), 64 * 1024 + 1],
    [emptyBlocks(17 * 1024), 0],
  ] as const) {
    const inflated = inflate(data);
    assert(inflated instanceof Promise, `one of ${data.length} bytes is not`);
    const message = await inflated;
    assert(isRight(message));
    assert.equal(message.right.length, becomes);
  }
});
