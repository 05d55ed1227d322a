import assert from "node:assert/strict";
import { test } from "node:test";
import { unknown } from "io-ts";
import { right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { strictObject } from "../../../src/model/codec.ts";
import { command, coreCommands, value } from "../../../src/server/websocket/command.ts";
import { bounded } from "../../support/timeouts.ts";
import { MemoryDisk } from "../../support/memory-disk.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { startSmallHost } from "../small-host.ts";

/** Commands of a type under the ids from `first` on. */
const commands = (type: string, first: number, count: number) =>
  Array.from({ length: count }, (_none, number) => ({ id: first + number, type }));

const pongsOf = (peer: Peer): number =>
  peer.received.filter((message) => message["type"] === "pong").length;

test(
  "CHAN-29: connections with a lot to do take turns, and one with little goes on meanwhile",
  bounded,
  async (t) => {
    let done = 0;
    // As long as a connection may work at a time, and without waiting for anything.
    const busy = command({
      type: "busy",
      admin: false,
      about: { summary: "is tried", result: unknown, errors: [] },
      fields: strictObject({}, {}),
      run: () => {
        for (const end = performance.now() + 1.5; performance.now() < end;);
        done += 1;
        return TE.fromEither(right(value(null)));
      },
    });
    const { port } = await startSmallHost(t, [busy, ...coreCommands]);
    const peers: Peer[] = [];
    for (let count = 0; count < 8; count += 1) peers.push(await Peer.login(t, port, "any"));
    const little = await Peer.login(t, port, "any");
    const each = 40;
    for (const peer of peers) peer.send(commands("busy", 1, each));
    await peers[0]?.next();
    for (let count = 0; count < 20; count += 1) await little.command("ping");
    assert(done < (peers.length * each) / 2, `${done} were done meanwhile`);
    // Nobody is far behind the others, and everybody gets all replies in order.
    const replies = peers.map((peer) => peer.received.length - 2);
    assert(Math.max(...replies) - Math.min(...replies) <= 10, replies.join(", "));
    for (const peer of peers) {
      await peer.replyTo(each);
      const ids = peer.received.slice(2).map(({ id }) => id);
      assert.deepEqual(
        ids,
        Array.from({ length: each }, (_none, number) => number + 1),
      );
    }
  },
);

for (const [how, framed] of Object.entries({
  "in arrays": true,
  "one by one": false,
})) {
  test(`CHAN-29: saves go on while a viewer sends pings ${how}`, bounded, async (t) => {
    const config = { viewerCommands: 1_000_000 };
    const { port, admin, viewer } = await startTestService(t, {
      config,
      fs: new MemoryDisk().mount(),
    });
    const editor = await Peer.login(t, port, admin);
    const flood = await Peer.login(t, port, viewer);
    const total = 20_000;
    if (framed)
      for (let first = 1; first < total; first += 1000) flood.send(commands("ping", first, 1000));
    else for (const each of commands("ping", 1, total)) flood.send(each);
    await flood.replyTo(1);
    for (let rev = 1; rev <= 5; rev += 1) assert.equal(await editor.save(numberedPlan(rev)), rev);
    assert(pongsOf(flood) < total, "the saves were answered before the last ping");
    await flood.replyTo(total);
    assert.equal(pongsOf(flood), total);
  });
}

test(
  "CHAN-30: a viewer's commands beyond viewer-commands wait, on all its connections together, and nobody else's",
  bounded,
  async (t) => {
    const config = { viewerCommands: 100 };
    // How long a disk takes for the saves is time in which the viewer's would go on.
    const fs = new MemoryDisk().mount();
    const { port, admin, viewer, stop } = await startTestService(t, { config, fs });
    const first = await Peer.login(t, port, viewer);
    const second = await Peer.login(t, port, viewer);
    const editor = await Peer.login(t, port, admin);
    // A second's worth is done at once.
    first.send(commands("ping", 1, 1000));
    await first.replyTo(100);
    second.send(commands("ping", 1, 1000));
    editor.send(commands("ping", 1, 1000));
    await editor.replyTo(1000);
    for (let rev = 1; rev <= 5; rev += 1)
      editor.send({ id: 1000 + rev, type: "floorplan/plan/save", plan: numberedPlan(rev) });
    await editor.replyTo(1005);
    assert(pongsOf(first) + pongsOf(second) < 1000, "the viewer's wait");
    // Both go on, neither before the other.
    await second.replyTo(20);
    assert(pongsOf(first) < 500);
    // A service that stops has no time for that: what it has received is answered.
    const stopped = stop();
    for (const peer of [first, second]) {
      const { code, reason } = await peer.closed;
      assert.deepEqual([code, reason], [1001, "the service is stopping"]);
      const ids = peer.received.slice(2).map(({ id }) => id);
      assert.deepEqual(
        ids,
        Array.from({ length: 1000 }, (_none, number) => number + 1),
      );
    }
    await stopped;
  },
);
