import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { bytesInUse } from "../bytes-in-use.ts";
import { assertNamesConnection, lineAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer, upgradeRequest } from "../raw-peer.ts";

const authOf = (token: string): string => JSON.stringify({ type: "auth", access_token: token });

test(
  "CHAN-2: the service speaks first and names an API level of at least 2022.9",
  bounded,
  async (t) => {
    const { port } = await startTestService(t);
    const peer = await Peer.open(t, port);
    const first = await peer.next();
    assert.deepEqual(Object.keys(first), ["type", "ha_version"]);
    assert.equal(first["type"], "auth_required");
    const [year = 0, month = 0] = String(first["ha_version"]).split(".").map(Number);
    assert(year > 2022 || (year === 2022 && month >= 9), "clients ask for 2022.9");
  },
);

test("CHAN-3: a valid token is answered with auth_ok and the same version", bounded, async (t) => {
  const { port, viewer } = await startTestService(t);
  const peer = await Peer.open(t, port);
  const { ha_version: version } = await peer.next();
  peer.send(authOf(viewer));
  assert.deepEqual(await peer.next(), { type: "auth_ok", ha_version: version });
});

test(
  "CHAN-3: an auth message that comes along with the upgrade request is answered",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    const peer = await RawPeer.connect(t, port);
    const auth = rawFrame(opcodes.text, authOf(viewer));
    const ping = rawFrame(opcodes.text, '{"id":1,"type":"ping"}');
    // One write: nothing was read from the service before.
    peer.write(Buffer.concat([Buffer.from(upgradeRequest("/api/websocket")), auth, ping]));
    assert.match(await peer.responseHead(), /^HTTP\/1\.1 101 /);
    const types: unknown[] = [];
    for (let count = 0; count < 3; count += 1)
      types.push(JSON.parse(String((await peer.nextFrame())?.payload)).type);
    peer.leave();
    assert.deepEqual(types, ["auth_required", "auth_ok", "pong"]);
  },
);

test(
  "CHAN-4: any other first message is answered with auth_invalid and closed with 1008",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t, {
      config: { loginDelayMs: 0, loginFailures: 100 },
    });
    const others = [
      authOf("wrong"),
      authOf(""),
      authOf(`${viewer} `),
      '{"type":"auth"}',
      '{"type":"auth","access_token":1}',
      JSON.stringify({ type: "auth", access_token: viewer, more: 1 }),
      `[${authOf(viewer)}]`,
      JSON.stringify({ id: 1, type: "auth/current_user" }),
      '{"id":1,"type":"ping"}',
      "null",
      "{",
      "",
    ];
    for (const other of others) {
      const peer = await Peer.open(t, port);
      peer.send(other);
      assert.equal((await peer.next())["type"], "auth_required");
      const answer = await peer.next();
      assert.deepEqual(Object.keys(answer), ["type", "message"], other);
      assert.equal(answer["type"], "auth_invalid", other);
      assert(typeof answer["message"] === "string" && answer["message"].length > 0);
      const closed = await peer.closed;
      assert.equal(closed.code, 1008, other);
      assert.notEqual(closed.reason, "");
    }
  },
);

test("CHAN-4: what follows a refused auth message is not done", bounded, async (t) => {
  const { port, admin } = await startTestService(t, { config: { loginDelayMs: 0 } });
  const peer = await Peer.open(t, port);
  peer.send(authOf("wrong"));
  peer.send(authOf(admin));
  peer.send({ id: 1, type: "floorplan/plan/save", plan: numberedPlan(1) });
  assert.equal((await peer.closed).code, 1008);
  assert.deepEqual(
    peer.received.map((message) => message["type"]),
    ["auth_required", "auth_invalid"],
  );
  const reader = await Peer.login(t, port, admin);
  assert.deepEqual(await reader.result("floorplan/plan/get"), {});
});

test(
  "CHAN-5: a peer that does not authenticate in time is closed and logged, others stay",
  bounded,
  async (t) => {
    const { port, viewer, log } = await startTestService(t, { config: { authTimeoutMs: 1000 } });
    // Opened first: it is older than the limit when the silent one is closed.
    const user = await Peer.login(t, port, viewer);
    const silent = await Peer.open(t, port);
    const closed = await silent.closed;
    assert.equal(closed.code, 1008);
    assert.match(closed.reason, /auth-timeout-ms, 1000 ms/);
    const line = lineAbout(log, "closing a connection");
    assertNamesConnection(line);
    assert.equal(line["reason"], closed.reason);
    assert.equal((await user.command("ping"))["type"], "pong");
  },
);

const times = (count: number, frame: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => frame));

/** Ways of sending more than 256 bytes without an auth message. */
const floods = {
  "in one message": rawFrame(opcodes.text, "x".repeat(300)),
  "in a message that is not whole yet": rawFrame(opcodes.text, "x".repeat(300), { declared: 4000 }),
  "in fragments": Buffer.concat([
    rawFrame(opcodes.text, "", { fin: false }),
    times(60, rawFrame(opcodes.continuation, "x", { fin: false })),
  ]),
  "in pings": times(30, rawFrame(opcodes.ping, "12345678")),
} as const;

for (const [how, frames] of Object.entries(floods)) {
  test(
    `CHAN-6: more than auth-bytes before auth_ok ${how} close and log the connection`,
    bounded,
    async (t) => {
      const { port, log } = await startTestService(t, { config: { authBytes: 256 } });
      const peer = await RawPeer.upgraded(t, port);
      peer.write(frames);
      let last = await peer.nextFrame();
      while (last?.opcode === opcodes.pong) last = await peer.nextFrame();
      peer.leave();
      assert.equal(last?.opcode, opcodes.close, last?.payload.toString());
      assert.equal(last.payload.readUInt16BE(0), 1008);
      assert.match(last.payload.subarray(2).toString(), /auth-bytes, 256 bytes/);
      const line = lineAbout(log, "closing a connection");
      assertNamesConnection(line);
      assert.match(String(line["reason"]), /auth-bytes/);
    },
  );
}

test("CHAN-6: what a peer sends after that is not held in memory", bounded, async (t) => {
  const { port } = await startTestService(t);
  const peer = await RawPeer.upgraded(t, port);
  const MiB = 1024 * 1024;
  const piece = Buffer.alloc(MiB, " ");
  const before = bytesInUse();
  // Less than message-bytes, so that only auth-bytes bound it.
  peer.write(rawFrame(opcodes.text, "", { declared: 31 * MiB }));
  for (let count = 0; count < 30 && !peer.socket.destroyed; count += 1)
    await new Promise<void>((resolve) => peer.socket.write(piece, () => resolve()));
  assert.equal(await peer.closeCode(), 1008);
  const held = bytesInUse() - before;
  assert(held < 10 * MiB, `${held} bytes are held for somebody unknown`);
  peer.leave();
});

test("CHAN-6: auth-bytes do not bound what comes after auth_ok", bounded, async (t) => {
  const { port, viewer } = await startTestService(t, { config: { authBytes: 256 } });
  const peer = await Peer.login(t, port, viewer);
  const features = { padding: "x".repeat(1000) };
  assert.equal(await peer.result("supported_features", { features }), null);
});
