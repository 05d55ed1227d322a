import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageReader } from "../../../src/server/websocket/message-reader.ts";
import { Inflation } from "../../../src/server/websocket/permessage-deflate.ts";
import { type Random, seededRandom } from "../../support/random.ts";

const lengths = [0, 1, 3, 4, 63, 64, 65, 125, 126, 1000, 65_535, 65_536, 70_001] as const;

/** What was read: messages, and what the receiver of `ws` was given. */
interface Seen {
  readonly messages: { readonly text: string; readonly isBinary: boolean }[];
  readonly handed: Buffer[];
}

const readerInto = ({ messages, handed }: Seen, limitBytes = Infinity): MessageReader =>
  new MessageReader({
    handToWs: (bytes) => handed.push(Buffer.from(bytes)),
    onMessage: (message, isBinary) => messages.push({ text: message.toString("hex"), isBinary }),
    limitBytes: () => limitBytes,
    isDeflating: false,
    inflation: new Inflation(),
    onInflated: () => undefined,
    onNotInflated: () => undefined,
    isOver: () => false,
  });

/** A frame as a client sends it, and the same with a mask of zeros. */
const frameOf = (
  random: Random,
  first: number,
  payload: Buffer,
): { readonly sent: Buffer; readonly bare: Buffer } => {
  const { length } = payload;
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const head = Buffer.alloc(size);
  head[0] = first;
  head[1] = 0x80 | (size === 2 ? length : size === 4 ? 126 : 127);
  if (size === 4) head.writeUInt16BE(length, 2);
  if (size === 10) head.writeUIntBE(length, 4, 6);
  const mask = Buffer.from(Array.from({ length: 4 }, () => random.below(256)));
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return {
    sent: Buffer.concat([head, mask, masked]),
    bare: Buffer.concat([head, Buffer.alloc(4), payload]),
  };
};

const randomBytes = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.below(256)));

test("CHAN-39: masks are taken off frames of every length, however their bytes come in", (t) => {
  const random = seededRandom(t);
  for (let round = 0; round < 60; round += 1) {
    const sentFrames: Buffer[] = [];
    const pings: Buffer[] = [];
    const expected: Seen["messages"] = [];
    const ping = (): void => {
      const { sent, bare } = frameOf(random, 0x89, randomBytes(random, random.below(126)));
      sentFrames.push(sent);
      pings.push(bare);
    };
    for (let count = 1 + random.below(4); count > 0; count -= 1) {
      const isBinary = random.below(2) === 1;
      const parts = Array.from({ length: 1 + random.below(3) }, () =>
        randomBytes(random, random.pick(lengths)),
      );
      for (const [at, part] of parts.entries()) {
        if (random.below(3) === 0) ping();
        const opcode = at > 0 ? 0 : isBinary ? 2 : 1;
        const fin = at === parts.length - 1 ? 0x80 : 0;
        sentFrames.push(frameOf(random, fin | opcode, part).sent);
      }
      expected.push({ text: Buffer.concat(parts).toString("hex"), isBinary });
    }
    const sent = Buffer.concat(sentFrames);
    const seen: Seen = { messages: [], handed: [] };
    const reader = readerInto(seen);
    const most = random.pick([1, 7, 100, 66_000]);
    for (let at = 0; at < sent.length;) {
      const end = at + 1 + random.below(most);
      // In a buffer of its own that begins anywhere, as a socket's does.
      const place = Buffer.alloc(8 + end - at);
      const chunk = place.subarray(random.below(8)).subarray(0, Math.min(end, sent.length) - at);
      sent.copy(chunk, 0, at, end);
      assert.equal(reader.read(chunk).bytes, chunk.length);
      at = end;
    }
    assert.deepEqual(seen.messages, expected);
    assert(Buffer.concat(seen.handed).equals(Buffer.concat(pings)));
  }
});

const plainFrame = (first: number, payload: number): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | payload, 0, 0, 0, 0]), Buffer.alloc(payload, 7)]);

test("CHAN-19, CHAN-39: a message that becomes too long is told by the head of the frame with which it does", () => {
  const [text, continued, last, ping] = [0x01, 0x00, 0x80, 0x89];
  const before = Buffer.concat([
    plainFrame(0x81, 100),
    plainFrame(text, 60),
    plainFrame(ping, 125),
    plainFrame(continued, 40),
  ]);
  const headBytes = 6;
  for (const [payload, isTooLong] of [
    [0, false],
    [1, true],
  ] as const) {
    for (const cut of [0, 1, 5, 6, before.length]) {
      const seen: Seen = { messages: [], handed: [] };
      const reader = readerInto(seen, 100);
      const bytes = Buffer.concat([before, plainFrame(last, payload).subarray(0, headBytes)]);
      assert.deepEqual(reader.read(bytes.subarray(0, cut)), { bytes: cut });
      const rest = bytes.length - cut;
      assert.deepEqual(
        reader.read(bytes.subarray(cut)),
        isTooLong ? { bytes: rest, isTooLong } : { bytes: rest },
      );
      assert.equal(seen.messages.length, isTooLong ? 1 : 2, "what came before is read");
    }
  }
});
