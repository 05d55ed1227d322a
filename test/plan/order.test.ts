import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { fence } from "../service/event-fence.ts";
import { eventRevs, objectOf, range, revOf } from "../service/revisions.ts";
import { SegmentDisk } from "../service/segment-disk.ts";
import { type Message, Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { seededRandom } from "../support/random.ts";
import { startTestService } from "../support/service.ts";

const save = "floorplan/plan/save";
const get = "floorplan/plan/get";
const subscribe = "floorplan/plan/subscribe";

const serviceOf = async (t: TestContext, disk = new SegmentDisk()) => {
  const { port, admin } = await startTestService(t, { fs: disk.fs });
  const login = (): Promise<Peer> => Peer.login(t, port, admin);
  return { login, logins: (many: number) => Promise.all(range(1, many).map(login)) };
};

test("ORDER-1: commands of several connections that wait together are done in the order they came", async (t) => {
  const disk = new SegmentDisk();
  const { login } = await serviceOf(t, disk);
  const first = await login();
  const { reached, release } = disk.holdNextSync();
  const saved = first.save(numberedPlan(1));
  await reached;
  const commands = [
    [get, {}],
    [save, { plan: numberedPlan(2) }],
    ["floorplan/history/list", {}],
    [save, { plan: numberedPlan(3), rev: 1 }],
    [save, { plan: numberedPlan(4), rev: 2 }],
    [get, {}],
    [save, { plan: numberedPlan(5) }],
    ["floorplan/history/get", { rev: 3 }],
    [get, {}],
  ] as const;
  const replies: Promise<Message>[] = [];
  for (const [type, fields] of commands) {
    const peer = await login();
    replies.push(peer.command(type, fields));
    await fence(peer);
  }
  release();
  await saved;
  const outcomes = (await Promise.all(replies)).map(({ success, result, error }) =>
    success !== true
      ? objectOf(error)["code"]
      : Array.isArray(result)
        ? result.map(revOf)
        : revOf(result),
  );
  assert.deepEqual(outcomes, [1, 2, [1], "conflict", 3, 3, 4, 3, 4]);
});

test("ORDER-2: a connection reads its own writes, while others write as well", async (t) => {
  const { logins } = await serviceOf(t);
  const peers = await logins(6);
  const random = seededRandom(t);
  await Promise.all(
    peers.map(async (peer, each) => {
      for (let time = 0; time < 20; time += 1) {
        const plan = numberedPlan(each * 1000 + time);
        const reads = range(1, 1 + random.below(3));
        const [savedAt, ...readAt] = [peer.newId(), ...reads.map(() => peer.newId())];
        const list = peer.newId();
        // All in one message: nothing waits for the save's reply before it asks.
        peer.send([
          { id: savedAt, type: save, plan },
          ...readAt.map((id) => ({ id, type: get })),
          { id: list, type: "floorplan/history/list" },
        ]);
        const rev = revOf((await peer.replyTo(savedAt))["result"]);
        for (const id of readAt) {
          const read = objectOf((await peer.replyTo(id))["result"]);
          assert(revOf(read) >= rev, `revision ${rev} was saved, and ${revOf(read)} read after it`);
          if (revOf(read) === rev) assert.deepEqual(read, { ...plan, rev });
        }
        const listed = (await peer.replyTo(list))["result"];
        assert(Array.isArray(listed));
        assert(rev === 1 || revOf(listed[0]) >= rev - 1);
      }
    }),
  );
});

test("ORDER-3: on the saver's own subscription the event comes before the save's reply", async (t) => {
  const { logins } = await serviceOf(t);
  const [saver, ...others] = await logins(4);
  assert(saver !== undefined);
  const subscriptions = [saver.newId(), saver.newId()];
  for (const id of subscriptions) saver.send({ id, type: subscribe });
  await fence(saver);
  // The others see to it that batches are shared.
  const busy = Promise.all(
    others.map(async (other) => {
      for (let number = 0; number < 20; number += 1) await other.save(numberedPlan(number));
    }),
  );
  for (let time = 0; time < 20; time += 1) {
    const id = saver.newId();
    saver.send({ id, type: save, plan: numberedPlan(time) });
    const rev = revOf((await saver.replyTo(id))["result"]);
    const reply = saver.received.findIndex((message) => message["id"] === id);
    for (const subscription of subscriptions) {
      const event = saver.received.findIndex(
        (message) =>
          message["id"] === subscription &&
          message["type"] === "event" &&
          revOf(message["event"]) === rev,
      );
      assert(event !== -1 && event < reply, `the event of revision ${rev} was there before`);
    }
  }
  await busy;
});

test("ORDER-4, ORDER-5: whenever a subscription starts, it gets the current plan and then every revision, once, in order", async (t) => {
  const { logins } = await serviceOf(t);
  const random = seededRandom(t);
  const editors = await logins(4);
  const viewers = await logins(8);
  const subscriptions: { readonly viewer: Peer; readonly id: number; readonly atLeast: number }[] =
    [];
  let acknowledged = 0;
  const last = 4 * 60;
  const subscribeNow = (): void => {
    const viewer = random.pick([viewers[0] ?? assert.fail(), ...viewers]);
    if (subscriptions.filter((each) => each.viewer === viewer).length >= 30) return;
    const id = viewer.newId();
    viewer.send({ id, type: subscribe });
    subscriptions.push({ viewer, id, atLeast: acknowledged });
  };
  await Promise.all(
    editors.map(async (editor) => {
      for (let number = 0; number < last / editors.length; number += 1) {
        if (random.below(3) === 0) subscribeNow();
        acknowledged = Math.max(acknowledged, await editor.save(numberedPlan(number)));
      }
    }),
  );
  await fence(...viewers);
  assert(subscriptions.length > 20);
  for (const { viewer, id, atLeast } of subscriptions) {
    const revs = eventRevs(viewer, id);
    const [first = -1] = revs;
    assert(first >= atLeast, `revision ${atLeast} was stored before, and ${first} came first`);
    assert.deepEqual(revs, range(first, last));
  }
});

test("ORDER-5: a subscription that waits for its turn between saves starts with the one before it", async (t) => {
  const disk = new SegmentDisk();
  const { logins } = await serviceOf(t, disk);
  const [first, second, third, viewer] = await logins(4);
  assert(first !== undefined && second !== undefined);
  assert(third !== undefined && viewer !== undefined);
  const { reached, release } = disk.holdNextSync();
  const saves = [first.save(numberedPlan(1))];
  await reached;
  saves.push(second.save(numberedPlan(2)));
  await fence(second);
  const subscribed = viewer.result(subscribe);
  await fence(viewer);
  saves.push(third.save(numberedPlan(3)));
  await fence(third);
  release();
  assert.deepEqual(await Promise.all(saves), [1, 2, 3]);
  await subscribed;
  await fence(viewer);
  assert.deepEqual(eventRevs(viewer), [2, 3]);
  assert.deepEqual(
    viewer.received.slice(2).map(({ type }) => type),
    ["result", "event", "event"],
  );
});
