import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan, samplePlan } from "../support/plans.ts";
import { type Served, serveProgram } from "../support/program.ts";
import { startTestService } from "../support/service.ts";

const goneWell = { code: 0, signal: null };

/** Asks the service to stop, and waits until it has begun to. */
const beginStop = async (
  served: Served,
  signal: "SIGTERM" | "SIGINT" = "SIGTERM",
): Promise<void> => {
  served.child.kill(signal);
  await served.printed('"stopping:', "err");
};

/** A plain connection that the service has taken but that has not asked for anything yet. */
const silentSocket = async (t: TestContext, port: number): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
};

/** A peer that reads nothing any more, not even that it is asked to leave. */
const stuckPeer = async (t: TestContext, port: number, token: string): Promise<Peer> => {
  const peer = await Peer.login(t, port, token);
  peer.ws.pause();
  return peer;
};

test(
  "OPS-3: what was accepted before SIGTERM is saved and answered, what comes later is not",
  bounded,
  async (t) => {
    const folder = await dataFolder(t);
    const served = await serveProgram(t, folder.data);
    const peer = await Peer.login(t, served.port, folder.admin);
    // One frame with many saves: when the first is answered, all of them were accepted.
    const saves = 400;
    const type = "floorplan/plan/save";
    peer.send(
      Array.from({ length: saves }, (_none, number) => ({
        id: number + 1,
        type,
        plan: numberedPlan(number + 1),
      })),
    );
    await peer.replyTo(1);
    await beginStop(served);
    peer.send({ id: saves + 1, type, plan: { late: true } });
    // Refused, or reset where it was waiting for the service to take it.
    await assert.rejects(Peer.open(t, served.port), /ECONNREFUSED|ECONNRESET|hang up/);

    const { code, reason } = await peer.closed;
    assert.deepEqual([code, reason], [1001, "the service is stopping"]);
    assert.deepEqual(await served.ended, goneWell);
    const replies = peer.received.filter((message) => message["type"] === "result");
    assert.deepEqual(
      replies.map(({ id, success, result }) => ({ id, success, result })),
      Array.from({ length: saves }, (_none, number) => ({
        id: number + 1,
        success: true,
        result: { ok: true, rev: number + 1 },
      })),
    );

    const again = await startTestService(t, { again: folder });
    const reader = await Peer.login(t, again.port, folder.viewer);
    const expected = { ...numberedPlan(saves), rev: saves };
    assert.deepEqual(await reader.result("floorplan/plan/get"), expected);
  },
);

test(
  "OPS-3: a login that is under way is finished, and what came with it is answered",
  bounded,
  async (t) => {
    const folder = await dataFolder(t);
    const served = await serveProgram(t, folder.data, [], {}, [], { loginDelayMs: 1000 });
    // After a failure the next login of the address waits, which gives time to stop during it.
    const stranger = await Peer.open(t, served.port);
    stranger.send({ type: "auth", access_token: "wrong" });
    await stranger.closed;
    const peer = await Peer.open(t, served.port);
    peer.send({ type: "auth", access_token: folder.admin });
    peer.send({ id: 1, type: "floorplan/plan/save", plan: numberedPlan(1) });
    // A later round trip: by then the frames before it have been read.
    const witness = await Peer.open(t, served.port);
    await witness.next();
    served.child.kill("SIGTERM");
    assert.equal((await peer.closed).code, 1001);
    assert.deepEqual(await served.ended, goneWell);
    assert.deepEqual(
      peer.received.map(({ type, result }) => ({ type, result })),
      [
        { type: "auth_required", result: undefined },
        { type: "auth_ok", result: undefined },
        { type: "result", result: { ok: true, rev: 1 } },
      ],
    );
  },
);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(
    `OPS-3: at ${signal} every connection is closed with 1001 and a reason`,
    bounded,
    async (t) => {
      const { data, admin, viewer } = await dataFolder(t);
      const served = await serveProgram(t, data);
      const peers = [
        await Peer.open(t, served.port),
        await Peer.login(t, served.port, admin),
        await Peer.login(t, served.port, viewer),
      ];
      await peers[2]?.result("floorplan/plan/subscribe");
      served.child.kill(signal);
      for (const peer of peers)
        assert.deepEqual(await peer.closed, { code: 1001, reason: "the service is stopping" });
      assert.deepEqual(await served.ended, goneWell);
      assert.doesNotMatch(served.err(), /"level":[56]0/, "nothing went wrong");
    },
  );
}

test("OPS-3: peers that do not leave are cut off after stop-ms", bounded, async (t) => {
  const { data, admin, viewer } = await dataFolder(t);
  const served = await serveProgram(t, data, [], {}, [], { stopMs: 300 });
  await stuckPeer(t, served.port, viewer);
  // One that does not read its replies either: its commands are never all done.
  const greedy = await Peer.login(t, served.port, admin);
  await greedy.save(samplePlan("house", 1));
  const type = "floorplan/plan/get";
  greedy.send(Array.from({ length: 200 }, (_none, number) => ({ id: number + 10, type })));
  await greedy.replyTo(10);
  greedy.ws.pause();
  // And half a request.
  const half = await silentSocket(t, served.port);
  half.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
  const polite = await Peer.login(t, served.port, viewer);

  served.child.kill("SIGTERM");
  assert.equal((await polite.closed).code, 1001);
  assert.deepEqual(await served.ended, goneWell);
});

test("OPS-3: no connection gets in while the service says goodbye", bounded, async (t) => {
  const { data, viewer } = await dataFolder(t);
  const served = await serveProgram(t, data, [], {}, [], { stopMs: 1500 });
  const early = await silentSocket(t, served.port);
  // Connections are taken in order, so that the silent one is in before this one.
  await stuckPeer(t, served.port, viewer);
  await beginStop(served);
  let answer = "";
  early.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
  });
  early.write(
    "GET /api/websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  assert.deepEqual(await served.ended, goneWell);
  assert.doesNotMatch(answer, /^HTTP\/1\.1 101/);
});
