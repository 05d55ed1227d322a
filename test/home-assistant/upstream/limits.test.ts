import assert from "node:assert/strict";
import { test } from "node:test";
import { startDouble } from "../../support/double-home-assistant.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import { objectOf, startBeside, until } from "../service-beside.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

test("UPSTREAM-9: of one connection upstream-commands may be unanswered", async (t) => {
  const home = await startDouble(t);
  home.answer("wait/for", held);
  const service = await startBeside(t, home, { upstreamCommands: 3 });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  for (const id of [1, 2, 3, 4]) peer.send({ id, type: "wait/for", n: id });
  const refused = objectOf((await peer.replyTo(4))["error"]);
  assert.equal(refused["code"], "overloaded");
  assert.match(String(refused["message"]), /upstream-commands, 3, is reached/);
  for (const { succeed } of await home.whenReceived("wait/for", 3)) succeed();
  await peer.replyTo(3);
  peer.send({ id: 5, type: "wait/for" });
  assert.equal((await home.whenReceived("wait/for", 4)).length, 4, "there is room again");
});

test("UPSTREAM-9: of one connection upstream-bytes wait to be sent, where Home Assistant does not read", async (t) => {
  const home = await startDouble(t);
  home.answer("much", ({ heard }) => {
    heard.ws.pause();
    return undefined;
  });
  const service = await startBeside(t, home, { upstreamBytes: 256 * KiB, upstreamCommands: 1000 });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
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

test("UPSTREAM-9: a message of Home Assistant longer than upstream-message-bytes ends the connection to it", async (t) => {
  const home = await startDouble(t);
  home.answer("long/answer", () => ({ result: "x".repeat(100 * KiB) }));
  const service = await startBeside(t, home, { upstreamMessageBytes: 64 * KiB });
  const peer = await Peer.login(t, service.port, home.owner.accessToken);
  const { code, message } = await peer.error("long/answer");
  assert.equal(code, "home_assistant_unavailable");
  assert.match(message, /Max payload size exceeded/);
  assert.equal(await peer.save({ rooms: [] }), 1);
});

test("UPSTREAM-10: whoever does not read is not read for, and gets all of it in order in the end; others do not feel it", async (t) => {
  const home = await startDouble(t);
  const events = 150;
  const text = "x".repeat(100 * KiB);
  home.answer("much/subscribe", ({ send, keep, afterwards }) => {
    keep(() => undefined);
    afterwards(() => {
      for (let n = 0; n < events; n += 1) send({ n, text });
    });
    return { result: null };
  });
  home.answer("some/thing", () => ({ result: null }));
  const service = await startBeside(t, home);
  const slow = await Peer.login(t, service.port, home.owner.accessToken);
  const other = await Peer.login(t, service.port, home.owner.longLivedToken);
  const id = slow.newId();
  slow.send({ id, type: "much/subscribe" });
  await slow.replyTo(id);
  slow.ws.pause();
  const [asked] = await home.whenReceived("much/subscribe", 1);
  // What stays with Home Assistant is more than what the sockets between may hold.
  assert.equal(await other.result("some/thing"), null);
  assert.equal(await other.save({ rooms: [] }), 1);
  const left = (): number => asked?.ws.bufferedAmount ?? 0;
  assert(left() > 6 * MiB, `${left()} bytes wait where they come from`);
  slow.ws.resume();
  const eventsHere = (): readonly unknown[] =>
    slow.received.flatMap(({ event }) => (event === undefined ? [] : [objectOf(event)["n"]]));
  await until("all events", () => eventsHere().length === events);
  assert.deepEqual(eventsHere(), [...Array(events).keys()]);
  assert.equal(left(), 0);
});
