import assert from "node:assert/strict";
import { test } from "node:test";
import { IncomingFrames } from "../../../src/server/websocket/incoming-frames.ts";
import { type Random, seededRandom } from "../../support/random.ts";

const lengths = [0, 1, 3, 4, 63, 64, 65, 125, 126, 1000, 65_535, 65_536, 70_001] as const;

/** A frame as a client sends it, and what the receiver is to find: the same with a mask of zeros. */
const randomFrame = (random: Random): { readonly sent: Buffer; readonly bare: Buffer } => {
  const length = random.pick(lengths);
  const isMasked = random.below(10) > 0;
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const head = Buffer.alloc(size);
  head[0] = random.below(256);
  head[1] = (isMasked ? 0x80 : 0) | (size === 2 ? length : size === 4 ? 126 : 127);
  if (size === 4) head.writeUInt16BE(length, 2);
  if (size === 10) head.writeUIntBE(length, 4, 6);
  const mask = Buffer.from(Array.from({ length: 4 }, () => random.below(256)));
  const payload = Buffer.from(Array.from({ length }, () => random.below(256)));
  if (!isMasked)
    return { sent: Buffer.concat([head, payload]), bare: Buffer.concat([head, payload]) };
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return {
    sent: Buffer.concat([head, mask, masked]),
    bare: Buffer.concat([head, Buffer.alloc(4), payload]),
  };
};

test("CHAN-39: masks are taken off frames of every length, however their bytes come in", (t) => {
  const random = seededRandom(t);
  for (let round = 0; round < 60; round += 1) {
    const frames = Array.from({ length: 1 + random.below(6) }, () => randomFrame(random));
    const sent = Buffer.concat(frames.map((frame) => frame.sent));
    const incoming = new IncomingFrames(() => Infinity);
    const most = random.pick([1, 7, 100, 66_000]);
    const chunks: Buffer[] = [];
    for (let at = 0; at < sent.length;) {
      const end = at + 1 + random.below(most);
      // In a buffer of its own that begins anywhere, as a socket's does.
      const place = Buffer.alloc(8 + end - at);
      const chunk = place.subarray(random.below(8)).subarray(0, Math.min(end, sent.length) - at);
      sent.copy(chunk, 0, at, end);
      assert.equal(incoming.take(chunk), chunk.length);
      chunks.push(chunk);
      at = end;
    }
    assert(Buffer.concat(chunks).equals(Buffer.concat(frames.map((frame) => frame.bare))));
  }
});

const frameOf = (first: number, payload: number): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | payload, 1, 2, 3, 4]), Buffer.alloc(payload, 7)]);

test("CHAN-19, CHAN-39: a message that becomes too long is told by the head of the frame with which it does", () => {
  const [text, continued, last, ping] = [0x01, 0x00, 0x80, 0x89];
  const whole = [frameOf(0x81, 100), frameOf(text, 60), frameOf(ping, 125), frameOf(continued, 40)];
  const within = Buffer.concat(whole);
  for (const [more, isTooLong] of [
    [frameOf(last, 0), false],
    [frameOf(last, 1), true],
  ] as const) {
    for (const cut of [0, 1, 5, 6, within.length]) {
      const incoming = new IncomingFrames(() => 100);
      const bytes = Buffer.concat([within, more]);
      const first = bytes.subarray(0, cut);
      assert.equal(incoming.take(first), cut);
      const rest = bytes.subarray(cut);
      assert.equal(incoming.take(rest), isTooLong ? rest.length - more.length : rest.length);
    }
  }
});
