import { opcodes, rawFrame, upgradeRequest } from "../../server/raw-peer.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";
import { offer, upload } from "./requests.ts";

const websocket = upgradeRequest("/api/websocket");

/** A websocket's upgrade with one thing about it changed. */
const changed = (from: string, to: string, ends: RegExp): Omit<AttackKind, "name"> => ({
  ends,
  act: (peer) => peer.send(websocket.replace(from, to)),
});

const sends = (text: string | Uint8Array, ends: RegExp): Omit<AttackKind, "name"> => ({
  ends,
  act: (peer) => peer.send(text),
});

const withWrongToken = rawFrame(opcodes.text, '{"type":"auth","access_token":"not a token"}');

/** Requests to speak something else than HTTP/1.1. */
export const upgrades = attackKinds("upgrades", {
  h2c: sends(offer("h2c"), /^200/),
  "an unknown protocol": sends(offer("tea/1.0", "/floorplan-card.js"), /^200/),
  "an unknown protocol for an upload": sends(
    upload("Connection: Upgrade", "Upgrade: tea", "Content-Length: 4"),
    /^401/,
  ),
  "a websocket on another path": sends(upgradeRequest("/healthz"), /^404/),
  "a websocket on a path that is none": sends(upgradeRequest("//%00"), /^40[04]/),
  "no key": changed("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", "", /^400/),
  "a bad key": changed("AAAAAAAAAAAAAAAAAAAAAA==", "A", /^400/),
  "a bad version": changed("Version: 13", "Version: 99", /^4(00|26)/),
  "a method that upgrades nothing": changed("GET ", "POST ", /^40[05]/),
  "HTTP/1.0": changed("HTTP/1.1", "HTTP/1.0", /^(400|426|1008|101 cut)/),
  "an Origin that is not ours": changed(
    "Upgrade: ",
    "Origin: http://evil.example\r\nUpgrade: ",
    /^403/,
  ),
  "a Host that is not ours": changed("Host: 127.0.0.1", "Host: evil.example", /^403/),
  "two at once": sends(websocket.repeat(2), /^(1002|1008)/),
  "a wrong token in the same write": sends(
    Buffer.concat([Buffer.from(websocket), withWrongToken]),
    /^1008/,
  ),
  "too much in the same write": sends(
    Buffer.concat([Buffer.from(websocket), rawFrame(opcodes.text, "x".repeat(60_000))]),
    /^100[89]/,
  ),
});
