import { upgradeRequest } from "../../server/raw-peer.ts";
import type { Random } from "../../support/random.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";
import { offer, request, upload } from "./requests.ts";

/** Far more than one connection may leave unanswered. */
const tooMany = 500;

/** From 2 to 2,000, small ones as likely as large ones. */
const drawMany = (random: Random): number => 2 + (random.below(2 ** (1 + random.below(11))) % 1999);

/** Requests in one write, of which the answers are read; too many are not all answered, however quick the answers are. */
const read = (text: string, ends: RegExp): Omit<AttackKind, "name"> => ({
  ends,
  act: async (peer, random, { pingMs }) => {
    const many = drawMany(random);
    peer.send(text.repeat(many));
    await peer.stays(pingMs);
    if (many > tooMany && peer.heard.answers >= many) peer.blames("has every answer of too many");
  },
});

/** The same with answers that are not read, for longer than the service waits for that. */
const unread = (text: string): Omit<AttackKind, "name"> => ({
  ends: /^(200|cut)/,
  act: (peer, random, { pingMs }) => {
    peer.send(text.repeat(drawMany(random)));
    return peer.readNothing(3 * pingMs);
  },
});

/** An upgrade in the same write as a request in front of it, which is being answered when it comes; then there is no more to say. */
const behind = (upgrade: string, first: string): Omit<AttackKind, "name"> => ({
  ends: /^(200|404|401|403|1008|cut)/,
  act: (peer) => peer.send(first + upgrade),
});

const websocket = upgradeRequest("/api/websocket");

/** Many requests at once, which HTTP/1.1 allows (RFC 9112, 9.3.2) and hardly anybody does. */
export const pipelining = attackKinds("pipelining", {
  "modules, unread": unread(request("/floorplan-card.js")),
  "/healthz, unread": unread(request("/healthz")),
  "images, unread": {
    ends: /^(200|cut)/,
    act: (peer, random, { image, pingMs, patienceMs }) => {
      peer.send(request(image).repeat(drawMany(random)));
      return peer.readNothingUntilCut(2 * pingMs, patienceMs);
    },
  },
  "/healthz, read": read(request("/healthz"), /^200/),
  "modules, read": read(request("/floorplan-card.js"), /^200/),
  "a path that is none": read(request("/nothing"), /^404/),
  uploads: read(`${upload("Content-Length: 4")}body`, /^401/),
  "h2c behind /healthz": behind(offer("h2c"), request("/healthz")),
  "h2c behind a module": behind(offer("h2c"), request("/floorplan-card.js")),
  "an unknown protocol behind an upload": behind(
    offer("tea"),
    `${upload("Content-Length: 4")}body`,
  ),
  "a websocket behind /healthz": behind(websocket, request("/healthz")),
  "a websocket behind a module": behind(websocket, request("/floorplan-card.js")),
  "a websocket on a wrong path behind nothing": behind(
    upgradeRequest("/nothing"),
    request("/nothing"),
  ),
  "h2c behind h2c": { ends: /^200/, act: (peer) => peer.send(offer("h2c").repeat(3)) },
});
