import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, ofMany, until } from "../../support/timeouts.ts";
import { diskWith } from "../../support/disk.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { assertNamesConnection, lineAbout, linesAbout } from "../log-lines.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const subscribe = "floorplan/plan/subscribe";

const revOf = (event: unknown): unknown =>
  typeof event === "object" && event !== null && "rev" in event ? event.rev : 0;

/** The revisions of the events under an id that a peer has received, in order. */
const revsOf = (peer: Peer, id: number): unknown[] =>
  peer.received
    .filter((message) => message["id"] === id && message["type"] === "event")
    .map((message) => revOf(message["event"]));

/** 0, 1, 2 … up to, not including, a number. */
const upTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number);

test(
  "CHAN-20: a peer that does not read is closed with 1013 and logged, and nobody else feels it",
  bounded,
  async (t) => {
    const outboxBytes = 256 * KiB;
    const { port, admin, viewer, log } = await startTestService(t, { config: { outboxBytes } });
    const editor = await Peer.login(t, port, admin);
    const watcher = await Peer.login(t, port, viewer);
    await watcher.result(subscribe);
    const deaf = await Peer.login(t, port, viewer);
    for (let count = 0; count < 8; count += 1) await deaf.result(subscribe);
    deaf.ws.pause();
    let rev = 0;
    while (linesAbout(log, "reads too slowly").length === 0)
      rev = await editor.save(samplePlan("house", rev));
    const line = lineAbout(log, "reads too slowly");
    assert.equal(line["limit"], "outbox-bytes");
    assertNamesConnection(line, "wall");
    const backlog = Number(line["backlog"]);
    const frame = JSON.stringify(samplePlan("house", rev)).length + KiB;
    assert(
      backlog > outboxBytes && backlog < outboxBytes + frame,
      "the limit, and one frame at most",
    );
    for (let count = 0; count < 5; count += 1) rev = await editor.save(samplePlan("house", rev));
    while (revOf(await watcher.nextEvent()) !== rev);
    assert.deepEqual(revsOf(watcher, 1), upTo(rev + 1), "the other one has every revision");
    // Once it reads again it gets all that was sent before the end, and why it ended.
    deaf.ws.resume();
    const closed = await deaf.closed;
    assert.equal(closed.code, 1013);
    assert.match(closed.reason, /outbox-bytes, 262144 bytes/);
    for (let id = 1; id <= 8; id += 1)
      assert.deepEqual(revsOf(deaf, id), upTo(revsOf(deaf, id).length));
  },
);

test(
  "CHAN-21: a peer that sends faster than it is served is logged, and every command is done",
  ofMany,
  async (t) => {
    const { port, admin, log } = await startTestService(t);
    const peer = await Peer.login(t, port, admin);
    const count = 20_000;
    for (let id = 1; id <= count; id += 1) peer.send({ id, type: "ping" });
    await peer.replyTo(count);
    const pongs = peer.received.slice(2);
    assert.deepEqual(
      pongs,
      upTo(count).map((number) => ({ id: number + 1, type: "pong" })),
    );
    assertNamesConnection(lineAbout(log, "read from more slowly"), "admin");
  },
);

test("CHAN-21: messages that are long but follow the reply are no flood", bounded, async (t) => {
  const { port, admin, log } = await startTestService(t);
  const peer = await Peer.login(t, port, admin);
  const plan = { note: "x".repeat(2 * MiB) };
  for (let rev = 1; rev <= 3; rev += 1) assert.equal(await peer.save(plan), rev);
  assert.deepEqual(linesAbout(log, "faster than it is served"), []);
});

test(
  "CHAN-21: while a command is not done, no more than a bounded part of what follows is read",
  ofMany,
  async (t) => {
    // A disk that holds a save back, after the log was opened on it.
    let hold: Promise<void> | undefined;
    let release: (() => void) | undefined;
    const fs = diskWith(async ({ name }) => {
      if (name === "datasync") await hold;
    });
    const { port, admin, log } = await startTestService(t, { fs });
    const peer = await Peer.login(t, port, admin);
    const other = await Peer.login(t, port, admin);
    hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    peer.send({ id: 1, type: "floorplan/plan/save", plan: {} });
    const padding = " ".repeat(MiB);
    for (let id = 2; id <= 65; id += 1) peer.send(`{"id":${id},"type":"ping"}${padding}`);
    await until(() => linesAbout(log, "read from more slowly").length > 0);
    // Many turns later, most of the 64 MiB still wait at the sender.
    for (let count = 0; count < 300; count += 1) await other.command("ping");
    assert(peer.ws.bufferedAmount > 32 * MiB, `${peer.ws.bufferedAmount} bytes wait`);
    release?.();
    for (let id = 1; id <= 65; id += 1) assert.equal((await peer.next())["id"], id);
  },
);

test(
  "CHAN-21: a peer that does not read its replies is served more slowly, and loses none",
  bounded,
  async (t) => {
    const outboxBytes = 2 * MiB;
    const { port, admin, log } = await startTestService(t, { config: { outboxBytes } });
    const peer = await Peer.login(t, port, admin);
    await peer.save(samplePlan("house", 1));
    // 46 MB of replies, far more than the limit of what may wait.
    peer.ws.pause();
    const first = 2;
    for (let id = first; id < first + 500; id += 1) peer.send({ id, type: "floorplan/plan/get" });
    await until(() => linesAbout(log, "read from more slowly").length > 0);
    assertNamesConnection(lineAbout(log, "read from more slowly"), "admin");
    peer.ws.resume();
    const stored = { rev: 1, ...samplePlan("house", 1) };
    for (let id = first; id < first + 500; id += 1) {
      const reply = await peer.next();
      assert.equal(reply["id"], id);
      if (id % 100 === 0) assert.deepEqual(reply["result"], stored);
    }
  },
);

test(
  "CHAN-8, CHAN-21: the replies to one array wait for their reader as any others do",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t, { config: { outboxBytes: 2 * MiB } });
    const peer = await Peer.login(t, port, admin);
    await peer.save(samplePlan("house", 1));
    // The peer reads as fast as it can, but 18 MB at once are more than may wait.
    const ids = upTo(200).map((number) => number + 2);
    peer.send(ids.map((id) => ({ id, type: "floorplan/plan/get" })));
    for (const id of ids) assert.equal((await peer.next())["id"], id);
  },
);

test(
  "CHAN-21, CHAN-22: a peer that reads slowly but all the time is not taken for dead",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t, { config: { pingMs: 1000 } });
    const peer = await Peer.login(t, port, admin);
    await peer.save(samplePlan("house", 1));
    peer.ws.on("message", () => {
      peer.ws.pause();
      setTimeout(() => peer.ws.resume(), 5);
    });
    // While it is read from more slowly the service does not see its pongs, for several pings.
    const ids = upTo(350).map((number) => number + 2);
    for (const id of ids) peer.send({ id, type: "floorplan/plan/get" });
    for (const id of ids) assert.equal((await peer.next())["id"], id);
  },
);
