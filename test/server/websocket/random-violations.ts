import { compressed, deflated, deflatedFrame } from "../deflated.ts";
import { opcodes, rawFrame, upgradeRequest } from "../raw-peer.ts";
import type { Random } from "../../support/random.ts";

const randomBytes = (random: Random, most: number): Buffer =>
  Buffer.from(Array.from({ length: 1 + random.below(most) }, () => random.below(256)));

const flipBits = (random: Random, bytes: Buffer): Buffer => {
  for (let flips = 1 + random.below(5); flips > 0; flips -= 1) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  }
  return bytes;
};

/** A message with bits flipped, cut off or replaced, so that mostly it is no longer JSON. */
export const brokenBytes = (random: Random, text: string): Buffer => {
  const bytes = Buffer.from(text);
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length));
    case 1:
      return randomBytes(random, 300);
    default:
      return flipBits(random, bytes);
  }
};

/** Bytes for the port that are hardly HTTP. */
export const brokenRequest = (random: Random): Buffer => {
  const request = Buffer.from(upgradeRequest("/api/websocket", ["X-Odd: \u00ff", "Cookie: a=b"]));
  switch (random.below(4)) {
    case 0:
      return randomBytes(random, 2000);
    case 1:
      return request.subarray(0, random.below(request.length));
    case 2:
      return Buffer.concat([request, randomBytes(random, 500)]);
    default:
      return flipBits(random, request);
  }
};

/** Frames that break the protocol of websockets, each of them surely. */
const violations: readonly [(random: Random) => Buffer, ...((random: Random) => Buffer)[]] = [
  (random) => rawFrame(opcodes.text, "{}", { reservedBits: 1 + random.below(7) }),
  (random) => rawFrame(random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), "x"),
  () => rawFrame(opcodes.text, "{}", { masked: false }),
  (random) => rawFrame(opcodes.continuation, "x", { fin: random.below(2) === 0 }),
  () => Buffer.concat([rawFrame(opcodes.text, "{", { fin: false }), rawFrame(opcodes.text, "}")]),
  (random) => rawFrame(random.pick([8, 9, 10]), "x".repeat(126 + random.below(500))),
  (random) => rawFrame(random.pick([8, 9, 10]), "", { fin: false }),
  () => rawFrame(opcodes.text, "{}", { declared: 2 ** 52 }),
  (random) => rawFrame(opcodes.text, "", { declared: 33 * 2 ** 20 + random.below(2 ** 32) }),
  () => rawFrame(opcodes.close, "x"),
  (random) => rawFrame(opcodes.close, Buffer.from([0, random.below(256), 0x78])),
  () => rawFrame(opcodes.close, Buffer.from([3, 0xe8, 0xff, 0xfe])),
  () => rawFrame(opcodes.text, Buffer.from([0x22, 0xc0, 0x80, 0x22])),
  () => rawFrame(opcodes.text, Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
];

/** The same of somebody who may send compressed messages. */
const compressedViolations: typeof violations = [
  ...violations,
  () => rawFrame(opcodes.text, Buffer.alloc(1000, 7), compressed),
  (random) => rawFrame(opcodes.ping, randomBytes(random, 100), compressed),
  (random) => rawFrame(opcodes.continuation, randomBytes(random, 100), compressed),
  (random) => rawFrame(opcodes.binary, deflated(randomBytes(random, 100)), compressed),
  (random) => deflatedFrame(Buffer.concat([Buffer.from([0xff]), randomBytes(random, 1000)])),
  (random) => deflatedFrame(" ".repeat(33 * 2 ** 20 + random.below(1000))),
  () =>
    Buffer.concat([
      rawFrame(opcodes.text, deflated("{"), { ...compressed, fin: false }),
      deflatedFrame("{}"),
    ]),
];

export const violation = (random: Random): Buffer => random.pick(violations)(random);

export const compressedViolation = (random: Random): Buffer =>
  random.pick(compressedViolations)(random);
