import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { planRepair } from "../../src/backup/repair.ts";
import { type PlanState, storedPlans } from "../../src/plan/state.ts";
import { nodeFileSystem } from "../../wal/index.ts";
import { type DataFolder, dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { seededRandom } from "../support/random.ts";
import { startTestService } from "../support/service.ts";
import { placesOf } from "./logs.ts";

/** A folder with a plan of 92 kB and eleven changes of it, each of another lamp. */
const changedFolder = async (t: TestContext): Promise<DataFolder> => {
  const folder = await dataFolder(t);
  const service = await startTestService(t, { again: folder });
  const peer = await Peer.login(t, service.port, service.admin);
  await peer.save(samplePlan("house", 1));
  for (let rev = 1; rev < 12; rev += 1)
    await peer.result("floorplan/plan/change", {
      rev,
      changes: [{ op: "replace", path: `/furniture/${rev * 9}/x`, value: rev / 8 }],
    });
  await service.stop();
  return folder;
};

/** What a repair would keep, as text, and what it would lose. */
const repaired = async (data: string) => {
  const plan = await planRepair(nodeFileSystem, data);
  assert(isRight(plan), "it can be told what to keep");
  const { state, losses, faults } = plan.right;
  return { texts: textsOf(state), losses, faults };
};

const textsOf = (state: PlanState): readonly string[] =>
  storedPlans(state).map(({ json }) => Buffer.concat(json).toString());

test("LOG-46: one bad byte in a record of changes costs no revision, wherever it is", async (t) => {
  const random = seededRandom(t);
  const { data } = await changedFolder(t);
  const { texts } = await repaired(data);
  assert.equal(texts.length, 12);
  const places = await placesOf(data);
  const [place, next] = [places[5], places[6]];
  assert(place !== undefined && next !== undefined);
  const whole = await readFile(place.path);
  const { length } = whole.subarray(place.offset, next.offset);
  assert(length < 500, "the record holds changes");
  for (let at = 0; at < length; at += 1 + random.below(7)) {
    const damaged = Buffer.from(whole);
    const bits = 1 + random.below(255);
    damaged[place.offset + at] = (damaged[place.offset + at] ?? 0) ^ bits;
    await writeFile(place.path, damaged);
    const kept = await repaired(data);
    assert.equal(kept.faults.length, 1, `byte ${at}, bits ${bits}`);
    assert.deepEqual(kept.losses, [], `byte ${at}, bits ${bits}`);
    assert.deepEqual(kept.texts, texts);
  }
});

test("LOG-45: two bad bytes in a record of changes cost it and those behind it, and the repair says so", async (t) => {
  const { data } = await changedFolder(t);
  const { texts } = await repaired(data);
  const place = (await placesOf(data))[5];
  assert(place !== undefined);
  const damaged = await readFile(place.path);
  for (const at of [70, 90]) damaged[place.offset + at] = (damaged[place.offset + at] ?? 0) ^ 1;
  await writeFile(place.path, damaged);
  const kept = await repaired(data);
  assert.deepEqual(kept.texts, texts.slice(0, 5));
  assert.deepEqual(kept.losses, [{ count: 7, after: 5, before: 13 }]);
});

test("LOG-45: what the last of several moves of one lamp makes is kept, though an earlier one is lost", async (t) => {
  const folder = await dataFolder(t);
  const service = await startTestService(t, { again: folder });
  const peer = await Peer.login(t, service.port, service.admin);
  await peer.save(samplePlan("house", 1));
  for (let rev = 1; rev < 6; rev += 1)
    await peer.result("floorplan/plan/change", {
      rev,
      changes: [{ op: "replace", path: "/furniture/3/x", value: rev / 8 }],
    });
  await service.stop();
  const { texts } = await repaired(folder.data);
  const place = (await placesOf(folder.data))[3];
  assert(place !== undefined);
  const damaged = await readFile(place.path);
  for (const at of [70, 90]) damaged[place.offset + at] = (damaged[place.offset + at] ?? 0) ^ 1;
  await writeFile(place.path, damaged);
  const kept = await repaired(folder.data);
  assert.deepEqual(kept.texts, texts.toSpliced(3, 1));
  assert.deepEqual(kept.losses, [{ count: 1, after: 3, before: 5 }]);
});
