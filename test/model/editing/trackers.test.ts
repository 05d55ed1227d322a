import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { moveLevel, removeLevel } from "../../../src/model/editing/levels.ts";
import { addListed, changeListed, setWithin } from "../../../src/model/editing/listed.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { takeTheirs } from "../../../src/model/merge/take-theirs.ts";
import type { Json } from "../../../src/model/json.ts";

const robi = { id: "robi", kind: "vacuum", source: { entity: "camera.robi" }, points: [] };
const radar = { id: "radar", source: { x: "sensor.x", y: "sensor.y" }, pose: { x: 1, z: 2 } };
const tracked = (...trackers: readonly Json[]): PlanData => ({ trackers });

const pair = (u: number, x: number) => ({ source: [u, 0], plan: [x, 0] });

test("POS-19: trackers are added, changed and removed; unknown fields, and what is no tracker, stay", () => {
  const plan = tracked("what is this", { ...robi, firmware: 3 });
  const added = addListed(plan, "trackers", radar);
  assert.deepEqual(added, tracked("what is this", { ...robi, firmware: 3 }, radar));
  const changed = changeListed(added, "trackers", "robi", (data) =>
    setWithin(data, ["source", "x"], "a.b"),
  );
  const moved = { ...robi, firmware: 3, source: { entity: "camera.robi", x: "a.b" } };
  assert.deepEqual(changed, tracked("what is this", moved, radar));
  assert.deepEqual(
    changeListed(changed, "trackers", "robi", () => undefined),
    tracked("what is this", radar),
  );
  assert.equal(
    changeListed(plan, "trackers", "nobody", () => radar),
    plan,
  );
  assert.deepEqual(setWithin({ pose: { x: 1 } }, ["pose", "x"], undefined), {});
});

test("POS-19: edits of different trackers and fields merge; two calibrations of one are a conflict as a whole", () => {
  const base = tracked(robi, radar);
  const mine = tracked({ ...robi, points: [pair(1, 1), pair(5, 9)] }, radar);
  const theirs = tracked({ ...robi, name: "Robi" }, { ...radar, name: "Radar" });
  const { plan, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    plan,
    tracked(
      { ...robi, points: [pair(1, 1), pair(5, 9)], name: "Robi" },
      { ...radar, name: "Radar" },
    ),
  );
  const { points: _, ...uncalibrated } = robi;
  const other = tracked({ ...uncalibrated, pose: { x: 0, z: 0, rotation: 0 }, unit: "mm" }, radar);
  const both = merge(base, mine, other);
  assert.deepEqual(both.plan, mine);
  const [conflict] = both.conflicts;
  assert.deepEqual(
    [conflict?.id, conflict?.fields.toSorted()],
    ["trackers/robi", ["points", "pose", "unit"]],
  );
  assert(conflict);
  assert.deepEqual(takeTheirs(both.plan, conflict, other), other);
});

test("POS-19: a tracker keeps its floor when floors change places, and outlives it", () => {
  const levels = [{ id: "ground" }, { id: "up" }];
  const mapped = { ...robi, id: "mapped", maps: { Attic: { level: "up", points: [] } } };
  const plan = { levels, trackers: [robi, mapped] };
  const moved = moveLevel(plan, "ground", 1);
  assert.deepEqual(moved["trackers"], [
    { ...robi, level: "ground" },
    { ...mapped, level: "ground" },
  ]);
  assert.deepEqual(findingsIn(moved), []);
  const removed = removeLevel(plan, "up");
  assert.deepEqual(removed["trackers"], plan.trackers);
  assert.deepEqual(
    findingsIn(removed).map(({ kind, ref, detail }) => [kind, ref, detail]),
    [["unknownLevel", "trackers/mapped", "up"]],
  );
});
