import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded, until } from "../../support/timeouts.ts";
import { startTestService } from "../../support/service.ts";
import { bytesInUse } from "../bytes-in-use.ts";
import { lineAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

const pingCommand = (id: number, bytes: number): string =>
  JSON.stringify({ id, type: "ping" }).padEnd(bytes);

/** Resolves when all that was written before was taken by the system. */
const flushed = (peer: RawPeer): Promise<void> =>
  new Promise((resolve) => peer.socket.write("", () => resolve()));

/** Resolves when the service has looked at all that was written before. */
const seen = async (peer: RawPeer): Promise<void> => {
  peer.write(rawFrame(opcodes.ping, ""));
  assert.equal((await peer.nextFrame())?.opcode, opcodes.pong);
};

const text = async (peer: RawPeer): Promise<string> => String((await peer.nextFrame())?.payload);

/** Begins a message of which `bytes` bytes come and more are to come. */
const begin = (peer: RawPeer, bytes: number): void =>
  peer.write(rawFrame(opcodes.text, pingCommand(1, bytes), { fin: false }));

const finish = (peer: RawPeer): void => peer.write(rawFrame(opcodes.continuation, " "));

test(
  "CHAN-19: of 40 messages of 32 MiB that viewers begin next to nothing is held",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    const peers: RawPeer[] = [];
    // They do not leave when they are told to, so that what is held of theirs stays.
    const stubborn = { allowHalfOpen: true };
    for (let count = 0; count < 40; count += 1)
      peers.push(await RawPeer.login(t, port, viewer, stubborn));
    const piece = Buffer.alloc(4 * MiB, " ");
    const before = bytesInUse();
    for (const peer of peers) {
      peer.write(rawFrame(opcodes.text, "", { declared: 32 * MiB }));
      peer.write(piece);
    }
    const codes = await Promise.all(peers.map((peer) => peer.closeCode()));
    assert.deepEqual(new Set(codes), new Set([1009]));
    await until(() => bytesInUse() - before < 10 * MiB);
    for (const peer of peers) peer.leave();
  },
);

/** Ways of sending more than 4 KiB of a message that is never whole, with room for pongs. */
const ways = {
  "in one frame": [rawFrame(opcodes.text, " ".repeat(5 * KiB), { declared: MiB })],
  "in fragments of a byte": [
    rawFrame(opcodes.text, " ", { fin: false }),
    ...Array.from({ length: KiB }, () => rawFrame(opcodes.continuation, " ", { fin: false })),
  ],
  "with pongs between its fragments": [
    rawFrame(opcodes.text, " ", { fin: false }),
    ...Array.from({ length: 50 }, () => [
      rawFrame(opcodes.continuation, " ".repeat(100), { fin: false }),
      rawFrame(opcodes.pong, "x".repeat(100)),
    ]).flat(),
  ],
  "a few bytes at a time": Array.from({ length: 50 }, (_none, number) =>
    number === 0
      ? rawFrame(opcodes.text, " ".repeat(100), { declared: MiB })
      : Buffer.alloc(100, " "),
  ),
} as const;

for (const [how, frames] of Object.entries(ways)) {
  test(
    `CHAN-19: more than viewer-message-bytes of an unfinished message ${how} close with 1009`,
    bounded,
    async (t) => {
      const config = { viewerMessageBytes: 4 * KiB };
      const { port, viewer, log } = await startTestService(t, { config });
      const peer = await RawPeer.login(t, port, viewer);
      for (const bytes of frames) {
        peer.write(bytes);
        await flushed(peer);
      }
      assert.equal(await peer.closeCode(), 1009);
      const line = lineAbout(log, "closing a connection");
      assert.equal(line["reason"], "longer than viewer-message-bytes, 4096 bytes");
      peer.leave();
    },
  );
}

test(
  "CHAN-19: a viewer's message of viewer-message-bytes is answered, however it comes in, and pongs count as nothing",
  bounded,
  async (t) => {
    const config = { viewerMessageBytes: 4 * KiB };
    const { port, viewer } = await startTestService(t, { config });
    const peer = await RawPeer.login(t, port, viewer);
    // The declared length takes more room than such a short message needs.
    const whole = pingCommand(1, 4 * KiB);
    for (const byte of rawFrame(opcodes.text, whole)) {
      peer.write(Buffer.from([byte]));
      await flushed(peer);
    }
    assert.equal(await text(peer), '{"id":1,"type":"pong"}');
    for (let count = 0; count < KiB; count += 1) peer.write(rawFrame(opcodes.pong, "12345678"));
    await seen(peer);
    // In fragments, with a message before it in the same write, and a ping amid.
    const cut = (id: number): Buffer => {
      const message = pingCommand(id, 4000);
      const rest = rawFrame(opcodes.continuation, message.slice(2000));
      const first = rawFrame(opcodes.text, message.slice(0, 2000), { fin: false });
      return Buffer.concat([first, rawFrame(opcodes.pong, "x"), rest]);
    };
    peer.write(Buffer.concat([cut(2), cut(3), cut(4)]));
    for (const id of [2, 3, 4]) assert.equal(await text(peer), `{"id":${id},"type":"pong"}`);
    peer.leave();
  },
);

/** Three administrators, and 2 MiB that unfinished messages may take together. */
const threeSavers = async (t: TestContext) => {
  const config = { planBytes: 512 * KiB, messageBytes: MiB, mailboxBytes: MiB };
  const { port, admin, log } = await startTestService(t, { config });
  const login = (): Promise<RawPeer> => RawPeer.login(t, port, admin);
  return { peers: [await login(), await login(), await login()] as const, login, log };
};

test(
  "CHAN-28: of more unfinished messages than fit the largest is closed with 1013, and the others go on",
  bounded,
  async (t) => {
    const { peers, login, log } = await threeSavers(t);
    const [most, some, last] = peers;
    begin(most, 900 * KiB);
    await seen(most);
    begin(some, 700 * KiB);
    await seen(some);
    begin(last, 600 * KiB);
    const closed = await most.nextFrame();
    assert.equal(closed?.opcode, opcodes.close);
    assert.equal(closed.payload.readUInt16BE(0), 1013);
    const reason = closed.payload.subarray(2).toString();
    assert.match(reason, /mailbox-bytes, 1048576 bytes/);
    assert.equal(lineAbout(log, "closing a connection")["reason"], reason);
    // There is room again for what the closed one held.
    const next = await login();
    begin(next, 600 * KiB);
    await seen(next);
    for (const peer of [some, last, next]) {
      finish(peer);
      assert.equal(await text(peer), '{"id":1,"type":"pong"}');
    }
    for (const peer of [...peers, next]) peer.leave();
  },
);

test(
  "CHAN-28: what was held is let go when a message is whole and when a connection ends",
  bounded,
  async (t) => {
    const { peers, login } = await threeSavers(t);
    const [whole, gone, third] = peers;
    begin(gone, 900 * KiB);
    await seen(gone);
    for (let id = 1; id <= 5; id += 1) {
      whole.write(rawFrame(opcodes.text, pingCommand(id, 900 * KiB), { fin: false }));
      await seen(whole);
      finish(whole);
      assert.equal(await text(whole), `{"id":${id},"type":"pong"}`);
    }
    gone.leave();
    await gone.gone;
    begin(whole, 900 * KiB);
    await seen(whole);
    // Whoever comes later finds all the room that the one that left had.
    const fourth = await login();
    begin(fourth, 900 * KiB);
    await seen(fourth);
    finish(fourth);
    assert.equal(await text(fourth), '{"id":1,"type":"pong"}');
    for (const peer of [whole, third, fourth]) peer.leave();
  },
);
