import {
  compressed,
  deflated,
  deflatedFrame,
  deflatedFrames,
  deflateOffer,
} from "../../server/deflated.ts";
import { compressedViolation } from "../../server/websocket/random-violations.ts";
import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import type { Random } from "../../support/random.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

type Frames = (random: Random) => Uint8Array;

/** Frames of a stranger whose messages may be compressed. */
const byStranger = (frames: Frames, ends: RegExp): Omit<AttackKind, "name"> => ({
  ends,
  act: (peer, random) =>
    peer.send(upgradeRequest("/api/websocket", [deflateOffer]), frames(random)),
});

/** The same of a viewer. */
const byViewer = (frames: Frames, ends: RegExp): Omit<AttackKind, "name"> => ({
  ends,
  act: async (peer, random, { viewer }) => {
    if (await peer.login(viewer, [deflateOffer])) peer.send(frames(random));
  },
});

const spaces = (bytes: number): Buffer => Buffer.alloc(bytes, " ");

/** A message of 64 MiB in a frame of 64 kB, and in many of a few bytes. */
const bomb = deflatedFrame(spaces(64 * MiB));
const inPieces = Buffer.concat(deflatedFrames(String(spaces(64 * MiB)), 100));
const small = deflatedFrame(spaces(5 * KiB));
/** A message that is as long as a viewer's may be, in less than a hundredth of the bytes. */
const longest = deflatedFrame(`{}${String(spaces(64 * KiB - 2))}`);
const begun = rawFrame(opcodes.text, deflated(spaces(64 * MiB)).subarray(0, 2 * KiB), {
  ...compressed,
  fin: false,
});
const noDeflate = rawFrame(opcodes.text, Buffer.alloc(1000, 7), compressed);
/** Blocks that hold nothing, as many as fit. */
const emptyBlocks = rawFrame(opcodes.text, Buffer.alloc(60_000, Buffer.from([0, 0, 0, 255, 255])), {
  ...compressed,
});

/** Messages that are compressed, to do more harm with fewer bytes. */
export const compressedKinds = attackKinds("compressed", {
  "64 MiB before a login": byStranger(() => bomb, /^1008/),
  "64 MiB in pieces before a login": byStranger(() => inPieces, /^1008/),
  "5 KiB before a login": byStranger(() => small, /^1008/),
  "no deflate data before a login": byStranger(() => noDeflate, /^1007/),
  "a message that is never finished before a login": byStranger(() => begun, /^1008/),
  "broken frames before a login": byStranger(compressedViolation, /^100[0236789]/),
  "64 MiB of a viewer": byViewer(() => bomb, /^1009/),
  "64 MiB in pieces of a viewer": byViewer(() => inPieces, /^100[89]/),
  "no deflate data of a viewer": byViewer(() => noDeflate, /^1007/),
  "empty blocks of a viewer": byViewer(() => emptyBlocks, /^1007/),
  // Who sends nothing more is let go for not answering pings.
  "a message of a viewer that is never finished": byViewer(() => begun, /^(1009|101 cut)/),
  "broken frames of a viewer": byViewer(compressedViolation, /^100[023789]/),
  "1,000 long messages of a viewer": {
    ends: /^left/,
    act: async (peer, random, { viewer, pingMs }) => {
      if (!(await peer.login(viewer, [deflateOffer]))) return;
      peer.send(Buffer.concat(Array.from({ length: 1000 }, () => longest)));
      await peer.stays(pingMs);
      if (random.below(2) === 0) peer.leave();
      else peer.reset();
    },
  },
});
