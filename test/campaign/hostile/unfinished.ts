import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import type { HostilePeer } from "./hostile-peer.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";
import { upload } from "./requests.ts";

const MiB = 1024 * 1024;

/** The head of a message of 32 MiB, and the first of it. */
const announced = (bytes: number): Buffer =>
  rawFrame(opcodes.text, Buffer.alloc(bytes, "["), { declared: 32 * MiB });

/** Fragments of one message that has no end, until the connection is gone or so many are sent. */
const fragments = async (peer: HostilePeer, piece: string, most: number): Promise<void> => {
  peer.send(rawFrame(opcodes.text, piece, { fin: false }));
  const more = rawFrame(opcodes.continuation, piece, { fin: false });
  const many = Buffer.concat(Array.from({ length: 100 }, () => more));
  for (let sent = 0; sent < most && (await peer.stays(1)); sent += 100) peer.send(many);
};

/** What a stranger does after an upgrade. */
const byStranger = (
  send: (peer: HostilePeer) => Promise<void> | void,
): Omit<AttackKind, "name"> => ({
  ends: /^100[89]/,
  act: (peer) => {
    peer.send(upgradeRequest("/api/websocket"));
    return send(peer);
  },
});

/** What a viewer does after a login. Who sends too little for a refusal is let go for not answering pings. */
const byViewer = (
  send: (peer: HostilePeer) => Promise<void> | void,
  ends = /^100[89]/,
): Omit<AttackKind, "name"> => ({
  ends,
  act: async (peer, _random, { viewer }) => {
    if (await peer.login(viewer)) await send(peer);
  },
});

/** Messages whose end never comes. */
export const unfinished = attackKinds("unfinished", {
  "32 MiB before a login": byStranger((peer) => peer.send(announced(1024))),
  "32 MiB before a login, begun with 1 MiB": byStranger((peer) => peer.send(announced(MiB))),
  "fragments before a login": byStranger((peer) => fragments(peer, "x".repeat(100), 2000)),
  "empty fragments before a login": byStranger((peer) => fragments(peer, "", 20_000)),
  "32 MiB of a viewer": byViewer((peer) => peer.send(announced(1024)), /^(100[89]|101 cut)/),
  "32 MiB of a viewer, begun with 4 MiB": byViewer((peer) => peer.send(announced(4 * MiB))),
  "fragments of a viewer": byViewer((peer) => fragments(peer, "x".repeat(1000), 20_000)),
  "small fragments of a viewer": byViewer((peer) => fragments(peer, "x", 200_000)),
  "an upload in chunks": {
    ends: /^401/,
    act: async (peer) => {
      peer.send(upload("Transfer-Encoding: chunked"));
      const chunk = `1000\r\n${"x".repeat(4096)}\r\n`.repeat(16);
      for (let sent = 0; sent < 100 && (await peer.stays(5)); sent += 1) peer.send(chunk);
    },
  },
});
