import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { bytesInUse } from "../bytes-in-use.ts";
import { compressed, deflated, deflatedFrame, deflatedFrames, deflateOffer } from "../deflated.ts";
import { linesAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const headers = [deflateOffer];

const pingCommand = (id: number, bytes = 0): string =>
  JSON.stringify({ id, type: "ping" }).padEnd(bytes);

const pongTo = (id: number): string => `{"id":${id},"type":"pong"}`;

const text = async (peer: RawPeer): Promise<string> => String((await peer.nextFrame())?.payload);

test(
  "CHAN-23, CHAN-38: a compressed message is read however it is cut, between plain ones and amid pings",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    const peer = await RawPeer.upgraded(t, port, { headers });
    const auth = JSON.stringify({ type: "auth", access_token: viewer });
    for (const byte of Buffer.concat(deflatedFrames(auth, 10))) peer.write(Buffer.from([byte]));
    assert.match(await text(peer), /auth_ok/);
    const ping = rawFrame(opcodes.ping, "now");
    let id = 0;
    for (const pieceBytes of [1, 2, 7, 1000]) {
      for (const writtenBytes of [1, 3, 10, 100_000]) {
        const first = id + 1;
        const bytes = Buffer.concat([
          rawFrame(opcodes.text, pingCommand((id += 1), 200)),
          ...deflatedFrames(pingCommand((id += 1), 5000), pieceBytes).flatMap((each) => [
            each,
            ping,
          ]),
          deflatedFrame(pingCommand((id += 1))),
          rawFrame(opcodes.text, pingCommand((id += 1)).slice(0, 5), { fin: false }),
          rawFrame(opcodes.continuation, pingCommand(id).slice(5)),
          ...deflatedFrames(pingCommand((id += 1)), pieceBytes),
        ]);
        for (let at = 0; at < bytes.length; at += writtenBytes)
          peer.write(bytes.subarray(at, at + writtenBytes));
        for (let next = first; next <= id;) {
          const frame = await peer.nextFrame();
          assert(frame !== undefined);
          if (frame.opcode === opcodes.pong) assert.equal(String(frame.payload), "now");
          else assert.equal(String(frame.payload), pongTo(next++));
        }
      }
    }
    // Blocks of every kind, and a last one (RFC 7692, 7.2.3.4).
    for (const level of [0, 1, 9]) {
      const message = pingCommand((id += 1), 3000);
      const closed = Buffer.concat([deflateRawSync(message, { level }), Buffer.alloc(1)]);
      peer.write(rawFrame(opcodes.text, closed, compressed));
      let answer = await peer.nextFrame();
      while (answer?.opcode === opcodes.pong) answer = await peer.nextFrame();
      assert.equal(String(answer?.payload), pongTo(id));
    }
    peer.leave();
  },
);

test(
  "CHAN-17, CHAN-38: long and short compressed messages of a client are done in their order",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t);
    const perMessageDeflate = { threshold: 0 };
    const peer = await Peer.login(t, port, admin, { perMessageDeflate });
    const plans = [
      samplePlan("house", 1),
      { note: "x".repeat(10 * MiB) },
      { note: randomBytes(MiB).toString("base64"), name: "Küche 🏠" },
    ];
    for (const [at, plan] of plans.entries()) {
      peer.send({ id: 3 * at + 1, type: "ping" });
      peer.send({ id: 3 * at + 2, type: "floorplan/plan/save", plan });
      peer.send({ id: 3 * at + 3, type: "floorplan/plan/get" });
    }
    for (const [at, plan] of plans.entries()) {
      const rev = at + 1;
      assert.deepEqual(await peer.next(), { id: 3 * at + 1, type: "pong" });
      assert.deepEqual((await peer.next())["result"], { ok: true, rev });
      assert.deepEqual((await peer.next())["result"], { rev, ...plan });
    }
  },
);

const limits = { authBytes: 4 * KiB, viewerMessageBytes: 64 * KiB, messageBytes: 2 * MiB };
const config = { ...limits, planBytes: MiB };

/** Who is bounded by what: how many bytes, and how it ends. */
const bounds = {
  stranger: [limits.authBytes, 1008, "more than auth-bytes, 4096 bytes, before auth_ok"],
  viewer: [limits.viewerMessageBytes, 1009, "longer than viewer-message-bytes, 65536 bytes"],
  admin: [limits.messageBytes, 1009, "longer than message-bytes, 2097152 bytes"],
} as const;

/** Messages that are too long, made of a limit. */
const tooLong: Readonly<Record<string, (bytes: number) => readonly Buffer[]>> = {
  "one byte more": (bytes) => [deflatedFrame(" ".repeat(bytes + 1))],
  "fifty times as much": (bytes) => [deflatedFrame(Buffer.alloc(50 * bytes))],
  "a bomb in fragments": (bytes) => deflatedFrames(" ".repeat(50 * bytes), 150),
  "a length that is too long": (bytes) => [
    rawFrame(opcodes.text, "", { ...compressed, declared: bytes + 1 }),
  ],
  "a plain one": (bytes) => [rawFrame(opcodes.text, "", { declared: bytes + 1 })],
  "plain fragments": (bytes) => [
    rawFrame(opcodes.text, "x", { fin: false }),
    rawFrame(opcodes.continuation, "", { declared: bytes }),
  ],
  "fragments that are too long together": (bytes) => [
    rawFrame(opcodes.text, "x", { ...compressed, fin: false }),
    rawFrame(opcodes.continuation, "", { declared: bytes }),
  ],
};

for (const [who, [bytes, code, reason]] of Object.entries(bounds))
  test(
    `CHAN-6, CHAN-19, CHAN-38: a compressed message of a${who === "admin" ? "n" : ""} ${who} is refused as a plain one, and not held`,
    bounded,
    async (t) => {
      const service = await startTestService(t, { config });
      const { port } = service;
      const connected = (): Promise<RawPeer> =>
        who === "stranger"
          ? RawPeer.upgraded(t, port, { headers })
          : RawPeer.login(t, port, who === "admin" ? service.admin : service.viewer, { headers });
      const before = bytesInUse();
      for (const [what, frames] of Object.entries(tooLong)) {
        const peer = await connected();
        const sent = frames(bytes);
        for (const frame of sent) peer.write(frame);
        const close = await peer.nextFrame();
        assert.equal(close?.opcode, opcodes.close, what);
        assert.equal(close.payload.readUInt16BE(0), code, what);
        assert.equal(close.payload.subarray(2).toString(), reason, what);
        peer.leave();
      }
      const lines = linesAbout(service.log, "closing a connection");
      assert.deepEqual(new Set(lines.map((line) => line["reason"])), new Set([reason]));
      await until(() => bytesInUse() - before < MiB);
      if (who === "stranger") return;
      const peer = await connected();
      peer.write(deflatedFrame(pingCommand(1, bytes)));
      assert.equal(await text(peer), pongTo(1), "as long as it may be");
      peer.leave();
    },
  );

test(
  "CHAN-6, CHAN-38: before a login what all compressed messages became together is bounded",
  bounded,
  async (t) => {
    const { port } = await startTestService(t);
    const peer = await RawPeer.upgraded(t, port, { headers });
    for (let sent = 0; sent < 3; sent += 1) peer.write(deflatedFrame(" ".repeat(2000)));
    assert.equal(await peer.closeCode(), 1008);
    peer.leave();
  },
);

/** What breaks a protocol, and the code that tells so. */
const broken: Readonly<Record<string, readonly [code: number, ...frames: readonly Buffer[]]>> = {
  "no deflate data": [1007, rawFrame(opcodes.text, "\xff\xff\xff", compressed)],
  "random data": [1007, rawFrame(opcodes.text, Buffer.alloc(1000, 7), compressed)],
  "no UTF-8 within": [1007, deflatedFrame(Buffer.from([0x22, 0xc0, 0x80, 0x22]))],
  "no JSON within": [1007, deflatedFrame("{")],
  nothing: [1007, deflatedFrame("")],
  "a binary message": [1003, rawFrame(opcodes.binary, deflated("{}"), compressed)],
  "a compressed ping": [1002, rawFrame(opcodes.ping, deflated("{}"), compressed)],
  "a compressed continuation": [
    1002,
    rawFrame(opcodes.text, "", { ...compressed, fin: false }),
    rawFrame(opcodes.continuation, deflated("{}"), compressed),
  ],
  "a continuation of nothing": [1002, rawFrame(opcodes.continuation, deflated("{}"), compressed)],
  "a plain message within": [
    1002,
    rawFrame(opcodes.text, "", { ...compressed, fin: false }),
    rawFrame(opcodes.text, "{}"),
  ],
  "a compressed message within": [
    1002,
    rawFrame(opcodes.text, "", { ...compressed, fin: false }),
    deflatedFrame("{}"),
  ],
  "a compressed message within a plain one": [
    1002,
    rawFrame(opcodes.text, "{", { fin: false }),
    deflatedFrame("{}"),
  ],
  "no mask": [1002, rawFrame(opcodes.text, deflated("{}"), { ...compressed, masked: false })],
  "another reserved bit": [1002, rawFrame(opcodes.text, deflated("{}"), { reservedBits: 5 })],
};

test(
  "CHAN-9, CHAN-27, CHAN-38: what is no compressed message closes the connection with what is wrong",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    for (const [what, [code, ...frames]] of Object.entries(broken)) {
      const peer = await RawPeer.login(t, port, viewer, { headers });
      peer.write(Buffer.concat(frames));
      assert.equal(await peer.closeCode(), code, what);
      peer.leave();
    }
  },
);

test(
  "CHAN-23, CHAN-38: of 1,024 compressed fragments a message is made, one more closes with 1008",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    const whole = deflated(pingCommand(1));
    for (const [fragments, isTaken] of [
      [1024, true],
      [1025, false],
    ] as const) {
      const peer = await RawPeer.login(t, port, viewer, { headers });
      const empty = Array.from({ length: fragments - 2 }, () =>
        rawFrame(opcodes.continuation, "", { fin: false }),
      );
      const first = rawFrame(opcodes.text, whole, { ...compressed, fin: false });
      peer.write(Buffer.concat([first, ...empty, rawFrame(opcodes.continuation, "")]));
      if (isTaken) assert.equal(await text(peer), pongTo(1));
      else assert.equal(await peer.closeCode(), 1008);
      peer.leave();
    }
  },
);

test(
  "CHAN-21, CHAN-38: of a few bytes that hold many long messages only some are inflated at a time",
  bounded,
  async (t) => {
    // Only the first is done in the time of this test.
    const { port, viewer, admin } = await startTestService(t, { config: { viewerCommands: 1 } });
    const peer = await RawPeer.login(t, port, viewer, { headers });
    const many = Array.from({ length: 1000 }, (_none, at) =>
      deflatedFrame(pingCommand(at + 1, 64 * KiB)),
    );
    const bytes = Buffer.concat(many);
    // Each is small, and a part of a buffer that need not be.
    many.length = 0;
    const before = bytesInUse();
    peer.write(bytes);
    assert.equal(await text(peer), pongTo(1));
    const editor = await Peer.login(t, port, admin);
    assert.equal(await editor.save({}), 1);
    // Of 64 MiB.
    await until(() => bytesInUse() - before < 3 * MiB);
    peer.leave();
  },
);

test(
  "CHAN-28, CHAN-38: a compressed message that is never finished counts as one, with the bytes that came",
  bounded,
  async (t) => {
    const small = { planBytes: 512 * KiB, messageBytes: MiB, mailboxBytes: MiB };
    const { port, admin } = await startTestService(t, { config: small });
    const peers: RawPeer[] = [];
    const seen = async (peer: RawPeer): Promise<void> => {
      peer.write(rawFrame(opcodes.ping, ""));
      assert.equal((await peer.nextFrame())?.opcode, opcodes.pong);
    };
    for (const bytes of [900 * KiB, 700 * KiB, 600 * KiB]) {
      const peer = await RawPeer.login(t, port, admin, { headers });
      peers.push(peer);
      peer.write(rawFrame(opcodes.text, Buffer.alloc(bytes), { ...compressed, fin: false }));
      if (peers.length < 3) await seen(peer);
    }
    const [most, ...others] = peers;
    assert.equal(await most?.closeCode(), 1013);
    for (const peer of others) await seen(peer);
    for (const peer of peers) peer.leave();
  },
);
