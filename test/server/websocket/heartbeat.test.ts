import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { assertNamesConnection, lineAbout, linesAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const MiB = 1024 * 1024;

/** Where somebody is to stay: both ends are in this process, which may get no processor for some tenths of a second. */
const pingMs = 1000;

/** A peer that reads some 60 kB every `ms` milliseconds, and answers pings when it comes to them. */
const slowPeer = async (t: TestContext, port: number, token: string, ms: number): Promise<Peer> => {
  const sockets: Socket[] = [];
  const createConnection = (): Socket => {
    const socket = connect({ port, host: "127.0.0.1" });
    sockets.push(socket);
    return socket;
  };
  const peer = await Peer.login(t, port, token, { createConnection });
  for (const socket of sockets)
    socket.on("data", () => {
      peer.ws.pause();
      setTimeout(() => peer.ws.resume(), ms);
    });
  return peer;
};

test(
  "CHAN-22: a peer that does not answer a ping is dropped, one that does stays",
  bounded,
  async (t) => {
    const { port, viewer, log } = await startTestService(t, { config: { pingMs } });
    const alive = await Peer.login(t, port, viewer);
    const dead = await Peer.login(t, port, viewer, { autoPong: false });
    const pings: string[] = [];
    dead.ws.on("ping", () => pings.push("ping"));
    assert.equal((await dead.closed).code, 1006, "dropped, without a word");
    assert(pings.length > 0, "it was asked before");
    assertNamesConnection(lineAbout(log, "does not answer pings"), "wall");
    // A peer without a user is dropped as well.
    const stranger = await Peer.open(t, port, { autoPong: false });
    assert.equal((await stranger.closed).code, 1006);
    assert.equal((await alive.command("ping"))["type"], "pong");
  },
);

test(
  "CHAN-22: a peer that reads a large plan slowly but all the time is not taken for dead",
  bounded,
  async (t) => {
    const { port, admin, viewer, log } = await startTestService(t, { config: { pingMs } });
    const editor = await Peer.login(t, port, admin);
    await editor.save({ note: "x".repeat(12 * MiB) });
    // It takes several pings to read the plan, and more than one what the kernels hold of it.
    const peer = await slowPeer(t, port, viewer, 24);
    const reply = await peer.command("floorplan/plan/get");
    assert.equal(reply["success"], true);
    assert.equal((await peer.command("ping"))["type"], "pong");
    assert.deepEqual(linesAbout(log, "does not answer pings"), []);
  },
);

test(
  "CHAN-21, CHAN-22: nor is one that is not read from meanwhile, so that its pongs are not seen",
  bounded,
  async (t) => {
    const { port, admin, viewer, log } = await startTestService(t, { config: { pingMs } });
    const editor = await Peer.login(t, port, admin);
    await editor.save({ note: "x".repeat(8 * MiB) });
    const peer = await slowPeer(t, port, viewer, 16);
    for (let id = 1; id <= 2; id += 1) peer.send({ id, type: "floorplan/plan/get" });
    for (let id = 3; id <= 200; id += 1) peer.send({ id, type: "ping" });
    await peer.replyTo(200);
    lineAbout(log, "read from more slowly");
    assert.deepEqual(linesAbout(log, "does not answer pings"), []);
  },
);

test(
  "CHAN-22: a peer that sends a long message slowly is not taken for dead",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t, { config: { pingMs } });
    const peer = await RawPeer.login(t, port, admin);
    // While it is amid a frame it cannot answer.
    const message = rawFrame(opcodes.text, '{"id":1,"type":"ping"}'.padEnd(1000));
    let sent = 500;
    peer.write(message.subarray(0, sent));
    const trickle = setInterval(() => peer.write(message.subarray(sent, (sent += 1))), 30);
    t.after(() => clearInterval(trickle));
    for (let pings = 0; pings < 4; pings += 1)
      assert.equal((await peer.nextFrame())?.opcode, opcodes.ping);
    clearInterval(trickle);
    peer.write(message.subarray(sent));
    let frame = await peer.nextFrame();
    while (frame?.opcode === opcodes.ping) frame = await peer.nextFrame();
    assert.equal(frame?.payload.toString(), '{"id":1,"type":"pong"}');
    peer.leave();
  },
);

for (const { how, paused } of [
  { how: "is read from", paused: false },
  { how: "is not read from either", paused: true },
]) {
  test(
    `CHAN-22: a peer that stops reading amid a large plan, and ${how}, is dropped`,
    bounded,
    async (t) => {
      const { port, admin, viewer, log } = await startTestService(t, { config: { pingMs } });
      const editor = await Peer.login(t, port, admin);
      await editor.save({ note: "x".repeat(12 * MiB) });
      const peer = await Peer.login(t, port, viewer);
      peer.ws.pause();
      peer.send({ id: 1, type: "floorplan/plan/get" });
      if (paused) for (let id = 2; id <= 200; id += 1) peer.send({ id, type: "ping" });
      await until(() => linesAbout(log, "a connection ended").length > 0);
      assertNamesConnection(lineAbout(log, "does not answer pings"), "wall");
      assert.equal(linesAbout(log, "read from more slowly").length, paused ? 1 : 0);
      assert.equal((await editor.command("ping"))["type"], "pong");
    },
  );
}

test(
  "CHAN-33: a service that cannot listen leaves no timer behind, that of its pings neither",
  bounded,
  async (t) => {
    const { port } = await startTestService(t);
    const begun = t.mock.method(globalThis, "setInterval").mock;
    const ended = t.mock.method(globalThis, "clearInterval").mock;
    await assert.rejects(startTestService(t, { config: { port } }), /EADDRINUSE/);
    const left = begun.calls
      .map(({ result }) => result)
      .filter((timer) => !ended.calls.some((call) => call.arguments[0] === timer));
    assert(begun.callCount() > 0);
    assert.equal(left.length, 0);
  },
);
