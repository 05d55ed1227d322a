import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { bytesInUse } from "../bytes-in-use.ts";
import { assertNamesConnection, lineAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const MiB = 1024 * 1024;

test(
  "CHAN-9: a binary frame closes with 1003 and a reason, before auth_ok and after",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    for (const peer of [await Peer.open(t, port), await Peer.login(t, port, viewer)]) {
      peer.ws.send(Buffer.from('{"id":1,"type":"ping"}'), { binary: true });
      const closed = await peer.closed;
      assert.equal(closed.code, 1003);
      assert.match(closed.reason, /binary/);
      assert(!peer.received.some((message) => message["type"] === "pong"));
    }
  },
);

test("CHAN-9: a text frame that is no JSON closes with 1007 and a reason", bounded, async (t) => {
  const { port, viewer } = await startTestService(t);
  for (const text of [
    "",
    "{",
    "ping",
    '{"id":1,"type":"ping"} {}',
    "\ufeff{}",
    "[1,]",
    "{'id':1}",
  ]) {
    const peer = await Peer.login(t, port, viewer);
    peer.send({ id: 1, type: "ping" });
    peer.send(text);
    assert.equal((await peer.next())["type"], "pong", "what came before is answered");
    const closed = await peer.closed;
    assert.equal(closed.code, 1007, text);
    assert.match(closed.reason, /JSON/, text);
  }
});

test("CHAN-9: a text frame that is no UTF-8 closes with 1007", bounded, async (t) => {
  const { port, viewer } = await startTestService(t);
  const peer = await RawPeer.login(t, port, viewer);
  const bytes = Buffer.from('{"id":1,"type":"\xff\xfe"}', "latin1");
  peer.write(rawFrame(opcodes.text, bytes));
  assert.equal(await peer.closeCode(), 1007);
  peer.leave();
});

const auth = (token: string): string => JSON.stringify({ type: "auth", access_token: token });

/** An authenticated raw connection to a service with default limits. */
const rawUser = async (t: TestContext) => {
  const service = await startTestService(t);
  const peer = await RawPeer.upgraded(t, service.port);
  peer.write(rawFrame(opcodes.text, auth(service.viewer)));
  await peer.nextFrame();
  return { service, peer };
};

test(
  "CHAN-19: a frame that declares 60 MB closes with 1009 before any of it is sent",
  bounded,
  async (t) => {
    const { service, peer } = await rawUser(t);
    peer.write(rawFrame(opcodes.text, "", { declared: 60 * MiB }));
    assert.equal(await peer.closeCode(), 1009);
    assertNamesConnection(lineAbout(service.log, "closing a connection"), "wall");
    peer.leave();
  },
);

test("CHAN-19: of a 60 MB frame that is sent all the same nothing is held", bounded, async (t) => {
  const { service, peer } = await rawUser(t);
  const other = await Peer.login(t, service.port, service.viewer);
  const piece = Buffer.alloc(MiB, " ");
  const before = bytesInUse();
  let most = before;
  peer.write(rawFrame(opcodes.text, "", { declared: 60 * MiB }));
  for (let count = 0; count < 60; count += 1) {
    await new Promise<void>((resolve) => peer.socket.write(piece, () => resolve()));
    if (count % 10 === 9) most = Math.max(most, bytesInUse());
  }
  assert.equal(await peer.closeCode(), 1009);
  // The sender's own MiB and what is on its way, of 60.
  assert(most - before < 10 * MiB, `${most - before} bytes more`);
  assert.equal((await other.command("ping"))["type"], "pong");
  peer.leave();
});

test(
  "CHAN-19: fragments close with 1009 as soon as they declare more than message-bytes together",
  bounded,
  async (t) => {
    const config = { messageBytes: 4 * MiB, planBytes: MiB };
    const { port, admin } = await startTestService(t, { config });
    const peer = await RawPeer.login(t, port, admin);
    const piece = Buffer.alloc(MiB, " ");
    const ping = rawFrame(opcodes.ping, "held?");
    for (let count = 0; count < 4; count += 1) {
      peer.write(
        rawFrame(count === 0 ? opcodes.text : opcodes.continuation, piece, { fin: false }),
      );
      peer.write(ping);
      assert.equal((await peer.nextFrame())?.opcode, opcodes.pong, `${count + 1} MiB are allowed`);
    }
    // One byte more, and not even that is sent.
    peer.write(rawFrame(opcodes.continuation, "", { fin: false, declared: 1 }));
    assert.equal(await peer.closeCode(), 1009);
    peer.leave();
  },
);

test(
  "CHAN-19: a message of message-bytes is answered, one byte more is not",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t, { config: { messageBytes: 10_000 } });
    const peer = await Peer.login(t, port, viewer);
    peer.send('{"id":1,"type":"ping"}'.padEnd(10_000));
    assert.equal((await peer.next())["type"], "pong");
    peer.send('{"id":2,"type":"ping"}'.padEnd(10_001));
    assert.equal((await peer.closed).code, 1009);
  },
);

test("CHAN-23: a message in fragments is one message, however it is cut", bounded, async (t) => {
  const { port, admin } = await startTestService(t);
  const peer = await Peer.login(t, port, admin);
  const plan = { ...samplePlan("flat", 1), name: "Küche 🏠" };
  const id = peer.newId();
  const bytes = Buffer.from(JSON.stringify({ id, type: "floorplan/plan/save", plan }));
  // Cuts of 7 bytes fall into the middle of characters as well; pings may come between fragments.
  for (let at = 0; at < bytes.length; at += 7) {
    const piece = bytes.subarray(at, at + 7);
    peer.ws.send(piece, { binary: false, fin: at + 7 >= bytes.length });
    if (at % 700 === 0) peer.ws.ping();
  }
  assert.deepEqual((await peer.replyTo(id))["result"], { ok: true, rev: 1 });
  assert.deepEqual(await peer.result("floorplan/plan/get"), { rev: 1, ...plan });
});

test(
  "CHAN-23: the service's fragments are whole messages of text, none inside another",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t);
    const editor = await Peer.login(t, port, admin);
    const raw = await RawPeer.login(t, port, admin);
    let fragments = 0;
    const nextOfMessage = async () => {
      let frame = await raw.nextFrame();
      while (frame?.opcode === opcodes.ping) frame = await raw.nextFrame();
      return frame;
    };
    const nextMessage = async (): Promise<void> => {
      const first = await nextOfMessage();
      assert.equal(first?.opcode, opcodes.text);
      const pieces = [first.payload];
      for (let last = first; !last.fin;) {
        const next = await nextOfMessage();
        assert.equal(next?.opcode, opcodes.continuation);
        pieces.push(next.payload);
        fragments += 1;
        last = next;
      }
      const message: unknown = JSON.parse(Buffer.concat(pieces).toString());
      assert(typeof message === "object" && message !== null && "id" in message);
    };
    for (const id of [1, 2]) {
      raw.write(rawFrame(opcodes.text, JSON.stringify({ id, type: "floorplan/plan/subscribe" })));
      // The reply and the first event.
      await nextMessage();
      await nextMessage();
    }
    for (let number = 1; number <= 5; number += 1) await editor.save(samplePlan("office", number));
    for (let events = 0; events < 10; events += 1) await nextMessage();
    assert(fragments > 0, "long plans are sent in fragments");
    raw.leave();
  },
);

test(
  "CHAN-23: of 1,024 fragments a message is made, one more closes with 1008",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t);
    for (const [fragments, isTaken] of [
      [1024, true],
      [1025, false],
    ] as const) {
      const peer = await RawPeer.login(t, port, admin);
      const command = JSON.stringify({ id: 1, type: "ping" }).padEnd(fragments, " ");
      const frames = Array.from(command, (letter, at) =>
        rawFrame(at === 0 ? opcodes.text : opcodes.continuation, letter, {
          fin: at === fragments - 1,
        }),
      );
      peer.write(Buffer.concat(frames));
      if (isTaken) assert.equal((await peer.nextFrame())?.opcode, opcodes.text);
      else assert.equal(await peer.closeCode(), 1008);
      peer.leave();
    }
  },
);
