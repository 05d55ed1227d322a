import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Reader, UnreadTotal } from "../../../src/server/websocket/limits.ts";
import { scrape, valueOf } from "../metrics/scrape.ts";
import { range } from "../../service/revisions.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { newUser, startTestService, type TestService } from "../../support/service.ts";
import { assertNamesConnection, linesAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const subscribe = "floorplan/plan/subscribe";
const tooSlow = "reads too slowly";

const revOf = (event: unknown): unknown => Object(event)["rev"] ?? 0;

/** The revisions of the events under an id that a peer has received, in order. */
const revsOf = (peer: Peer, id: number): unknown[] =>
  peer.received
    .filter((message) => message["id"] === id && message["type"] === "event")
    .map((message) => revOf(message["event"]));

/** What all connections leave, as it was at the last save or later: whoever asks often is told of one look a second. */
const backlogAt = async ({ url, admin }: TestService, rev: number): Promise<number> => {
  let scraped = await scrape(url, admin);
  while (valueOf(scraped, "floorplan_revision") < rev) scraped = await scrape(url, admin);
  return valueOf(scraped, "floorplan_outbox_backlog_bytes");
};

/** A connection that subscribes eight times, and reads nothing from then on. */
const deafened = async (t: TestContext, port: number, token: string): Promise<Peer> => {
  const peer = await Peer.login(t, port, token);
  for (let count = 0; count < 8; count += 1) await peer.result(subscribe);
  peer.ws.pause();
  return peer;
};

test(
  "CHAN-44: what a viewer's connections leave unread is bounded for all together: who holds the most is closed and told why, and who reads has every revision",
  bounded,
  async (t) => {
    const viewerOutboxBytes = 2 * MiB;
    const config = { viewerOutboxBytes, planBytes: MiB };
    const service = await startTestService(t, { config });
    const { port, data, admin, viewer, log } = service;
    const editor = await Peer.login(t, port, admin);
    const reading = [
      await Peer.login(t, port, viewer),
      await Peer.login(t, port, await newUser(data, "hall", false)),
    ];
    for (const peer of reading) await peer.result(subscribe);
    const deaf: Peer[] = [];
    while (deaf.length < 5) deaf.push(await deafened(t, port, viewer));
    const message = JSON.stringify(samplePlan("house", 1)).length + KiB;
    let rev = 0;
    const save = async (): Promise<void> => {
      rev = await editor.save(samplePlan("house", rev));
      for (const peer of reading) while (revOf(await peer.nextEvent()) !== rev);
    };
    const assertBounded = async (): Promise<void> => {
      const backlog = await backlogAt(service, rev);
      assert(
        backlog <= 2 * viewerOutboxBytes + message,
        `${backlog} bytes are kept: as much again as the limit of those that are closed, and a message`,
      );
    };
    for (; linesAbout(log, tooSlow).length === 0; await save())
      assert(rev < 200, "one of them is told that it reads too slowly");
    const [line] = linesAbout(log, tooSlow);
    assert(line !== undefined);
    assertNamesConnection(line, "wall");
    assert(Number(line["backlog"]) >= viewerOutboxBytes / deaf.length, "no other holds more");
    await assertBounded();
    // The editor and those who read came before.
    const closed = deaf[Number(line["connection"]) - 4];
    assert(closed !== undefined);
    closed.ws.resume();
    assert.deepEqual(await closed.closed, {
      code: 1013,
      reason: `too slow: more than viewer-outbox-bytes, ${viewerOutboxBytes} bytes, are waiting to be read`,
    });
    for (const id of range(1, 8)) {
      const revs = revsOf(closed, id);
      assert.deepEqual(revs, range(0, revs.length - 1), "all that was sent before comes before");
    }
    while (linesAbout(log, tooSlow).length < deaf.length) await save();
    await assertBounded();
    for (const peer of reading)
      assert.deepEqual(revsOf(peer, 1), range(0, rev), "those who read feel nothing");
    // A service that stops would wait for them to read why.
    for (const peer of deaf) peer.ws.terminate();
  },
);

test("CHAN-44: administrators are bounded by outbox-bytes alone", bounded, async (t) => {
  const viewerOutboxBytes = 2 * MiB;
  const config = { viewerOutboxBytes, outboxBytes: 512 * MiB, planBytes: MiB };
  const service = await startTestService(t, { config });
  const { port, admin, log } = service;
  const editor = await Peer.login(t, port, admin);
  const deaf = [await deafened(t, port, admin), await deafened(t, port, admin)];
  let rev = 0;
  do for (let count = 0; count < 10; count += 1) rev = await editor.save(samplePlan("house", rev));
  while ((await backlogAt(service, rev)) < 3 * viewerOutboxBytes);
  assert.deepEqual(linesAbout(log, tooSlow), []);
  for (const peer of deaf) {
    peer.ws.resume();
    assert.equal(revOf(await peer.result("floorplan/plan/get")), rev);
  }
});

test("CHAN-20: answers to pings that are not read are bounded as all else", bounded, async (t) => {
  const config = { outboxBytes: MiB + 200 * KiB, planBytes: MiB };
  const { port, admin, log } = await startTestService(t, { config });
  const editor = await Peer.login(t, port, admin);
  await editor.save(samplePlan("house", 1));
  const deaf = await RawPeer.login(t, port, admin);
  deaf.socket.pause();
  // More than the kernel takes; the service goes on to the next when less than 1 MiB waits.
  const asked = range(1, 1000).map((id) => ({ id, type: "floorplan/plan/get" }));
  deaf.write(rawFrame(opcodes.text, JSON.stringify(asked)));
  const ping = rawFrame(opcodes.ping, "x".repeat(125));
  for (let pings = 0; linesAbout(log, tooSlow).length === 0; pings += 1) {
    assert(pings < 10_000, "it is told that it reads too slowly");
    deaf.write(ping);
    await editor.command("ping");
  }
  deaf.leave();
});

/** A connection that leaves what a test says, and what became of it. */
class TestReader implements Reader {
  backlogBytes = 0;
  isOpen = true;
  isDropped = false;
  readonly #total: UnreadTotal;

  constructor(total: UnreadTotal) {
    this.#total = total;
    total.add(this);
  }

  leaves(bytes: number): void {
    this.backlogBytes = bytes;
    this.#total.sent(this, bytes);
  }

  readonly overflow = (): void => void (this.isOpen = false);
  readonly drop = (): void => void (this.isDropped = true);
}

const endsOf = (readers: readonly TestReader[]): string =>
  readers.map(({ isOpen, isDropped }) => (isDropped ? "-" : isOpen ? "+" : "o")).join("");

test("CHAN-44: of what closed connections have yet to read as much is kept as of open ones, and beyond that the one with the most is dropped", () => {
  const total = new UnreadTotal(100);
  const [a, b, c, d] = [1, 2, 3, 4].map(() => new TestReader(total));
  assert(a !== undefined && b !== undefined && c !== undefined && d !== undefined);
  const all = [a, b, c, d];
  a.leaves(60);
  b.leaves(40);
  assert.equal(endsOf(all), "++++");
  c.leaves(1);
  assert.equal(endsOf(all), "o+++", "60 of a closed one, and 41");
  b.leaves(90);
  c.leaves(11);
  assert.equal(endsOf(all), "oo++");
  // What was read meanwhile is counted no more.
  b.backlogBytes = 10;
  c.leaves(100);
  assert.equal(endsOf(all), "oo++", "70 of closed ones, and 100");
  d.leaves(1);
  assert.equal(endsOf(all), "ooo+");
  d.leaves(40);
  assert.equal(endsOf(all), "oo-+", "100 at once");
  for (const reader of all) total.remove(reader);
  assert(total.isEmpty);
  const e = new TestReader(total);
  e.leaves(100);
  assert(e.isOpen, "what is gone is counted no more");
});
