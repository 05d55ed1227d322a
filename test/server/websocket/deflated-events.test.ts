import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { bounded, ofMany } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { deflateOffer, nextMessage } from "../deflated.ts";
import { lineAbout, linesAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const subscribe = "floorplan/plan/subscribe";

/** A proxy on this machine tells who connects from elsewhere. */
const config = { trustedProxies: "127.0.0.1" };
const elsewhere = "192.168.1.20";

/** Options of a client that takes compressed messages, from elsewhere. */
const far = { perMessageDeflate: true, headers: { "X-Forwarded-For": elsewhere } } as const;
const rawFar = { headers: [deflateOffer, `X-Forwarded-For: ${elsewhere}`] } as const;
const rawNear = { headers: [deflateOffer] } as const;

/** Plans of all sizes: what cannot be compressed well is still long when it is. */
const plans: readonly Readonly<Record<string, unknown>>[] = [
  { a: 1 },
  { note: "x".repeat(2 * KiB), tail: ',"id":1}' },
  samplePlan("house", 1),
  { note: randomBytes(700 * KiB).toString("base64"), name: "Küche 🏠" },
  { note: randomBytes(3 * MiB).toString("base64") },
  { note: "y".repeat(5 * MiB) },
  samplePlan("flat", 2),
];

const command = (id: number, type: string): Buffer =>
  rawFrame(opcodes.text, JSON.stringify({ id, type }));

test(
  "CHAN-25, CHAN-37, ORDER-3, ORDER-4: whoever takes events compressed gets every revision under each of its ids, in order, amid replies",
  ofMany,
  async (t) => {
    // All that is sent at once may wait for the viewer's connections.
    const { port, admin, viewer } = await startTestService(t, {
      config: { ...config, viewerOutboxBytes: 512 * MiB },
    });
    const editor = await Peer.login(t, port, admin, far);
    assert.match(editor.ws.extensions, /permessage-deflate/);
    await editor.result(subscribe);
    assert.deepEqual(await editor.nextEvent(), {});
    const peers: (readonly [Peer, readonly number[]])[] = [];
    for (let count = 0; count < 7; count += 1) {
      // Some are on this machine, and some take nothing compressed.
      const options = count % 3 === 0 ? far : count % 3 === 1 ? { perMessageDeflate: true } : {};
      const peer = await Peer.login(t, port, viewer, options);
      const ids: number[] = [];
      for (let other = 0; other < count; other += 1) await peer.command("ping");
      for (let many = 0; many < 2 + (count % 2); many += 1) {
        ids.push(peer.newId());
        peer.send({ id: ids.at(-1), type: subscribe });
        await peer.replyTo(ids.at(-1) ?? 0);
      }
      peers.push([peer, ids]);
    }
    const expected: unknown[] = [{}];
    for (const plan of plans) {
      for (const [peer] of peers) peer.send({ id: peer.newId(), type: "ping" });
      const id = editor.newId();
      editor.send({ id, type: "floorplan/plan/save", plan });
      expected.push({ rev: expected.length, ...plan });
      assert.deepEqual(await editor.nextEvent(), expected.at(-1));
      assert.equal((await editor.next())["id"], id, "the reply comes after the event");
    }
    for (const [peer, ids] of peers) {
      const pong = peer.newId();
      peer.send({ id: pong, type: "ping" });
      await peer.replyTo(pong);
      for (const id of ids) {
        const events = peer.received.filter((each) => each["id"] === id && "event" in each);
        assert.deepEqual(
          events.map((each) => each["event"]),
          expected,
        );
      }
    }
  },
);

test(
  "CHAN-22, CHAN-37: on the wire an event is one compressed message, cut with pings between its fragments, and every inflater reads it",
  bounded,
  async (t) => {
    const { port, admin, viewer } = await startTestService(t, { config });
    const editor = await Peer.login(t, port, admin);
    const peer = await RawPeer.login(t, port, viewer, rawFar);
    const plain = await RawPeer.login(t, port, viewer);
    for (const each of [peer, plain])
      for (const id of [1, 70_000]) {
        each.write(command(id, subscribe));
        const reply = await nextMessage(each);
        assert.deepEqual(JSON.parse(reply.text), {
          id,
          type: "result",
          success: true,
          result: null,
        });
        const { text, isCompressed } = await nextMessage(each);
        assert.deepEqual([text, isCompressed], [`{"type":"event","event":{},"id":${id}}`, false]);
      }
    let pings = 0;
    for (const [at, plan] of plans.entries()) {
      await editor.save(plan);
      const jsonBytes = Buffer.byteLength(JSON.stringify({ rev: at + 1, ...plan }));
      for (const id of [1, 70_000]) {
        const event = await nextMessage(peer);
        const same = await nextMessage(plain);
        assert.equal(event.text, same.text);
        assert.deepEqual(JSON.parse(event.text), {
          type: "event",
          event: { rev: at + 1, ...plan },
          id,
        });
        assert.equal(same.isCompressed, false);
        assert.equal(event.isCompressed, jsonBytes >= KiB && jsonBytes <= 4 * MiB, `${jsonBytes}`);
        if (event.isCompressed) assert(event.sentBytes < same.sentBytes * 0.8);
        if (event.isCompressed) pings += event.pings;
      }
    }
    assert(pings > 0, "there are pings within compressed messages");
    for (const each of [peer, plain]) each.leave();
  },
);

test(
  "CHAN-37: the first on the service's own machine gets events as they are, and compressed ones once others have them so",
  bounded,
  async (t) => {
    const { port, admin, viewer } = await startTestService(t, { config });
    const editor = await Peer.login(t, port, admin);
    const near: RawPeer[] = [];
    /** Who of those nearby gets an event compressed. */
    const compressed = async (): Promise<readonly boolean[]> => {
      await editor.save(samplePlan("flat", near.length));
      const messages = await Promise.all(near.map(nextMessage));
      return messages.map(({ isCompressed }) => isCompressed);
    };
    const join = async (): Promise<void> => {
      const peer = await RawPeer.login(t, port, viewer, rawNear);
      peer.write(command(1, subscribe));
      await nextMessage(peer);
      await nextMessage(peer);
      near.push(peer);
    };
    await editor.save(samplePlan("flat", 0));
    await join();
    assert.deepEqual(await compressed(), [false]);
    await join();
    await join();
    assert.deepEqual(await compressed(), [false, true, true]);
    for (const peer of near.splice(0)) peer.leave();
    const first = await RawPeer.login(t, port, viewer, rawFar);
    first.write(command(1, subscribe));
    await nextMessage(first);
    await join();
    assert.deepEqual(await compressed(), [true], "it costs nothing more");
    for (const peer of [first, ...near]) peer.leave();
  },
);

test("CHAN-20, CHAN-37: of compressed events the bytes that are sent count", ofMany, async (t) => {
  const outboxBytes = 256 * KiB;
  const { port, admin, viewer, log } = await startTestService(t, {
    config: { ...config, outboxBytes },
  });
  const editor = await Peer.login(t, port, admin);
  const deaf = await Peer.login(t, port, viewer, far);
  await deaf.result(subscribe);
  deaf.ws.pause();
  // Base64 is compressed by a quarter.
  const plan = { note: randomBytes(768 * KiB).toString("base64") };
  while (linesAbout(log, "reads too slowly").length === 0) await editor.save(plan);
  const backlog = Number(lineAbout(log, "reads too slowly")["backlog"]);
  assert(backlog > outboxBytes && backlog < outboxBytes + 800 * KiB, "a compressed event more");
  deaf.ws.resume();
  const closed = await deaf.closed;
  assert.equal(closed.code, 1013);
  assert.match(closed.reason, /outbox-bytes, 262144 bytes/);
  const revs = deaf.received.filter(({ type }) => type === "event").map(({ event }) => event);
  for (const [at, event] of revs.entries())
    if (at > 0) assert.deepEqual(event, { rev: at, ...plan });
});
