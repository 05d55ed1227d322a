import assert from "node:assert/strict";
import { test } from "node:test";
import { uncaught } from "../../src/server/runtime/boundary.ts";
import { EventLoopTurns, inTurns } from "../../src/server/runtime/event-loop-turns.ts";
import { DeliveryQueue } from "../../src/server/websocket/event-stream.ts";
import { EventFrames } from "../../src/server/websocket/frames.ts";
import { startTestHomes } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { bounded } from "../support/timeouts.ts";

/** Works for that long, in steps longer than a slice. */
function* working(steps: number, done: () => void): Generator<undefined, void, undefined> {
  for (let step = 0; step < steps; step += 1) {
    for (const end = performance.now() + 1.2; performance.now() < end;);
    done();
    yield;
  }
}

test("HOMES-90: a home with one task waits for one of each other home, however many those have", async () => {
  const turns = new EventLoopTurns();
  const [busy, quiet] = [turns.group(), turns.group()];
  let [ofBusy, ofQuiet] = [0, 0];
  const tasks = Array.from({ length: 50 }, () =>
    inTurns(
      working(4, () => (ofBusy += 1)),
      busy.share(),
    ),
  );
  await inTurns(
    working(10, () => (ofQuiet += 1)),
    quiet.share(),
  );
  assert.equal(ofQuiet, 10);
  // Each task does its first step before it asks for a turn.
  assert(ofBusy <= 50 + 13, `${ofBusy} steps of the busy home were done meanwhile`);
  await Promise.all(tasks);
  assert.equal(ofBusy, 200);
});

test("HOMES-90: within a home tasks take turns in the order in which they came", async () => {
  const group = new EventLoopTurns().group();
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map((task) =>
      inTurns(
        working(2, () => order.push(task)),
        group.share(),
      ),
    ),
  );
  assert.deepEqual(order, [1, 2, 3, 1, 2, 3]);
});

test("HOMES-90: what a home begins after a slice in one turn waits for a later one; another home's does not", async () => {
  const turns = new EventLoopTurns();
  const [busy, quiet] = [turns.group(), turns.group()];
  assert.equal(busy.begin(), undefined);
  for (const end = performance.now() + 1.2; performance.now() < end;);
  const later = busy.begin();
  assert(later !== undefined);
  assert.equal(quiet.begin(), undefined);
  await later;
  assert.equal(busy.begin(), undefined);
  assert.equal(turns.begin(), undefined, "a single home begins whenever it likes");
});

test("HOMES-91: events are delivered in turns of the home, and another home has its own meanwhile", async () => {
  const turns = new EventLoopTurns();
  const [busy, quiet] = [turns.group(), turns.group()];
  let delivered = 0;
  await new Promise<void>((resolve) => {
    const deliveries = new DeliveryQueue(
      uncaught,
      () => resolve(),
      1,
      (deliver) => void busy.next().then(deliver),
    );
    for (let count = 0; count < 100; count += 1)
      deliveries.expect({
        deliverNext: () => {
          for (const end = performance.now() + 1; performance.now() < end;);
          delivered += 1;
          return false;
        },
      });
    const seen: Promise<void> = (async () => {
      for (let turn = 0; turn < 10; turn += 1) await quiet.next();
      assert(delivered <= 12, `${delivered} events were delivered within ten turns`);
    })();
    seen.catch((error: unknown) => assert.fail(String(error)));
  });
  assert.equal(delivered, 100);
});

test("HOMES-91: where homes share the event loop, longer events are not compressed", () => {
  const json = (bytes: number) => [Buffer.alloc(bytes, "a")];
  const isCompressed = (frames: EventFrames, bytes: number): boolean =>
    "deflated" in frames.of(1, json(bytes), "far");
  assert(isCompressed(new EventFrames(true), 256 * 1024));
  assert(!isCompressed(new EventFrames(true), 256 * 1024 + 1));
  assert(isCompressed(new EventFrames(), 256 * 1024 + 1));
});

test(
  "HOMES-91: every subscriber of a home gets every revision, in order and after the reply",
  bounded,
  async (t) => {
    const homes = await startTestHomes(t, { ids: ["one"], config: { homeSaves: 1000 } });
    const home = homes.home("one");
    const viewers = [];
    for (let count = 0; count < 60; count += 1) {
      const viewer = await home.login(home.viewer);
      viewer.send({ id: 1, type: "floorplan/plan/subscribe" });
      await viewer.nextEvent();
      viewers.push(viewer);
    }
    const editor = await home.login(home.admin);
    for (let rev = 1; rev <= 20; rev += 1) assert.equal(await editor.save(numberedPlan(rev)), rev);
    for (const viewer of viewers)
      for (let rev = 1; rev <= 20; rev += 1) {
        const event = await viewer.nextEvent();
        assert(typeof event === "object" && event !== null && "rev" in event);
        assert.equal(event.rev, rev);
      }
  },
);
