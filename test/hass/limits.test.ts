import assert from "node:assert/strict";
import { test } from "node:test";
import type { WebSocket } from "ws";
import { eventually } from "../support/eventually.ts";
import { Peer } from "../support/peer.ts";
import { madeUpToken, objectOf, patienceMs, startBeside } from "./here.ts";
import { startScripted } from "./scripted-home.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

/** Waits until something holds. */
const until = (what: string, holds: () => boolean): Promise<boolean> =>
  eventually(() => Promise.resolve(holds() ? { seen: true } : { not: what }), patienceMs);

test("PASS-9: of one connection upstream-commands may be unanswered", async (t) => {
  const asked: { readonly id: unknown; readonly ws: WebSocket }[] = [];
  const home = await startScripted(t, ({ message: { id }, ws }) => asked.push({ id, ws }));
  const service = await startBeside(t, home, { upstreamCommands: 3 });
  const peer = await Peer.login(t, service.port, madeUpToken("x"));
  for (const id of [1, 2, 3, 4]) peer.send({ id, type: "wait/for", n: id });
  const refused = objectOf((await peer.replyTo(4))["error"]);
  assert.equal(refused["code"], "overloaded");
  assert.match(String(refused["message"]), /upstream-commands, 3, is reached/);
  await until("three are asked", () => asked.length === 3);
  for (const { id, ws } of asked.splice(0))
    ws.send(JSON.stringify({ id, type: "result", success: true, result: id }));
  await peer.replyTo(3);
  peer.send({ id: 5, type: "wait/for" });
  await until("there is room again", () => asked.length === 1);
});

test("PASS-9: of one connection upstream-bytes wait to be sent, where Home Assistant does not read", async (t) => {
  const home = await startScripted(t, ({ ws }) => ws.pause());
  const service = await startBeside(t, home, { upstreamBytes: 256 * KiB, upstreamCommands: 1000 });
  const peer = await Peer.login(t, service.port, madeUpToken("x"));
  const text = "x".repeat(100 * KiB);
  let error: unknown;
  for (let sent = 0; sent < 900 && error === undefined; sent += 1) {
    peer.send({ id: peer.newId(), type: "much", text });
    await peer.result("floorplan/plan/get");
    error = peer.received.find((each) => each["success"] === false)?.["error"];
  }
  assert.equal(objectOf(error)["code"], "overloaded");
  assert.match(String(objectOf(error)["message"]), /upstream-bytes, 262144, is reached/);
});

test("PASS-9: a message of Home Assistant longer than upstream-message-bytes ends the connection to it", async (t) => {
  const home = await startScripted(t, ({ message: { id }, ws }) => {
    const result = "x".repeat(100 * KiB);
    ws.send(JSON.stringify({ id, type: "result", success: true, result }));
  });
  const service = await startBeside(t, home, { upstreamMessageBytes: 64 * KiB });
  const peer = await Peer.login(t, service.port, madeUpToken("x"));
  const { code, message } = await peer.error("long/answer");
  assert.equal(code, "home_assistant_unavailable");
  assert.match(message, /Max payload size exceeded/);
  assert.equal(await peer.save({ rooms: [] }), 1);
});

test("PASS-10: whoever does not read is not read for, and gets all of it in order in the end; others do not feel it", async (t) => {
  const sockets: WebSocket[] = [];
  const events = 150;
  const text = "x".repeat(100 * KiB);
  const home = await startScripted(t, ({ message: { id, type }, ws }) => {
    ws.send(`{"id":${String(id)},"type":"result","success":true,"result":null}`);
    if (type !== "much/subscribe") return;
    sockets.push(ws);
    for (let n = 0; n < events; n += 1)
      ws.send(`{"id":${String(id)},"type":"event","event":{"n":${n},"text":"${text}"}}`);
  });
  const service = await startBeside(t, home);
  const slow = await Peer.login(t, service.port, madeUpToken("slow"));
  const other = await Peer.login(t, service.port, madeUpToken("other"));
  const id = slow.newId();
  slow.send({ id, type: "much/subscribe" });
  await slow.replyTo(id);
  slow.ws.pause();
  await until("it is asked", () => sockets.length === 1);
  // What stays with Home Assistant is more than what the sockets between may hold.
  assert.equal(await other.result("some/thing"), null);
  assert.equal(await other.save({ rooms: [] }), 1);
  const left = (): number => sockets[0]?.bufferedAmount ?? 0;
  assert(left() > 6 * MiB, `${left()} bytes wait where they come from`);
  slow.ws.resume();
  const eventsHere = (): readonly unknown[] =>
    slow.received.flatMap(({ event }) => (event === undefined ? [] : [objectOf(event)["n"]]));
  await until("all events", () => eventsHere().length === events);
  assert.deepEqual(eventsHere(), [...Array(events).keys()]);
  assert.equal(left(), 0);
});
