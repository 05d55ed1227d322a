import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { historyRevs, objectOf, range } from "../../service/revisions.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan, planSizes, samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";

const list = "floorplan/history/list";
const get = "floorplan/history/get";

const editorOf = async (t: TestContext): Promise<Peer> => {
  const { port, admin } = await startTestService(t);
  return Peer.login(t, port, admin);
};

test("HIST-1: a save puts the plan that it replaces in the history if that had rooms", async (t) => {
  const peer = await editorOf(t);
  const steps = [
    [{}, []],
    [{ rooms: [] }, []],
    [numberedPlan(3), []],
    [{ furniture: [1] }, [3]],
    [numberedPlan(5), [3]],
    [numberedPlan(5), [5, 3]],
    [{ rooms: [] }, [6, 5, 3]],
    [{}, [6, 5, 3]],
  ] as const;
  for (const [plan, history] of steps) {
    await peer.save(plan);
    assert.deepEqual(await historyRevs(peer), history);
  }
});

test("HIST-2: the history keeps the last 20 plans with rooms", async (t) => {
  const peer = await editorOf(t);
  for (const number of range(1, 20)) await peer.save(numberedPlan(number));
  assert.deepEqual(await historyRevs(peer), range(1, 19).toReversed());
  await peer.save(numberedPlan(21));
  assert.deepEqual(await historyRevs(peer), range(1, 20).toReversed());
  for (const _ of range(22, 30)) await peer.save({ rooms: [] });
  assert.deepEqual(await historyRevs(peer), range(2, 21).toReversed());
  for (const number of range(31, 60)) await peer.save(numberedPlan(number));
  assert.deepEqual(await historyRevs(peer), range(40, 59).toReversed());
});

test("HIST-3: an entry of the history has rev, saved_at, rooms and items, and nothing else", async (t) => {
  const peer = await editorOf(t);
  const rooms = [{}, {}];
  await peer.save({ rooms, furniture: [1], devices: [1, 2], sensors: [1, 2, 3], texts: [1] });
  await peer.save({ rooms: [1], levels: [1, 2], backgrounds: { 0: {} }, others: [1] });
  await peer.save({});
  const entries = await peer.result(list);
  assert(Array.isArray(entries));
  const [second, first, ...more] = entries.map(objectOf);
  const times = [second?.["saved_at"], first?.["saved_at"]];
  assert.deepEqual(second, { rev: 2, saved_at: times[0], rooms: 1, items: 0 });
  assert.deepEqual(first, { rev: 1, saved_at: times[1], rooms: 2, items: 7 });
  assert.deepEqual(more, []);
  for (const time of times) assert.equal(typeof time, "string");
});

test("HIST-3: rooms and items of the sample plans are counted", async (t) => {
  const peer = await editorOf(t);
  for (const size of planSizes) await peer.save(samplePlan(size, 1));
  await peer.save({});
  const entries = await peer.result(list);
  assert(Array.isArray(entries));
  const counts = entries.map(objectOf).map(({ rooms, items }) => ({ rooms, items }));
  assert.deepEqual(counts.slice(0, 2), [
    { rooms: 100, items: 5400 },
    { rooms: 20, items: 540 },
  ]);
  assert.equal(counts[2]?.rooms, 5);
});

test("HIST-4: saved_at is when that revision was saved, with an explicit offset", async (t) => {
  const peer = await editorOf(t);
  const before: number[] = [];
  const after: number[] = [];
  for (const number of [1, 2, 3, 4]) {
    before.push(Date.now());
    await peer.save(numberedPlan(number));
    after.push(Date.now());
  }
  const entries = await peer.result(list);
  assert(Array.isArray(entries));
  const oldestFirst = entries.map(objectOf).toReversed();
  assert.equal(oldestFirst.length, 3);
  for (const [position, { saved_at: savedAt }] of oldestFirst.entries()) {
    assert(typeof savedAt === "string");
    assert.match(savedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    const time = Date.parse(savedAt);
    assert(time >= (before[position] ?? Infinity) && time <= (after[position] ?? 0));
  }
});

test("HIST-5: history/get hands out the current plan and those of the history, as they were stored", async (t) => {
  const peer = await editorOf(t);
  for (const number of range(1, 23)) await peer.save({ ...numberedPlan(number), note: "Ä" });
  for (const rev of range(3, 23))
    assert.deepEqual(await peer.result(get, { rev }), { ...numberedPlan(rev), note: "Ä", rev });
  assert.deepEqual(await peer.result(get, { rev: 23 }), await peer.result("floorplan/plan/get"));
});

test("HIST-5: any other revision is not_found, and what is no revision is invalid_format", async (t) => {
  const peer = await editorOf(t);
  for (const number of range(1, 22)) await peer.save(numberedPlan(number));
  await peer.save({ rooms: [] });
  await peer.save(numberedPlan(24));
  // 2 has left the history, and 23 had no rooms.
  for (const rev of [-1, 0, 1, 2, 23, 25, 1e9]) {
    const { code, message } = await peer.error(get, { rev });
    assert.equal(code, "not_found");
    assert(message.includes(String(rev)));
  }
  for (const rev of ["3", null, 3.5, true])
    assert.equal((await peer.error(get, { rev })).code, "invalid_format");
  assert.equal((await peer.error(get)).code, "invalid_format");
  assert.deepEqual(await peer.result(get, { rev: 3 }), { ...numberedPlan(3), rev: 3 });
});

/** All that a peer can learn of the history. */
const wholeHistory = async (peer: Peer): Promise<unknown[]> => {
  const all = [await peer.result(list), await peer.result("floorplan/plan/get")];
  for (const rev of await historyRevs(peer)) all.push(await peer.result(get, { rev }));
  return all;
};

for (const [what, snapshotBytes] of [
  ["of the log's records", 16 * 1024 * 1024],
  ["of a snapshot and the records after it", 128 * 1024],
] as const) {
  test(`HIST-6: the history survives restarts out ${what}, its times and counts included`, async (t) => {
    const config = { snapshotBytes, segmentBytes: 64 * 1024 };
    let service = await startTestService(t, { config });
    for (const saves of [45, 0, 3]) {
      const peer = await Peer.login(t, service.port, service.admin);
      for (let number = 0; number < saves; number += 1)
        await peer.save(number % 7 === 0 ? { rooms: [] } : samplePlan("flat", number));
      const before = await wholeHistory(peer);
      await service.stop();
      const wroteSnapshot = service.log.some(({ kind }) => kind === "snapshot-written");
      if (saves === 45) assert.equal(wroteSnapshot, snapshotBytes === 128 * 1024);
      service = await startTestService(t, { config, again: service });
      const again = await Peer.login(t, service.port, service.admin);
      assert.deepEqual(await wholeHistory(again), before);
    }
  });
}

test("HIST-7: history/times has the revision and the time of every stored plan, the current one last", async (t) => {
  const peer = await editorOf(t);
  assert.deepEqual(await peer.result("floorplan/history/times"), []);
  for (const number of range(1, 3)) await peer.save(numberedPlan(number));
  const times = await peer.result("floorplan/history/times");
  assert(Array.isArray(times));
  const entries = times.map(objectOf);
  assert.deepEqual(
    entries.map(({ rev }) => rev),
    [1, 2, 3],
  );
  const listed = await peer.result(list);
  assert(Array.isArray(listed));
  const earlier = listed.map(objectOf).toReversed();
  assert.deepEqual(
    entries.slice(0, -1),
    earlier.map(({ rev, saved_at }) => ({ rev, saved_at })),
  );
  assert(String(entries[2]?.["saved_at"]) >= String(entries[1]?.["saved_at"]));
});
