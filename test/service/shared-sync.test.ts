import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Peer } from "../support/peer.ts";
import { numberedPlan, samplePlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { fence } from "./event-fence.ts";
import { SegmentDisk } from "./segment-disk.ts";

/** A disk that takes 20 ms for a sync of a segment, as a slow one does. */
const slowDisk = (): SegmentDisk => new SegmentDisk(() => sleep(20));

const editorsOf = async (t: TestContext, disk: SegmentDisk, many: number): Promise<Peer[]> => {
  const { port, admin } = await startTestService(t, { fs: disk.fs });
  return Promise.all(Array.from({ length: many }, () => Peer.login(t, port, admin)));
};

test("SAVE-11, SAVE-14: 16 editors that save without pause share each sync at least 12 to one", async (t) => {
  const disk = slowDisk();
  const editors = await editorsOf(t, disk, 16);
  const editAll = (saves: number): Promise<void[]> =>
    Promise.all(
      editors.map(async (editor, each) => {
        for (let number = 0; number < saves; number += 1)
          await editor.save(samplePlan("flat", each * saves + number));
      }),
    );
  // The editors' first saves teach the service how many of them are busy.
  await editAll(3);
  const before = disk.syncs;
  await editAll(40);
  const syncs = disk.syncs - before;
  t.diagnostic(`640 saves took ${syncs} syncs, ${(640 / syncs).toFixed(1)} saves each`);
  assert(640 / syncs >= 12, `only ${(640 / syncs).toFixed(1)} saves share a sync`);
});

test("SAVE-11: saves that wait at the same time share one sync, and no more than two writes", async (t) => {
  const disk = new SegmentDisk();
  const editors = await editorsOf(t, disk, 9);
  const [first, ...others] = editors;
  assert(first !== undefined);
  const { reached, release } = disk.holdNextSync();
  const saved = first.save(numberedPlan(0));
  await reached;
  const waiting = others.map((editor, number) => editor.save(numberedPlan(number)));
  await fence(...others);
  const { syncs, writes } = disk;
  release();
  assert.equal(await saved, 1);
  const revs = await Promise.all(waiting);
  assert.deepEqual(
    revs.toSorted((a, b) => a - b),
    [2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.equal(disk.syncs - syncs, 1);
  assert(disk.writes - writes <= 2, `${disk.writes - writes} writes`);
});

test("SAVE-11, SAVE-2: a batch of nothing but conflicts and reads writes nothing", async (t) => {
  const disk = new SegmentDisk();
  const editors = await editorsOf(t, disk, 4);
  const [first] = editors;
  assert(first !== undefined);
  await first.save(numberedPlan(1));
  const { syncs, writes } = disk;
  const revs = [0, 2, 3, 1000];
  const errors = await Promise.all(
    editors.map(async (editor, each) => {
      await editor.result("floorplan/plan/get");
      return editor.error("floorplan/plan/save", { plan: {}, rev: revs[each] });
    }),
  );
  for (const { code } of errors) assert.equal(code, "conflict");
  assert.deepEqual([disk.syncs, disk.writes], [syncs, writes]);
});
