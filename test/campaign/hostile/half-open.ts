import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import { attackKinds } from "./attack-kind.ts";
import { request, upload } from "./requests.ts";

const websocket = upgradeRequest("/api/websocket");

/** Peers that begin, and do not go on. The service ends all of those that do not leave themselves. */
export const halfOpen = attackKinds("half-open", {
  silence: { ends: /^(408|cut)/, act: () => undefined },
  "a header without end": {
    ends: /^(408|cut)/,
    act: async (peer, _random, { authTimeoutMs, patienceMs }) => {
      peer.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Odd: ");
      await peer.dribble("x", authTimeoutMs / 10, patienceMs);
    },
  },
  "headers without end": {
    ends: /^(408|cut)/,
    act: async (peer, _random, { authTimeoutMs, patienceMs }) => {
      peer.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
      await peer.dribble("X-Odd: x\r\n", authTimeoutMs / 10, patienceMs);
    },
  },
  "empty lines without end": {
    ends: /^(200|408|cut)/,
    act: async (peer, random, { authTimeoutMs, patienceMs }) => {
      if (random.below(2) === 0) peer.send(request("/healthz"));
      await peer.dribble("\r\n", random.pick([0.1, 0.9, 3]) * authTimeoutMs, patienceMs);
    },
  },
  "a body without end": {
    ends: /^401/,
    act: async (peer, _random, { authTimeoutMs, patienceMs }) => {
      peer.send(upload("Content-Length: 1000000"));
      await peer.dribble("x", authTimeoutMs / 10, patienceMs);
    },
  },
  "silence after an answer": {
    ends: /^200/,
    act: (peer) => peer.send(request("/healthz")),
  },
  "silence after an upgrade": { ends: /^1008/, act: (peer) => peer.send(websocket) },
  "half a message after an upgrade": {
    ends: /^1008/,
    act: (peer) => peer.send(websocket, rawFrame(opcodes.text, '{"type":', { declared: 100 })),
  },
  "FIN at once": { ends: /^(cut|400|408)/, act: (peer) => peer.finish() },
  "FIN within a header": {
    ends: /^(cut|400|408)/,
    act: (peer) => {
      peer.send("GET / HT");
      peer.finish();
    },
  },
  "FIN after an upgrade": {
    ends: /^(101 cut|1\d\d\d)/,
    act: async (peer) => {
      peer.send(websocket);
      await peer.hears("auth_required");
      peer.finish();
    },
  },
  "FIN without reading": {
    ends: /^left/,
    act: async (peer, random, { image }) => {
      peer.send(request(random.pick([image, "/floorplan-card.js", "/"])));
      peer.socket.pause();
      await peer.stays(random.below(100));
      peer.leave();
    },
  },
  "RST at once": { ends: /^left/, act: (peer) => peer.reset() },
  "RST during an answer": {
    ends: /^left/,
    act: async (peer, random, { image }) => {
      peer.send(request(image));
      await peer.hears("200 OK");
      await peer.stays(random.below(20));
      peer.reset();
    },
  },
  "RST after an upgrade": {
    ends: /^left/,
    act: async (peer, random) => {
      peer.send(websocket);
      await peer.stays(random.below(20));
      peer.reset();
    },
  },
});
