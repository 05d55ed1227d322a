import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { startTestService } from "../../support/service.ts";
import { deflatedFrame } from "../deflated.ts";
import { opcodes, RawPeer, upgradeRequest } from "../raw-peer.ts";

const accepted = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";

/** What is offered, and what the service answers. */
const offers: readonly (readonly [offer: string, answer: string | undefined])[] = [
  ["permessage-deflate", accepted],
  ["permessage-deflate; client_max_window_bits", accepted],
  ["permessage-deflate; client_max_window_bits=9", accepted],
  ['permessage-deflate; client_max_window_bits="15"', accepted],
  ["permessage-deflate; server_no_context_takeover; client_no_context_takeover", accepted],
  ["permessage-deflate;server_max_window_bits=15", `${accepted}; server_max_window_bits=15`],
  ["x-webkit-deflate-frame, permessage-deflate", accepted],
  ["permessage-deflate; server_max_window_bits=9, permessage-deflate", accepted],
  ["permessage-deflate; server_max_window_bits=9", undefined],
  ["permessage-deflate; server_max_window_bits=14", undefined],
  ["permessage-deflate; server_max_window_bits", undefined],
  ["permessage-deflate; client_max_window_bits=7", undefined],
  ["permessage-deflate; client_max_window_bits=16", undefined],
  ["permessage-deflate; client_max_window_bits=9; client_max_window_bits=10", undefined],
  ["permessage-deflate; server_no_context_takeover=1", undefined],
  ["permessage-deflate; tea", undefined],
  ["permessage-deflate;", undefined],
  ["permessage-bzip2", undefined],
  [";;,,==", undefined],
];

test(
  "CHAN-36: an offer to compress is accepted where every subscriber can read the same bytes, else messages go as they are",
  bounded,
  async (t) => {
    const { port } = await startTestService(t, { config: { loginDelayMs: 0, loginFailures: 100 } });
    for (const [offer, answer] of offers) {
      const peer = await RawPeer.connect(t, port);
      peer.write(upgradeRequest("/api/websocket", [`Sec-WebSocket-Extensions: ${offer}`]));
      const head = await peer.responseHead();
      assert.match(head, /^HTTP\/1\.1 101 /, offer);
      const [, told] = /^sec-websocket-extensions: (.*)\r$/im.exec(head) ?? [];
      assert.equal(told, answer, offer);
      assert.equal((await peer.nextFrame())?.opcode, opcodes.text, "auth_required");
      // What was not agreed on breaks the protocol.
      peer.write(deflatedFrame('{"type":"auth","access_token":"wrong"}'));
      const next = await peer.nextFrame();
      if (answer !== undefined) assert.match(String(next?.payload), /auth_invalid/, offer);
      else assert.equal(next?.payload.readUInt16BE(0), 1002, offer);
      peer.leave();
    }
  },
);
