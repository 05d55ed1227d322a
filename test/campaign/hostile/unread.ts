import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";
import { request } from "./requests.ts";

const command = (fields: Readonly<Record<string, unknown>>): Buffer =>
  rawFrame(opcodes.text, JSON.stringify(fields));

const gets = JSON.stringify(
  Array.from({ length: 1000 }, (_, at) => ({ id: at + 1, type: "floorplan/plan/get" })),
);

const ping = rawFrame(opcodes.ping, "x".repeat(125));
const pings = Buffer.concat(Array.from({ length: 1000 }, () => ping));

/** A viewer who asks for something and reads nothing until the service ends the connection. */
const byViewer = (asked: Uint8Array): Omit<AttackKind, "name"> => ({
  ends: /^(1013|101 cut)/,
  act: async (peer, _random, { viewer, pingMs, patienceMs }) => {
    if (!(await peer.login(viewer))) return;
    peer.send(asked);
    // A machine that is busy serves what was asked for slowly, and the peer lives while it does.
    await peer.readNothingUntilCut(4 * pingMs, 4 * patienceMs, ping);
  },
});

/** Answers that are asked for and never read. */
export const unread = attackKinds("unread", {
  "an image": {
    ends: /^(200|cut)/,
    act: (peer, _random, { image, pingMs, patienceMs }) => {
      peer.send(request(image));
      return peer.readNothingUntilCut(2 * pingMs, patienceMs);
    },
  },
  // So little that the system takes all of it.
  "a module": {
    ends: /^200/,
    act: (peer, _random, { pingMs }) => {
      peer.send(request("/floorplan-card.js"));
      return peer.readNothing(2 * pingMs);
    },
  },
  "pongs before a login": {
    ends: /^(1008|101 cut)/,
    act: async (peer, _random, { pingMs }) => {
      peer.send(upgradeRequest("/api/websocket"), ...Array.from({ length: 8 }, () => pings));
      await peer.readNothing(2 * pingMs);
    },
  },
  "events of a viewer": byViewer(command({ id: 1, type: "floorplan/plan/subscribe" })),
  "a thousand plans of a viewer": byViewer(rawFrame(opcodes.text, gets)),
  "pongs of a viewer": byViewer(Buffer.concat(Array.from({ length: 32 }, () => pings))),
});
