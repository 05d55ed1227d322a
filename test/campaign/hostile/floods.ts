import { violation } from "../../server/websocket/random-violations.ts";
import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import type { Random } from "../../support/random.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";
import { request, upload } from "./requests.ts";

/** An array of commands without fields, as one message. */
const arrayOf = (type: string, many: number): Buffer =>
  rawFrame(
    opcodes.text,
    JSON.stringify(Array.from({ length: many }, (_, at) => ({ id: at + 1, type }))),
  );

const auth = (token: string): Buffer =>
  rawFrame(opcodes.text, JSON.stringify({ type: "auth", access_token: token }));

/** Frames of a stranger who does not wait for an answer. */
const byStranger = (
  frames: (random: Random) => Uint8Array,
  ends: RegExp,
): Omit<AttackKind, "name"> => ({
  ends,
  act: (peer, random) => peer.send(upgradeRequest("/api/websocket"), frames(random)),
});

/** Frames of a viewer, for which the service closes the connection. */
const byViewer = (
  frames: (random: Random) => Uint8Array,
  ends: RegExp,
): Omit<AttackKind, "name"> => ({
  ends,
  act: async (peer, random, { viewer }) => {
    if (await peer.login(viewer)) peer.send(frames(random));
  },
});

/** A viewer who sends a message again and again and reads every answer, and leaves some time later. */
const untilTired = (frames: Uint8Array, times: number): Omit<AttackKind, "name"> => ({
  ends: /^left/,
  act: async (peer, random, { viewer, pingMs }) => {
    if (!(await peer.login(viewer))) return;
    for (let sent = 0; sent < times; sent += 1) peer.send(frames);
    await peer.stays(pingMs);
    if (random.below(2) === 0) peer.leave();
    else peer.reset();
  },
});

const pings = Buffer.concat(Array.from({ length: 500 }, () => rawFrame(opcodes.ping, "flood")));
const binary = rawFrame(opcodes.binary, Buffer.alloc(100));

/** More than anybody needs, of what is allowed and of what is not. */
export const floods = attackKinds("floods", {
  "arrays of 1,000 pings of a viewer": untilTired(arrayOf("ping", 1000), 5),
  "arrays of 1,000 unknown commands of a viewer": untilTired(arrayOf("tea", 1000), 5),
  "single commands of a viewer": untilTired(
    Buffer.concat(Array.from({ length: 2000 }, () => rawFrame(opcodes.text, "{}"))),
    1,
  ),
  "websocket pings of a viewer": untilTired(pings, 20),
  "websocket pings before a login": byStranger(() => pings, /^1008/),
  "binary frames before a login": byStranger(() => binary, /^1003/),
  "binary frames of a viewer": byViewer(() => Buffer.concat([binary, binary, binary]), /^1003/),
  "no JSON of a viewer": byViewer(() => rawFrame(opcodes.text, "[".repeat(60_000)), /^1007/),
  "broken frames before a login": byStranger(violation, /^100[023789]/),
  "broken frames of a viewer": byViewer(violation, /^100[023789]/),
  "wrong tokens over websockets": byStranger((random) => auth(`${random.below(2 ** 32)}`), /^1008/),
  "wrong tokens over HTTP": {
    ends: /^401/,
    act: (peer, random) =>
      peer.send(upload(`Authorization: Bearer ${random.below(2 ** 32)}`, "Content-Length: 0")),
  },
  "uploads of a viewer": {
    ends: /^403/,
    act: (peer, _random, { viewer }) =>
      peer.send(upload(`Authorization: Bearer ${viewer}`, "Content-Length: 100000")),
  },
  "the page again and again": {
    ends: /^left/,
    act: async (peer, random) => {
      for (let asked = 0; asked < 10 && (await peer.stays(random.below(20))); asked += 1)
        peer.send(request("/"));
      peer.leave();
    },
  },
});
